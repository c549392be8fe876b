package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JobId;

/** Jobs as displays show them; reads, changes nothing. */
record JobDisplay(OwnerLedger ledger, ForeignTasks foreignTasks) {

    private static final class Count {
        int open;
        int unfetched;
        int running;
        int waiting;
    }

    /** Every job with tasks in this node's records, and those whose client submitted here. */
    Map<JobId, JobStatus> all() {
        Map<JobId, Count> counts = new LinkedHashMap<>();
        for (OwnedTask own : ledger.all()) {
            Count count = of(counts, own.task.kind().job());
            if (!own.task.isSpawned()) {
                count.open += own.isDone() ? 0 : 1;
                count.unfetched += own.isDone() ? 1 : 0;
            }
            if (own.here != null) {
                count(count, own.here);
            }
        }
        for (HeldTask copy : foreignTasks.foreign()) {
            count(of(counts, copy.task.kind().job()), copy);
        }
        ledger.jobs().tallied().forEach(job -> of(counts, job));
        Map<JobId, JobStatus> all = new LinkedHashMap<>();
        counts.forEach((job, count) -> all.put(job, status(job, count)));
        return all;
    }

    private static Count of(Map<JobId, Count> counts, JobId job) {
        return counts.computeIfAbsent(job, key -> new Count());
    }

    private static void count(Count count, HeldTask copy) {
        switch (copy.state()) {
            case READY, PREFETCHED -> count.waiting++;
            case RUNNING, PARKED -> count.running++;
            case HANDING, DELEGATED, GONE -> {}
        }
    }

    /** Only what its client submitted here and what became of it. */
    JobStatus tally(JobId job) {
        return status(job, new Count());
    }

    private JobStatus status(JobId job, Count count) {
        JobTally tally = ledger.jobs().tally(job);
        return new JobStatus(
                job,
                tally.submitted,
                tally.succeeded,
                tally.failed,
                tally.cancelled,
                count.open,
                count.unfetched,
                count.running,
                count.waiting);
    }

    /** The tasks of a job's client by their numbers, those above one number. */
    List<JobStatus.TaskLine> tasks(JobId job, long above, int atMost) {
        List<OwnedTask> found = new ArrayList<>();
        for (OwnedTask own : ledger.all()) {
            boolean listed = own.id().number() > above && !own.task.isSpawned();
            if (listed && own.task.kind().job().equals(job)) {
                found.add(own);
            }
        }
        found.sort(Comparator.comparingLong(own -> own.id().number()));
        return found.stream().limit(atMost).map(JobDisplay::line).toList();
    }

    private static JobStatus.TaskLine line(OwnedTask own) {
        HeldTask here = own.here;
        return new JobStatus.TaskLine(
                own.id().number(),
                own.task.kind().name(),
                own.isDone() ? "DONE" : here == null ? "AWAY" : here.state().name(),
                own.isDone() ? own.ranOn : own.holder == null ? null : own.holder.name(),
                own.failures,
                own.deaths.size(),
                own.task.kind().options().durability());
    }
}
