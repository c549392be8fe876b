package org.evenkeel.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that outlive their clients, all others end with the session that opened them and need no
 * entry; and what became of the tasks of each.
 */
final class Jobs {
    /** Jobs whose tasks are counted; those beyond are shown without counts. */
    private static final int MAX_TALLIES = 10_000;

    private final Context context;
    private final HeldBack heldBack;
    private final Map<JobId, JournalRecord.JobOpened> outliving = new LinkedHashMap<>();
    private final Map<JobId, JobTally> tallies = new LinkedHashMap<>();

    Jobs(Context context, HeldBack heldBack) {
        this.context = context;
        this.heldBack = heldBack;
    }

    /**
     * @param attachment the session's latest one after which everything of its client was here
     */
    void open(Event.JobOpened event, int attachment) {
        heldBack.opened(event.job(), event.submitter());
        if (event.outlives() && !outliving.containsKey(event.job())) {
            JournalRecord.JobOpened job =
                    new JournalRecord.JobOpened(
                            event.job(),
                            event.session(),
                            event.name(),
                            event.submitter(),
                            attachment,
                            event.width());
            outliving.put(event.job(), job);
            context.out.persist(job);
        }
    }

    /** Everything that the session's client has open is here, since this attachment. */
    void complete(long session, int attachment) {
        for (JournalRecord.JobOpened job : List.copyOf(outliving.values())) {
            if (job.session() == session && job.attachment() < attachment) {
                JournalRecord.JobOpened later = job.at(attachment);
                outliving.put(job.job(), later);
                context.out.persist(later);
            }
        }
    }

    void recover(List<JournalRecord.JobOpened> jobs) {
        for (JournalRecord.JobOpened job : jobs) {
            outliving.put(job.job(), job);
            heldBack.opened(job.job(), job.submitter());
        }
    }

    void close(JobId job) {
        tallies.remove(job);
        heldBack.closed(job);
        if (outliving.remove(job) != null) {
            context.out.persist(new JournalRecord.JobEnded(job));
        }
    }

    /** A session will not come back: its jobs end with it. */
    void closeAllOf(long session) {
        List<JobId> ended = new ArrayList<>();
        for (JournalRecord.JobOpened job : outliving.values()) {
            if (job.session() == session) {
                ended.add(job.job());
            }
        }
        ended.forEach(this::close);
    }

    // ---- Counting, for displays

    /** A client's task is owned here now. */
    void entered(Task task) {
        JobId job = task.kind().job();
        if (!task.isSpawned() && (tallies.size() < MAX_TALLIES || tallies.containsKey(job))) {
            tallies.computeIfAbsent(job, key -> new JobTally()).submitted++;
        }
    }

    /** A task that is owned here ended. */
    void ended(Task task, Outcome.Status how) {
        JobTally tally = tallies.get(task.kind().job());
        if (tally != null && !task.isSpawned()) {
            tally.ended(how);
        }
    }

    JobTally tally(JobId job) {
        return tallies.getOrDefault(job, new JobTally());
    }

    Iterable<JobId> tallied() {
        return tallies.keySet();
    }

    /** A job that outlives its client, or null. */
    JournalRecord.@Nullable JobOpened outliving(JobId job) {
        return outliving.get(job);
    }

    boolean outlives(JobId job) {
        return outliving.containsKey(job);
    }

    /** In the order in which they were opened. */
    Iterable<JournalRecord.JobOpened> outliving() {
        return outliving.values();
    }
}
