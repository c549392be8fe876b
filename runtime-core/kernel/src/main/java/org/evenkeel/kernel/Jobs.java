package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation;
import org.evenkeel.model.NodeId;
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

    /** Bytes that the causes of failures of all jobs take; further ones are counted together. */
    private static final long MAX_FAILURE_BYTES = 8L << 20;

    /** Jobs that were passed on and are remembered. */
    private static final int MAX_GONE = 1_000;

    /** A job whose client is here. */
    private record Opened(long session, JobOrigin origin) {}

    private final NodeContext context;
    private final QuotaQueue quotaQueue;
    private final Map<JobId, JournalRecord.JobOpened> outliving = new LinkedHashMap<>();
    private final Map<JobId, Opened> origins = new LinkedHashMap<>();
    private final Map<JobId, JobTally> tallies = new LinkedHashMap<>();
    private final FailureGroups.Memory failureMemory = new FailureGroups.Memory(MAX_FAILURE_BYTES);

    /** Those that come from other owners and are not here yet. */
    private final Map<JobId, JournalRecord.JobOpened> coming = new LinkedHashMap<>();

    /** Those that went elsewhere: an earlier owner may not know, and ask. */
    private final Map<JobId, JournalRecord.JobOpened> gone = new LinkedHashMap<>();

    Jobs(NodeContext context, QuotaQueue quotaQueue) {
        this.context = context;
        this.quotaQueue = quotaQueue;
    }

    /**
     * @param attachment the session's latest one after which everything of its client was here
     */
    void open(Event.JobOpened event, int attachment, int since) {
        isOf(event.job(), event.session(), new JobOrigin(event.submitter(), event.secret()));
        quotaQueue.opened(event.job(), event.submitter());
        if (event.outlives() && !outliving.containsKey(event.job())) {
            JournalRecord.JobOpened job =
                    new JournalRecord.JobOpened(
                            event.job(),
                            event.secret(),
                            event.session(),
                            event.name(),
                            event.submitter(),
                            attachment,
                            event.minWorkers(),
                            since,
                            1,
                            JobLocation.HERE);
            gone.remove(event.job());
            keep(job);
        }
    }

    /** Whose a job is, for records that a replica keeps of its tasks. */
    void isOf(JobId job, long session, JobOrigin origin) {
        origins.put(job, new Opened(session, origin));
    }

    /** Whose a job is; none when it was not opened here. */
    JobOrigin origin(JobId job) {
        Opened opened = origins.get(job);
        JournalRecord.JobOpened kept = outliving.get(job);
        if (opened != null) {
            return opened.origin();
        }
        return kept == null ? JobOrigin.NONE : new JobOrigin(kept.submitter(), kept.secret());
    }

    /** The session of the client that opened a job here, or whose job has come here; else 0. */
    long session(JobId job) {
        Opened opened = origins.get(job);
        JournalRecord.JobOpened kept = outliving.get(job);
        return opened != null ? opened.session() : kept == null ? 0 : kept.session();
    }

    private void keep(JournalRecord.JobOpened job) {
        outliving.put(job.job(), job);
        context.out.persist(job);
    }

    /** Everything that the session's client has open is here, since this attachment. */
    void complete(long session, int attachment, int since) {
        for (JournalRecord.JobOpened job : of(session)) {
            if (job.attachment() < attachment || job.since() < since) {
                keep(job.at(Math.max(job.attachment(), attachment), since));
            }
        }
    }

    // ---- From one owner to the next

    /** Those of a session that outlive its client, and are here or on their way to another node. */
    List<JournalRecord.JobOpened> of(long session) {
        return outliving.values().stream().filter(job -> job.session() == session).toList();
    }

    /** The other node may have them from now on. */
    void going(long session, NodeId to) {
        of(session)
                .forEach(job -> keep(job.in(new JobLocation(JobLocation.Kind.GOING, to.name()))));
    }

    /** The other node has not taken them. */
    void retain(long session) {
        of(session).forEach(job -> keep(job.in(JobLocation.HERE)));
    }

    /** The other node has them. */
    void gone(long session, NodeId to) {
        for (JournalRecord.JobOpened job : of(session)) {
            forget(job.job());
            remember(job.in(new JobLocation(JobLocation.Kind.GONE, to.name())));
        }
    }

    private void forget(JobId job) {
        JobTally tally = tallies.remove(job);
        if (tally != null) {
            tally.clear();
        }
        origins.remove(job);
        quotaQueue.closed(job);
        outliving.remove(job);
    }

    private void remember(JournalRecord.JobOpened job) {
        context.out.persist(job);
        gone.remove(job.job()); // the latest are kept
        gone.put(job.job(), job);
        if (gone.size() > MAX_GONE) {
            JobId eldest = gone.keySet().iterator().next();
            gone.remove(eldest);
            context.out.persist(new JournalRecord.JobEnded(eldest));
        }
    }

    /**
     * It comes from another owner; if this process ends before it is here, it has not come. What is
     * here of it stays in any case.
     */
    void comes(JournalRecord.JobOpened job, NodeId from) {
        coming.put(job.job(), job);
        if (!outliving.containsKey(job.job())) {
            context.out.persist(job.in(new JobLocation(JobLocation.Kind.COMING, from.name())));
        }
    }

    /** Everything of a session that was coming is here now. Yields its jobs. */
    List<JournalRecord.JobOpened> came(long session, int attachment, int since) {
        List<JournalRecord.JobOpened> came =
                coming.values().stream().filter(job -> job.session() == session).toList();
        for (JournalRecord.JobOpened job : came) {
            JournalRecord.JobOpened here = outliving.get(job.job());
            int owners = Math.max(job.owners() + 1, here == null ? 1 : here.owners());
            coming.remove(job.job());
            gone.remove(job.job());
            quotaQueue.opened(job.job(), job.submitter());
            keep(job.at(attachment, since).of(owners).in(JobLocation.HERE));
        }
        return came;
    }

    /**
     * Whether this node has had jobs of a session later than an owner that knows of so many owners
     * since its client submitted everything.
     */
    boolean hasHad(long session, int since, int owners) {
        return Stream.of(outliving, gone)
                .flatMap(jobs -> jobs.values().stream())
                .anyMatch(job -> job.session() == session && job.isLaterThan(since, owners));
    }

    // ---- After a restart, and at the end

    void recover(List<JournalRecord.JobOpened> jobs) {
        for (JournalRecord.JobOpened job : jobs) {
            switch (job.place().kind()) {
                case HERE, GOING -> {
                    outliving.put(job.job(), job);
                    quotaQueue.opened(job.job(), job.submitter());
                }
                case GONE -> gone.put(job.job(), job);
                case COMING -> context.out.persist(new JournalRecord.JobEnded(job.job()));
            }
        }
    }

    void close(JobId id) {
        JournalRecord.JobOpened job = outliving.get(id);
        forget(id);
        if (job != null && job.owners() > 1) {
            remember(job.in(new JobLocation(JobLocation.Kind.GONE, "")));
        } else if (job != null) {
            context.out.persist(new JournalRecord.JobEnded(id));
        }
    }

    /** A session will not come back: its jobs end with it. */
    void closeAllOf(long session) {
        of(session).forEach(job -> close(job.job()));
        origins.values().removeIf(opened -> opened.session() == session);
        coming.values()
                .removeIf(job -> {
                    boolean ended = job.session() == session;
                    if (ended) {
                        context.out.persist(new JournalRecord.JobEnded(job.job()));
                    }
                    return ended;
                });
    }

    // ---- Counting, for displays

    /** A client's task is owned here now. */
    void entered(Task task) {
        JobId job = task.kind().job();
        if (!task.isSpawned() && (tallies.size() < MAX_TALLIES || tallies.containsKey(job))) {
            tallies.computeIfAbsent(job, key -> new JobTally()).submitted++;
        }
    }

    /**
     * A task that is owned here ended.
     *
     * @param ranOn the node that ran it last, empty if none did or it is not known
     */
    void ended(Task task, Outcome outcome, String ranOn) {
        JobTally tally = tallies.get(task.kind().job());
        if (tally == null || task.isSpawned()) {
            return;
        }
        tally.ended(outcome.status());
        if (JobTally.isFailure(outcome, ranOn)) {
            tally.failed(
                    new FailureGroups.Failure(task.id(), outcome, ranOn, context.now),
                    failureMemory);
        }
    }

    /** A task that is owned here failed and is run again. */
    void retried(Task task, Outcome outcome, String ranOn) {
        JobTally tally = tallies.get(task.kind().job());
        if (tally != null && !task.isSpawned()) {
            tally.failed(
                    new FailureGroups.Failure(task.id(), outcome, ranOn, context.now, true),
                    failureMemory);
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
        return outliving.containsKey(job) || coming.containsKey(job);
    }

    /** In the order in which they were opened. */
    Iterable<JournalRecord.JobOpened> outliving() {
        return outliving.values();
    }
}
