package org.evenkeel.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;

/**
 * The jobs that outlive their clients; all others end with the session that opened them and need no
 * entry.
 */
final class Jobs {
    private final Context context;
    private final Map<JobId, JournalRecord.JobOpened> outliving = new LinkedHashMap<>();

    Jobs(Context context) {
        this.context = context;
    }

    void open(Event.JobOpened event) {
        if (event.outlives() && !outliving.containsKey(event.job())) {
            JournalRecord.JobOpened job =
                    new JournalRecord.JobOpened(event.job(), event.session(), event.name());
            outliving.put(event.job(), job);
            context.out.persist(job);
        }
    }

    void recover(List<JournalRecord.JobOpened> jobs) {
        jobs.forEach(job -> outliving.put(job.job(), job));
    }

    void close(JobId job) {
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

    boolean outlives(JobId job) {
        return outliving.containsKey(job);
    }

    /** In the order in which they were opened. */
    Iterable<JournalRecord.JobOpened> outliving() {
        return outliving.values();
    }
}
