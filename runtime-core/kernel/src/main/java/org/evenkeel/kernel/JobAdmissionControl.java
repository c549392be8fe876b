package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.JobStanding.State;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PhaseReply;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of this node's clients before the master of scheduling phases: it is told of all, and of
 * those that ask for workers at once it says when their tasks are accepted (npid of the NRICS-SPM
 * paper: "the master admits and releases parallel tasks").
 *
 * <p>States of a job: {@code WAITS -> BEGUN}, {@code WAITS -> REFUSED}. A job that asks for nothing
 * has begun at once, and so has every job where no master was for a holder's lease: the master only
 * advises. What is submitted to a job that waits is kept here, not accepted yet; what a client
 * submits again after its daemon was lost is never refused.
 */
final class JobAdmissionControl {
    private static final int MAX_JOBS = 10_000;
    private static final int MAX_MOVED = 1_000;
    private static final long UNSET = Long.MIN_VALUE;

    /** What becomes of the tasks. */
    interface Tasks {
        void accept(long session, Submission submission);

        void reject(long session, Task task, String why);

        /** It is neither accepted nor refused yet. */
        void waits(long session, long number);

        /** It is not to be here; whoever submitted it does not wait for an answer from here. */
        void drop(Task task);

        /** Which of its client's attachments to daemons the last one here was. */
        int attachment(long session);

        /** Whether a task of a job's client has not ended. */
        boolean hasOpen(JobId job);
    }

    /**
     * A task that is kept.
     *
     * @param sinceNanos when its program submitted it, as far as is known
     */
    private record QueuedTask(long session, Task task, int epoch, long sinceNanos) {
        private Submission submission(long nowNanos) {
            return new Submission(task, epoch, nowNanos - sinceNanos);
        }
    }

    private static final class Entry {
        final JobId job;
        long session;
        int minWorkers;
        boolean outlives;
        boolean away;
        State state = State.BEGUN;
        String why = "";
        final Map<TaskId, QueuedTask> tasks = new LinkedHashMap<>(0);

        Entry(JobId job, long session) {
            this.job = job;
            this.session = session;
        }
    }

    private final NodeContext context;
    private final MasterChannel master;
    private final Tasks tasks;
    private final Map<JobId, Entry> jobs = new LinkedHashMap<>();
    private final Set<JobId> movedAway = new LinkedHashSet<>();
    private long masterlessSinceNanos = UNSET;
    private int size;

    JobAdmissionControl(NodeContext context, MasterChannel master, Tasks tasks) {
        this.context = context;
        this.master = master;
        this.tasks = tasks;
    }

    /** Tasks that are kept here. */
    int size() {
        return size;
    }

    /** What is known of a job. */
    JobStanding standing(JobId job) {
        Entry entry = jobs.get(job);
        return entry == null
                ? JobStanding.PLAIN
                : new JobStanding(entry.minWorkers, entry.state, entry.why);
    }

    /** Why a task is kept here that is not accepted yet; null when it is not here. */
    @Nullable String whyNotAdmitted(TaskId id) {
        for (Entry entry : jobs.values()) {
            if (entry.tasks.containsKey(id)) {
                return entry.why;
            }
        }
        return null;
    }

    // ---- Jobs come and go

    /** A client opens a job, or says again that it did. */
    void open(Event.JobOpened event) {
        movedAway.remove(event.job());
        Entry known = jobs.get(event.job());
        if (known == null && jobs.size() >= MAX_JOBS) {
            return;
        }
        Entry entry = known != null ? known : new Entry(event.job(), event.session());
        jobs.put(event.job(), entry);
        entry.session = event.session();
        entry.away = false;
        entry.outlives |= event.outlives();
        boolean isNew = event.minWorkers() > entry.minWorkers && !tasks.hasOpen(event.job());
        entry.minWorkers = Math.max(entry.minWorkers, event.minWorkers());
        if (isNew && entry.state == State.BEGUN && !isWithoutMaster()) {
            entry.state = State.WAITS;
            entry.why = "the master has not answered yet";
        }
        report(List.of(entry));
    }

    /**
     * The disk has kept a job: it has begun if anything of it was accepted. Nothing is asked for it
     * any more when that is done, until its client is back.
     */
    void recover(JournalRecord.JobOpened kept) {
        Entry entry = new Entry(kept.job(), kept.session());
        entry.outlives = true;
        entry.away = true;
        entry.minWorkers = tasks.hasOpen(kept.job()) ? kept.minWorkers() : 0;
        jobs.put(kept.job(), entry);
    }

    /** Another owner passes a job on, which has begun there. */
    void adopt(JournalRecord.JobOpened passed) {
        Entry entry = jobs.computeIfAbsent(passed.job(), job -> new Entry(job, passed.session()));
        entry.minWorkers = Math.max(entry.minWorkers, passed.minWorkers());
    }

    /** Whether the client of a job that was opened here continues at another node. */
    boolean hasMovedAway(JobId job) {
        return movedAway.contains(job);
    }

    /** A job has ended; whether it was this node's to end. */
    boolean end(JobId job) {
        Entry entry = jobs.remove(job);
        if (entry != null) {
            reject(entry, "its job was ended");
            master.send(term -> new PhaseReply.JobOver(term, job));
        }
        return !movedAway.remove(job);
    }

    /**
     * A session will not come back.
     *
     * @param moved its client continues at another node
     */
    void closeAllOf(long session, boolean moved) {
        List<Entry> ended =
                jobs.values().stream().filter(entry -> entry.session == session).toList();
        for (Entry entry : ended) {
            drop(entry);
            jobs.remove(entry.job);
            if (!moved) {
                master.send(term -> new PhaseReply.JobOver(term, entry.job));
            } else if (movedAway.size() < MAX_MOVED) {
                movedAway.add(entry.job);
            }
        }
    }

    /** The client of a session is gone: no client wants what was not accepted. */
    void clientLost(long session) {
        dropAllOf(session);
        for (Entry entry : jobs.values()) {
            if (entry.session == session) {
                entry.away = true;
            }
        }
    }

    /** A client is there, or there again. */
    void clientBack(long session) {
        for (Entry entry : jobs.values()) {
            entry.away &= entry.session != session;
        }
    }

    /** This node leaves: clients submit elsewhere what is not accepted here. */
    void leave() {
        jobs.values().forEach(this::drop);
    }

    /** The client of a session submits elsewhere what is not accepted here. */
    void dropAllOf(long session) {
        for (Entry entry : jobs.values()) {
            if (entry.session == session) {
                drop(entry);
            }
        }
    }

    // ---- Tasks

    /** Whether a task is kept that a client submits. */
    boolean has(Task task) {
        Entry entry = jobs.get(task.kind().job());
        return entry != null && entry.tasks.containsKey(task.id());
    }

    /** The numbers of the tasks that are kept of a session. */
    Set<Long> numbersOf(long session) {
        Set<Long> numbers = new LinkedHashSet<>(0);
        for (Entry entry : jobs.values()) {
            if (entry.session == session) {
                entry.tasks.keySet().forEach(task -> numbers.add(task.number()));
            }
        }
        return numbers;
    }

    /** Whether a task is not to be accepted now: it is kept, or was rejected. */
    boolean stops(long session, Submission submission) {
        Task task = submission.task();
        Entry entry = task.isSpawned() ? null : jobs.get(task.kind().job());
        if (entry == null || entry.state == State.BEGUN) {
            return false;
        }
        if (entry.state == State.REFUSED) {
            if (submission.epoch() > 1) {
                return false;
            }
            tasks.reject(session, task, refusal(entry));
            return true;
        }
        QueuedTask before = entry.tasks.get(task.id());
        if (before != null) {
            tasks.drop(task);
        } else {
            size++;
        }
        Task kept = before != null ? before.task() : task;
        long since = context.now - submission.waitedNanos();
        if (before != null) {
            since = Math.min(since, before.sinceNanos());
        }
        entry.tasks.put(task.id(), new QueuedTask(session, kept, submission.epoch(), since));
        tasks.waits(session, task.id().number());
        return true;
    }

    /** No node wants a task any more that may be kept here. */
    void cancel(TaskId id, String why) {
        for (Entry entry : jobs.values()) {
            QueuedTask kept = entry.tasks.remove(id);
            if (kept != null) {
                size--;
                tasks.reject(kept.session(), kept.task(), why);
            }
        }
    }

    private static String refusal(Entry entry) {
        return "job " + entry.job + " is not admitted: " + entry.why;
    }

    private void begin(Entry entry) {
        entry.state = State.BEGUN;
        entry.why = "";
        for (QueuedTask kept : takeAll(entry)) {
            tasks.accept(kept.session(), kept.submission(context.now));
        }
    }

    private void reject(Entry entry, String why) {
        takeAll(entry).forEach(kept -> tasks.reject(kept.session(), kept.task(), why));
    }

    private void drop(Entry entry) {
        takeAll(entry).forEach(kept -> tasks.drop(kept.task()));
    }

    private List<QueuedTask> takeAll(Entry entry) {
        List<QueuedTask> all = List.copyOf(entry.tasks.values());
        size -= all.size();
        entry.tasks.clear();
        return all;
    }

    // ---- The master

    /** The master says whether a job begins. */
    void judged(MasterCommand.Job word) {
        Entry entry = jobs.get(word.job());
        if (entry == null) {
            if (word.verdict() == MasterCommand.Verdict.BEGINS) {
                master.send(term -> new PhaseReply.JobOver(term, word.job()));
            }
            return;
        }
        if (entry.state != State.WAITS) {
            return;
        }
        entry.why = word.why();
        switch (word.verdict()) {
            case BEGINS -> begin(entry);
            case WAITS -> {}
            case REFUSED -> refuse(entry);
        }
    }

    private void refuse(Entry entry) {
        entry.state = State.REFUSED;
        for (QueuedTask kept : takeAll(entry)) {
            if (kept.epoch() > 1) {
                tasks.accept(kept.session(), kept.submission(context.now));
            } else {
                tasks.reject(kept.session(), kept.task(), refusal(entry));
            }
        }
    }

    /** Tells the master of all jobs; where none has been for long, all begin. */
    void beat() {
        if (master.isThere()) {
            masterlessSinceNanos = UNSET;
            report(List.copyOf(jobs.values()));
        } else if (isWithoutMaster()) {
            for (Entry entry : List.copyOf(jobs.values())) {
                if (entry.state == State.WAITS) {
                    begin(entry);
                }
            }
        }
    }

    /** The master is to know of these, those that were refused excepted. */
    private void report(List<Entry> entries) {
        List<PhaseReply.JobWish> wishes = new ArrayList<>();
        for (Entry entry : entries) {
            if (entry.state != State.REFUSED) {
                wishes.add(
                        new PhaseReply.JobWish(
                                entry.job,
                                minWorkers(entry),
                                entry.state == State.BEGUN,
                                entry.outlives,
                                tasks.attachment(entry.session)));
            }
        }
        for (int from = 0; from < wishes.size(); from += PhaseReply.Jobs.MAX_JOBS) {
            int to = Math.min(wishes.size(), from + PhaseReply.Jobs.MAX_JOBS);
            List<PhaseReply.JobWish> part = List.copyOf(wishes.subList(from, to));
            master.send(term -> new PhaseReply.Jobs(term, part));
        }
    }

    /** What is kept for a client that is gone, and is done, asks for nothing. */
    private int minWorkers(Entry entry) {
        return entry.away && !tasks.hasOpen(entry.job) ? 0 : entry.minWorkers;
    }

    /** Whether no node has been master for a holder's lease, or no node can be. */
    private boolean isWithoutMaster() {
        if (master.isThere()) {
            masterlessSinceNanos = UNSET;
            return false;
        }
        if (masterlessSinceNanos == UNSET) {
            masterlessSinceNanos = context.now;
        }
        return !master.isPossible()
                || context.now - masterlessSinceNanos >= context.config.holderLeaseNanos();
    }
}
