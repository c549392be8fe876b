package org.evenkeel.daemon.session;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.protocol.Delivery;
import org.jspecify.annotations.Nullable;

/**
 * Whose a session is, and what it has of that submitter's quotas. Tasks are counted one by one only
 * where there is a quota of tasks or bytes.
 */
final class Account {

    /** Refused jobs whose reasons are remembered. */
    private static final int MAX_REFUSED_JOBS = 100;

    private final SubmitterAccounts watch;
    private final Charges charges = new Charges();

    /** Why jobs that its client has opened are none. */
    private final Map<JobId, String> refusedJobs = new LinkedHashMap<>();

    private @Nullable Submitter submitter;
    private @Nullable QuotaGate gate;

    Account(SubmitterAccounts watch) {
        this.watch = watch;
    }

    /** Whose it is; null as long as no client came, and for a worker's session. */
    @Nullable Submitter submitter() {
        return submitter;
    }

    /** The same where its tasks are to be counted one by one. */
    @Nullable Submitter counted() {
        Submitter one = submitter;
        return one != null && one.isCounted() ? one : null;
    }

    /** It is this submitter's, with all that is open already. */
    void claim(String name, int openJobs) {
        Submitter entered = watch.submitters().enter(name);
        submitter = entered;
        entered.countJobs(openJobs);
        entered.add(charges.tasks(), charges.bytes());
    }

    // ---- Jobs

    /** Its tasks are to be rejected, with this reason. */
    void refuseJob(JobId job, String why) {
        if (refusedJobs.size() < MAX_REFUSED_JOBS || refusedJobs.containsKey(job)) {
            refusedJobs.put(job, why);
        }
    }

    void permitJob(JobId job) {
        refusedJobs.remove(job);
    }

    /**
     * Why no task of this job may come, null when it may. By the job the core knows whose
     * processors it uses, so that who has a quota of them opens its jobs, as has to who opened so
     * many too many that not all of them are remembered.
     */
    @Nullable String refusalOf(JobId job, boolean open) {
        Submitter limited = submitter;
        if (limited == null || open) {
            return null;
        }
        boolean needed =
                limited.limits().quota().processors() > 0 || refusedJobs.size() >= MAX_REFUSED_JOBS;
        String why = refusedJobs.get(job);
        return why == null && needed ? "its job is not open here; open it first" : why;
    }

    /** One of its jobs ended: what waits of it is not wanted. */
    void jobEnded(JobId job) {
        QuotaGate waiting = gate;
        if (waiting != null) {
            waiting.jobEnded(job);
        }
    }

    // ---- Tasks

    /** Where its connection's tasks wait for room. */
    void waitsAt(QuotaGate at) {
        QuotaGate before = gate;
        if (before != null) {
            before.close();
        }
        gate = at;
    }

    /** A connection is gone; of who is away, nothing of it is kept. */
    @SuppressWarnings("ReferenceEquality") // a gate is the one it is
    void waitsNoMoreAt(QuotaGate at) {
        at.close();
        if (gate == at) {
            gate = null;
        }
    }

    /** A task that the disk kept. */
    void recover(long number, long heldBytes) {
        if (watch.isCounting() && !charges.contains(number)) {
            charges.enter(number, heldBytes);
            if (submitter != null) {
                submitter.add(1, heldBytes);
            }
        }
    }

    /** Counts a task against its submitter's quota; false when there is no room. */
    boolean charge(long number, long payloadBytes) {
        Submitter counted = counted();
        if (counted == null || charges.contains(number)) {
            return true;
        }
        boolean room = counted.take(payloadBytes);
        if (room) {
            charges.enter(number, payloadBytes);
        }
        return room;
    }

    /** Payloads are not needed any more, results are. */
    void ended(List<Delivery> deliveries) {
        Submitter counted = counted();
        if (counted == null) {
            return;
        }
        for (Delivery one : deliveries) {
            Payload result = one.outcome().payload();
            long bytes = result == null ? 0 : result.sizeBytes();
            counted.add(0, charges.end(one.number(), bytes));
        }
        counted.freed();
    }

    /** Its client has the outcomes of these, or says so. */
    void acknowledged(long[] numbers) {
        for (long number : numbers) {
            if (charges.hasEnded(number)) {
                forget(number);
            }
        }
        freed();
    }

    void rejected(long number) {
        forget(number);
        freed();
    }

    /** Nothing is open any more. */
    void clear() {
        Submitter one = submitter;
        if (one != null) {
            one.add(-charges.tasks(), -charges.bytes());
        }
        charges.clear();
        freed();
    }

    private void forget(long number) {
        long size = charges.remove(number);
        if (size >= 0 && submitter != null) {
            submitter.add(-1, -size);
        }
    }

    private void freed() {
        if (submitter != null) {
            submitter.freed();
        }
    }

    /** The session will not come back. */
    void close(int openJobs) {
        Submitter one = submitter;
        if (one != null) {
            one.countJobs(-openJobs);
            clear();
            watch.submitters().leave(one);
        }
    }
}
