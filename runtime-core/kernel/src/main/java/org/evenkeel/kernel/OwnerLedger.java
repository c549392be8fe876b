package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.Durability;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Outcome.Status;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.Submission;
import org.jspecify.annotations.Nullable;

/**
 * The tasks this node accepted: issues their grants, commits one outcome for each, and keeps it
 * until the submitter has acknowledged it.
 *
 * <p>A result counts only under the current grant. The other rules decide when the next grant is
 * issued after the holder is lost.
 */
final class OwnerLedger {

    /** What the ledger asks of the rest of the node. */
    interface Custodian {
        /** Takes a fresh copy into custody and places it. */
        void place(HeldTask copy);

        /** Why the policy does not accept so many tasks that a client submits together, or null. */
        @Nullable String refusal(int tasks);

        /**
         * Another owner's copy of a task that is now submitted here, if there is one, is out of
         * date.
         */
        void dropForeign(TaskId id, String why);

        /**
         * This node's copy of another owner's task under this grant is its own from now on; null
         * when it has none.
         */
        @Nullable HeldTask claim(TaskId id, Grant grant);

        /** The task is its own now, and perhaps its result waits here for the owner before. */
        void commitHeld(OwnedTask entry);

        /** Stops and forgets this node's copy. */
        void stop(HeldTask copy, String why);

        /** A copy that ended by a tail call has its outcome now. */
        void complete(HeldTask copy, Outcome outcome, long runNanos);

        /** A child's outcome goes to the session of its parent's worker. */
        void childDone(Task child);

        /** The peers whose links are up. */
        List<NodeRef> linked();

        /** The latest process of a node that is known, or the one given. */
        NodeRef latest(NodeRef process);

        /** The peer's process as known, or null. */
        @Nullable NodeRef peer(NodeId id);

        /** Whether another node has said that it owns the session's tasks, or some, by now. */
        boolean isOwnedElsewhere(long session);
    }

    private final NodeContext context;
    private final Custodian custodian;
    private final OwnedTasks owned = new OwnedTasks();
    private final ClientAttachments sessions;
    private final Jobs jobs;
    private final JobAdmissionControl gate;
    private final SubmissionsOnHold onHold;
    private final AcceptanceReporter acceptanceReporter;
    private final Replicas replicas;
    private final TaskRecords records;
    private final Grants grants;
    private final CheckpointStore checkpoints;
    private final NextOwners nextOwners = new NextOwners();
    private final DueTasks deadlines;

    OwnerLedger(
            NodeContext context,
            Custodian custodian,
            Replicas.Peers peers,
            QuotaQueue quotaQueue,
            MasterChannel master) {
        this.context = context;
        this.custodian = custodian;
        this.jobs = new Jobs(context, quotaQueue);
        this.sessions =
                new ClientAttachments(
                        context, jobs::complete, custodian::latest, custodian::linked);
        this.acceptanceReporter = new AcceptanceReporter(context, sessions);
        this.gate = new JobAdmissionControl(context, master, new AdmissionListener());
        this.onHold = new SubmissionsOnHold(context);
        this.replicas = new Replicas(context, owned, peers, jobs::origin);
        this.records = new TaskRecords(context, owned, replicas, jobs::origin, this::written);
        this.grants =
                new Grants(
                        context,
                        owned,
                        records,
                        custodian,
                        (task, outcome) -> done(task, outcome, ""));
        this.checkpoints = new CheckpointStore(context, owned, records, grants);
        this.deadlines = new DueTasks(context, Event.Timer.DEADLINE);
    }

    CheckpointStore checkpoints() {
        return checkpoints;
    }

    Grants grants() {
        return grants;
    }

    Replicas replicas() {
        return replicas;
    }

    NextOwners nextOwners() {
        return nextOwners;
    }

    int size() {
        return owned.size();
    }

    Collection<OwnedTask> all() {
        return owned.all();
    }

    @Nullable OwnedTask get(TaskId id) {
        return owned.get(id);
    }

    // ---- Sessions

    /** A session begins or continues: what it has not acknowledged is delivered again. */
    void open(Event.SessionOpened event) {
        long session = event.session();
        gate.clientBack(session);
        onHold.cameBack(session);
        Set<Long> notAdmitted = gate.numbersOf(session);
        acceptanceReporter.cameAgain(
                session,
                number -> notAdmitted.contains(number) || isPending(new TaskId(session, number)));
        if (!sessions.open(event)) {
            return;
        }
        for (OwnedTask task : owned.all()) {
            if (task.session == session) {
                deliverAgain(task);
            }
        }
    }

    /** Whether a task that is not accepted yet is here all the same: on hold, or in a step. */
    private boolean isPending(TaskId id) {
        OwnedTask known = owned.get(id);
        boolean inStep = known != null && (known.isBeingWritten() || known.isPassing);
        return inStep || onHold.has(id);
    }

    /** The client that is here may not have the result yet; not before it is durable. */
    void deliverAgain(OwnedTask task) {
        Outcome outcome = task.outcome;
        if (outcome != null && !task.isBeingWritten()) {
            context.out.deliver(task.session, task.id().number(), outcome, task.ranOn);
        }
    }

    /**
     * A session will not come back: no client wants its tasks any more, tail-called ones excepted.
     */
    void close(long session, String why) {
        close(session, false, why);
    }

    private void close(long session, boolean moved, String why) {
        gate.closeAllOf(session, moved);
        onHold.drop(session);
        sessions.close(session);
        acceptanceReporter.close(session);
        jobs.closeAllOf(session);
        dropTasksOf(session, true, why);
    }

    /** What the disk has kept is not known to be replicated: no node hears of it before it is. */
    private void recoverReplica(OwnedTask entry) {
        acceptanceReporter.beingWritten(entry.session, entry.id().number());
        Outcome outcome = entry.outcome;
        records.replicated(
                entry,
                () -> {
                    if (outcome != null) {
                        report(entry, outcome);
                    }
                });
    }

    ClientAttachments sessions() {
        return sessions;
    }

    /**
     * Whether its client has submitted here what the node where it is now knows nothing of: that
     * one attached to what it had from before. Where the process before crashed, or only a part has
     * come, the tasks themselves tell.
     */
    boolean hasMore(PeerMessage.SessionMoved moved) {
        if (sessions.hasMore(moved)) {
            return true;
        }
        for (OwnedTask task : owned.all()) {
            boolean later = task.grant.submissions() > moved.since();
            if (later && task.session == moved.session() && !task.task.isSpawned()) {
                return true;
            }
        }
        return false;
    }

    /** A node says that a client has moved there. */
    void moved(PeerMessage.SessionMoved moved, NodeRef to) {
        if (sessions.hasMoved(moved)) {
            jobs.gone(moved.session(), to.id()); // a later process is to know that it had them
            close(moved.session(), true, "its client resubmitted it elsewhere, reports " + to.id());
            context.out.later(new Effect.ForgetSession(moved.session()));
        }
        sessions.onMoved(moved, to);
        context.out.send(to, new PeerMessage.SessionLeft(moved.session(), moved.attachment()));
    }

    /** The client is gone and may come back: what does not outlive it is dropped. */
    void clientLost(long session, String why) {
        gate.clientLost(session);
        onHold.clientLost(session);
        dropTasksOf(session, false, why);
    }

    private void dropTasksOf(long session, boolean all, String why) {
        List<OwnedTask> orphans = new ArrayList<>();
        for (OwnedTask task : owned.all()) {
            boolean dropped = all || !jobs.outlives(task.task.kind().job());
            if (task.session == session && task.tailFor == null && dropped) {
                orphans.add(task);
            }
        }
        for (OwnedTask task : orphans) {
            if (!task.isDone()) {
                drop(task, why);
            }
            forget(task);
        }
    }

    /** A client opens a job, unless it was told to go: then it opens the job where it goes. */
    void clientOpens(Event.JobOpened job) {
        if (!onHold.isPassedOn(job.session())) {
            openJob(job);
        }
    }

    void openJob(Event.JobOpened job) {
        jobs.open(job, sessions.complete(job.session()), sessions.since(job.session()));
        gate.open(job);
    }

    /** What another owner had of a session since this attachment joins what is here of it. */
    void joined(long session, int attachment, int since) {
        sessions.recover(session, attachment, since);
        jobs.complete(session, sessions.complete(session), sessions.since(session));
    }

    /** Everything of a session has come from another owner, and is on this disk. */
    void came(long session, int attachment, int since) {
        sessions.came(session, attachment, since);
        int latest = sessions.complete(session);
        for (JournalRecord.JobOpened job : jobs.came(session, latest, sessions.since(session))) {
            gate.adopt(job);
            gate.open(
                    new Event.JobOpened(
                            session,
                            job.job(),
                            job.secret(),
                            job.name(),
                            true,
                            job.submitter(),
                            job.minWorkers()));
        }
    }

    /** Everything that was here of a session is another process's; its client knows. */
    void goneTo(long session, NodeRef to) {
        gate.closeAllOf(session, true);
        onHold.passed(session);
        sessions.close(session);
        acceptanceReporter.close(session);
        jobs.gone(session, to.id());
        context.out.later(new Effect.ForgetSession(session));
    }

    /**
     * A job ended: no client wants what its client submitted any more.
     *
     * @return whether every node is to clean up after it: its client has not gone on elsewhere
     */
    boolean closeJob(JobId job) {
        boolean ours = gate.end(job);
        for (Task task : onHold.takeAllOf(job)) {
            reject(task.id().origin(), task, "its job was ended", true);
            acceptanceReporter.written(task.id().origin(), task.id().number());
        }
        List<OwnedTask> open = new ArrayList<>();
        for (OwnedTask task : owned.all()) {
            boolean submitted = !task.isDone() && !task.task.isSpawned();
            if (submitted && task.task.kind().job().equals(job)) {
                open.add(task);
            }
        }
        open.forEach(task -> cancel(task, "its job was ended"));
        jobs.close(job);
        return ours;
    }

    /** Whether everything of a job is here, as its client has submitted it. */
    boolean hasEverythingOf(JobId job) {
        return sessions.hasEverything(jobs.session(job));
    }

    JobAdmissionControl gate() {
        return gate;
    }

    Jobs jobs() {
        return jobs;
    }

    // ---- After a restart

    /** Takes over what the disk kept: outcomes wait for their clients, the rest for its holders. */
    void recover(Event.Recovered kept) {
        jobs.recover(kept.jobs());
        Set<Long> going = new LinkedHashSet<>();
        Set<Long> never = new LinkedHashSet<>();
        for (JournalRecord.JobOpened job : kept.jobs()) {
            switch (job.place().kind()) {
                case HERE -> sessions.recover(job.session(), job.attachment(), job.since());
                case GOING -> {
                    sessions.recover(job.session(), job.attachment(), job.since());
                    sessions.passing(job.session());
                    sessions.asked(job.session());
                    going.add(job.session());
                }
                case GONE -> {}
                case COMING -> never.add(job.session());
            }
        }
        if (!kept.jobs().isEmpty()) {
            sessions.settle();
        }
        replicas.diskSince(kept.since());
        for (TaskState task : kept.tasks()) {
            if (never.contains(task.session())) {
                context.out.persist(new JournalRecord.Forgotten(task.id()));
                context.out.release(task);
                continue;
            }
            OwnedTask entry = new OwnedTask(task.task(), task.session(), task.grant());
            entry.isPassing = going.contains(task.session());
            entry.failures = task.failures();
            entry.deaths.addAll(task.deaths());
            entry.outcome = task.outcome();
            entry.ranOn = task.ranOn();
            entry.confirmedNanos = context.now;
            entry.awaited = !entry.isDone();
            owned.put(entry);
            sessions.recover(task.session());
            jobs.entered(task.task());
            waited(entry, 0); // how long is not known any more
            if (entry.outcome != null) {
                jobs.ended(task.task(), entry.outcome, entry.ranOn);
            }
            if (Replicas.isReplicated(entry)) {
                recoverReplica(entry);
            }
            context.traceBegin(
                    entry.task,
                    TraceKind.RECOVERED,
                    entry.isDone() ? "its outcome waits for its client" : "waiting for its holder");
        }
        jobs.outliving().forEach(gate::recover);
        if (kept.tasks().stream().anyMatch(task -> !task.isDone())) {
            grants.awaitHolders();
        }
    }

    /**
     * This node owns a task from now on that was another's: its holder continues under the grant
     * that is in force, until it is known to be gone (R11).
     *
     * @param inForce the grant under which a node may have it
     * @param first above every grant that another owner has issued
     * @param written runs when it is durable here
     * @return whether it was not owned here already
     */
    boolean adopt(TaskState state, Grant inForce, Grant first, Runnable written) {
        nextOwners.came(state.id(), first);
        OwnedTask known = owned.get(state.id());
        if (known != null && (known.grant.compareTo(first) >= 0 || isDoneIn(known, first))) {
            context.out.release(state);
            written.run();
            return false;
        }
        if (known != null) {
            replace(known);
        }
        OwnedTask entry = adopted(state, inForce, first);
        entry.adopted = inForce;
        entry.failures = state.failures();
        entry.deaths.addAll(state.deaths());
        entry.confirmedNanos = context.now;
        entry.outcome = state.outcome();
        entry.ranOn = state.ranOn();
        entry.awaited = !state.isDone() && entry.here == null;
        owned.put(entry);
        waited(entry, 0);
        sessions.recover(state.session());
        jobs.entered(entry.task);
        context.traceBegin(entry.task, TraceKind.ADOPTED, "");
        Outcome outcome = entry.outcome;
        records.accepted(
                entry,
                () -> {
                    if (outcome == null) {
                        entry.confirmedNanos = context.now; // its holder hears of it only now
                        written.run();
                    }
                });
        if (entry.isBeingWritten()) {
            acceptanceReporter.beingWritten(entry.session, entry.id().number());
        }
        if (outcome != null) {
            jobs.ended(state.task(), outcome, entry.ranOn);
            records.done(
                    entry,
                    outcome,
                    () -> {
                        report(entry, outcome);
                        written.run();
                    });
        } else {
            custodian.commitHeld(entry);
            checkpoints.claimed(entry);
        }
        return true;
    }

    /**
     * Whether it has ended here and its client has not submitted it again since: an owner that was
     * started anew does not know that it had passed it on, and passes it on once more.
     */
    private static boolean isDoneIn(OwnedTask known, Grant first) {
        return known.isDone() && known.grant.isOfSameSubmission(first);
    }

    /** It continues here if this node is the one that has it; the payload is kept once. */
    private OwnedTask adopted(TaskState state, Grant inForce, Grant first) {
        HeldTask here = state.isDone() ? null : custodian.claim(state.id(), inForce);
        if (here == null) {
            custodian.dropForeign(state.id(), "now owned here");
            return new OwnedTask(state.task(), state.session(), first);
        }
        if (here.task.payload().equals(state.task().payload())) {
            context.out.release(state);
        } else {
            context.out.release(here.task); // it has run since the owner before took a checkpoint
            here.task = state.task();
        }
        OwnedTask entry = new OwnedTask(here.task, state.session(), first);
        entry.here = here;
        entry.holder = context.self.id();
        return entry;
    }

    /** Another node owns the task now. */
    void passed(OwnedTask entry) {
        owned.remove(entry);
        forgetTimes(entry);
        Outcome outcome = entry.outcome;
        if (outcome != null) {
            context.out.release(outcome);
        } else {
            context.out.release(entry.task);
        }
        records.forgotten(entry);
    }

    /** It is not another's after all: what its client has said of it meanwhile counts now. */
    void kept(OwnedTask entry) {
        if (entry.submittedEpoch > 0) {
            again(entry, entry.submittedEpoch);
        }
        if (!entry.isBeingWritten()) {
            written(entry);
        }
    }

    /**
     * A step of it is durable: it is accepted. What its client has submitted again meanwhile counts
     * when no step waits any more, unless it is being passed on.
     */
    private void written(OwnedTask entry) {
        if (entry.isPassing) {
            return;
        }
        acceptanceReporter.written(entry.session, entry.id().number());
        if (!entry.isDone()
                && !entry.isBeingWritten()
                && entry.submittedEpoch > entry.grant.epoch()) {
            grants.raise(entry, entry.submittedEpoch);
        }
    }

    /** The process of a node that may hold tasks of this one, or null. */
    @Nullable NodeRef holder(NodeId id) {
        return custodian.peer(id);
    }

    TaskRecords records() {
        return records;
    }

    OwnedTasks owned() {
        return owned;
    }

    // ---- Submission

    void submit(long session, List<Submission> submissions, boolean draining) {
        if (onHold.isPassedOn(session)) { // it was on its way when its client was told to go
            submissions.forEach(one -> context.out.release(one.task()));
            return;
        }
        long last = 0;
        String refusal = sessions.isWorker(session) ? null : custodian.refusal(submissions.size());
        for (Submission submission : submissions) {
            Task task = submission.task();
            last = task.id().number();
            OwnedTask known = owned.get(task.id());
            if (known != null) {
                context.out.release(task);
                if (known.isPassing) {
                    known.submittedEpoch = Math.max(known.submittedEpoch, submission.epoch());
                    acceptanceReporter.beingWritten(session, last); // its next owner will accept it
                } else {
                    again(known, submission.epoch());
                }
                waited(known, submission.waitedNanos());
            } else if (draining && !sessions.isWorker(session)) {
                context.trace(task.id(), TraceKind.REJECTED, "this node is draining");
                context.out.release(task); // its client takes it to the session's next owner
                acceptanceReporter.beingWritten(session, last);
            } else if (onHold.has(task.id()) || gate.has(task)) {
                take(session, submission); // it is here already: no limit counts it twice
            } else if (owned.size() + gate.size() + onHold.size()
                    >= context.config.limits().owned()) {
                reject(
                        session,
                        submission,
                        "this node holds its maximum of "
                                + context.config.limits().owned()
                                + " tasks; submit again after some have ended");
            } else if (!isReplicable(task)) {
                reject(
                        session,
                        submission,
                        "no linked node could keep a replica; use durability DISK, or submit again "
                                + "when another node is linked");
            } else if (refusal != null && submission.epoch() == 1) {
                reject(session, task, refusal, true);
            } else {
                take(session, submission);
            }
        }
        acceptanceReporter.taken(session, last);
    }

    private void take(long session, Submission submission) {
        if (!gate.stops(session, submission)) {
            accept(session, submission);
        }
    }

    private boolean isReplicable(Task task) {
        return !task.survivesOwner()
                || task.kind().options().durability() != Durability.REPLICATED
                || replicas.isPossible();
    }

    private void reject(long session, Submission submission, String why) {
        if (submission.epoch() > 1) {
            sessions.rejected(session);
        }
        reject(session, submission.task(), why, false);
    }

    private void reject(long session, Task task, String why, boolean byPolicy) {
        context.trace(task.id(), TraceKind.REJECTED, why);
        context.out.reject(session, task.id().number(), why, byPolicy);
        context.out.release(task);
    }

    private void accept(long session, Submission submission) {
        Task task = submission.task();
        if (onHold.keeps(session, submission)) {
            acceptanceReporter.beingWritten(session, task.id().number());
            return;
        }
        int epoch = submission.epoch();
        if (epoch > 1) {
            custodian.dropForeign(task.id(), "its client resubmitted it here");
        }
        OwnedTask entry = new OwnedTask(task, session, Grant.first(epoch));
        owned.put(entry);
        waited(entry, submission.waitedNanos());
        context.counters.accepted++;
        jobs.entered(task);
        context.traceBegin(task, TraceKind.ACCEPTED, epoch == 1 ? "" : "resubmitted");
        records.accepted(entry, () -> accepted(entry));
        if (entry.isBeingWritten()) {
            acceptanceReporter.beingWritten(session, task.id().number());
        }
    }

    /**
     * The session's client is here again while another node is told to own what was here of it:
     * what it submits first is accepted when that node has refused.
     */
    void hold(long session) {
        onHold.begin(session);
    }

    /**
     * Another node may have the session, and its client is told to go there: it submits there, or
     * here again, what is not accepted.
     */
    void inDoubt(long session, NodeRef with) {
        gate.dropAllOf(session);
        onHold.passed(session);
        context.out.later(new Effect.PassSession(session, with));
    }

    /** The session is another process's, and its client, which is here, is told to go there. */
    void goneWithClient(long session, NodeRef to) {
        context.out.later(new Effect.PassSession(session, sessions.attachment(session), to));
        goneTo(session, to);
    }

    /** The session is this node's after all. */
    void acceptHeld(long session) {
        for (Submission one : onHold.end(session)) {
            OwnedTask known = owned.get(one.task().id());
            if (known == null) {
                accept(session, one);
            } else {
                context.out.release(one.task());
                again(known, one.epoch());
                if (!known.isBeingWritten()) {
                    acceptanceReporter.written(session, known.id().number());
                }
            }
        }
    }

    /** The acceptance is durable: the task begins its life, unless it has gone on meanwhile. */
    private void accepted(OwnedTask entry) {
        acceptanceReporter.written(entry.session, entry.id().number());
        grants.placeFirst(entry);
    }

    /** Another node owns the task under a later epoch: its client has moved there. */
    void overtaken(TaskId id, Grant byGrant) {
        OwnedTask entry = owned.get(id);
        if (entry != null
                && Math.max(entry.grant.epoch(), entry.submittedEpoch) < byGrant.epoch()) {
            replace(entry);
        }
    }

    /** What is owned here is out of date. */
    private void replace(OwnedTask entry) {
        String why = "it is owned under a later epoch";
        context.trace(entry.id(), TraceKind.DROPPED, why);
        if (!entry.isDone()) {
            grants.supersede(entry, why);
            context.out.release(entry.task);
        }
        forget(entry);
    }

    /** The submitter was not sure whether the task had arrived. */
    private void again(OwnedTask known, int epoch) {
        Outcome outcome = known.outcome;
        if (known.isBeingWritten()) {
            known.submittedEpoch = Math.max(known.submittedEpoch, epoch);
            return; // it counts when that is done
        }
        if (outcome != null) {
            context.out.deliver(known.session, known.id().number(), outcome, known.ranOn);
        } else if (epoch > known.grant.epoch()) {
            grants.raise(known, epoch);
        }
    }

    // ---- Outcomes

    /** The same of a task that continues nowhere in particular if it was suspended. */
    boolean commit(TaskId id, Grant grant, Outcome outcome, String ranOn) {
        return commit(id, grant, outcome, ranOn, null);
    }

    /**
     * Commits an outcome if its grant is current; whether it was.
     *
     * @param towards where a task that was suspended is to resume, if it can
     */
    boolean commit(
            TaskId id, Grant grant, Outcome outcome, String ranOn, @Nullable NodeId towards) {
        OwnedTask entry = owned.get(id);
        if (entry != null && entry.isTakenLate(grant, outcome)) {
            grants.supersede(entry, "accepted the late result of an earlier grant");
            return commit(id, entry.grant, outcome, ranOn);
        }
        if (entry == null || entry.isDone() || !entry.isUnder(grant)) {
            context.counters.superseded++;
            context.trace(id, TraceKind.SUPERSEDED, "its grant is not current");
            context.out.release(outcome);
            return false;
        }
        entry.here = null;
        Payload checkpoint = outcome.isSuspended() ? outcome.payload() : null;
        if (checkpoint != null) {
            suspended(entry, checkpoint, ranOn, towards);
            return true;
        }
        boolean failed = outcome.status() == Status.FAILED || outcome.status() == Status.TIMED_OUT;
        if (failed && entry.failures < retriesOf(entry) && !outcome.isFinal()) {
            retry(entry, outcome, ranOn);
            return true;
        }
        done(entry, outcome, ranOn);
        return true;
    }

    private static int retriesOf(OwnedTask entry) {
        return entry.task.kind().options().retries();
    }

    /** It has failed and is run again, perhaps later. */
    private void retry(OwnedTask entry, Outcome outcome, String ranOn) {
        TaskKind.Options options = entry.task.kind().options();
        entry.failures++;
        long delayNanos = options.retryRules().delayNanos(entry.id(), entry.failures);
        String later =
                delayNanos == 0 ? "" : String.format(Locale.ROOT, " in %.1f s", delayNanos / 1e9);
        jobs.retried(entry.task, outcome, ranOn);
        context.out.release(outcome);
        grants.issueLater(
                entry,
                delayNanos,
                entry.grant.next(),
                "retry "
                        + entry.failures
                        + " of "
                        + options.retries()
                        + later
                        + " after: "
                        + outcome.summary());
    }

    /** It resumes from its checkpoint, wherever that is; what it was before is not needed. */
    private void suspended(
            OwnedTask entry, Payload checkpoint, String where, @Nullable NodeId towards) {
        context.trace(
                entry.id(),
                TraceKind.KEPT,
                checkpoint.sizeBytes() + " bytes, suspended at " + where);
        context.out.release(entry.task);
        entry.task = entry.task.resumedFrom(checkpoint);
        grants.regrant(entry, towards, new NodeId(where), "it resumes from its checkpoint");
    }

    private void done(OwnedTask entry, Outcome outcome, String ranOn) {
        forgetTimes(entry);
        entry.outcome = outcome;
        entry.ranOn = ranOn;
        entry.holder = null;
        context.counters.committed++;
        jobs.ended(entry.task, outcome, ranOn);
        context.trace(entry.id(), TraceKind.COMMITTED, outcome.summary());
        context.out.release(entry.task);
        records.done(entry, outcome, () -> report(entry, outcome));
    }

    /** The outcome is durable: it goes to whoever waits for it. */
    private void report(OwnedTask entry, Outcome outcome) {
        HeldTask tailFor = entry.tailFor;
        if (tailFor != null) {
            owned.remove(entry);
            custodian.complete(tailFor, outcome, 0);
        } else {
            context.out.deliver(entry.session, entry.id().number(), outcome, entry.ranOn);
            if (entry.task.isSpawned()) {
                custodian.childDone(entry.task);
            }
        }
    }

    /** The child's outcome is to become the outcome of {@code parent}. */
    boolean delegate(TaskId child, HeldTask parent) {
        OwnedTask entry = owned.get(child);
        if (entry == null) {
            return false;
        }
        Outcome outcome = entry.outcome;
        if (outcome != null) {
            owned.remove(entry);
            custodian.complete(parent, outcome, 0);
        } else {
            entry.tailFor = parent;
        }
        return true;
    }

    /** The child that works for a delegated task, cancelled with it. */
    void cancelTailOf(HeldTask parent, String why) {
        OwnedTask child = null;
        for (OwnedTask entry : owned.all()) {
            if (entry.tailFor == parent) {
                child = entry;
            }
        }
        if (child != null) {
            grants.supersede(child, why);
            owned.remove(child);
            forgetTimes(child);
            context.out.release(child.task);
        }
    }

    void acknowledge(long session, long[] numbers) {
        for (long number : numbers) {
            OwnedTask entry = owned.get(new TaskId(session, number));
            if (entry != null && entry.isDone()) {
                context.counters.delivered++;
                context.trace(entry.id(), TraceKind.DELIVERED, "");
                forget(entry);
                acceptanceReporter.written(session, number); // nothing of it has to be any more
            }
        }
    }

    void cancel(long session, long[] numbers, String why) {
        for (long number : numbers) {
            gate.cancel(new TaskId(session, number), why);
            OwnedTask entry = owned.get(new TaskId(session, number));
            if (entry != null && !entry.isDone() && !entry.isPassing) {
                cancel(entry, why);
            }
        }
    }

    // ---- Deadlines

    /**
     * A task has waited for so long since its program submitted it, before this node knew of it. Of
     * what different nodes and the program say, the longest counts.
     */
    void waited(OwnedTask entry, long waitedNanos) {
        long limit = entry.task.kind().options().deadlineNanos();
        if (limit == 0 || entry.isDone()) {
            return;
        }
        long nanos = context.now + Math.max(0, limit - waitedNanos);
        DueTasks.Due known = entry.deadline;
        if (known == null || nanos < known.nanos()) {
            deadlines.remove(known);
            entry.deadline = deadlines.add(entry, nanos);
        }
    }

    /** How long an open task has waited since its program submitted it; 0 without a deadline. */
    long waitedNanos(OwnedTask entry) {
        DueTasks.Due deadline = entry.deadline;
        long limit = entry.task.kind().options().deadlineNanos();
        return deadline == null ? 0 : Math.max(0, limit - (deadline.nanos() - context.now));
    }

    /** Ends tasks whose deadlines are over: as if they were cancelled, with another outcome. */
    void endLate() {
        for (OwnedTask entry : deadlines.takeDue()) {
            entry.deadline = null;
            if (owned.get(entry.id()) != entry) {
                continue; // it ended with the one before, which it was working for
            }
            if (entry.isPassing) { // its next owner ends it, or this one does if it stays its owner
                long later = context.now + context.config.heartbeatNanos();
                entry.deadline = deadlines.add(entry, later);
            } else if (!entry.isDone()) {
                long limit = entry.task.kind().options().deadlineNanos();
                Outcome outcome = Outcome.deadlineExceeded(limit);
                context.trace(entry.id(), TraceKind.CANCELLED, outcome.summary());
                grants.supersede(entry, outcome.summary());
                done(entry, outcome, "");
            }
        }
    }

    private void forgetTimes(OwnedTask entry) {
        deadlines.remove(entry.deadline);
        entry.deadline = null;
        grants.delays().forget(entry);
    }

    /** Stops a task that no client wants the outcome of. */
    private void drop(OwnedTask entry, String why) {
        context.counters.cancelled++;
        context.trace(entry.id(), TraceKind.CANCELLED, why);
        grants.supersede(entry, why);
        context.out.release(entry.task);
    }

    private void cancel(OwnedTask entry, String why) {
        context.counters.cancelled++;
        context.trace(entry.id(), TraceKind.CANCELLED, why);
        grants.supersede(entry, why);
        done(entry, Outcome.cancelled(why), "");
    }

    private void forget(OwnedTask entry) {
        owned.remove(entry);
        forgetTimes(entry);
        Outcome outcome = entry.outcome;
        if (outcome != null) {
            context.out.release(outcome);
        }
        records.forgotten(entry);
    }

    /** What becomes of tasks whose job had to wait for its admission. */
    private final class AdmissionListener implements JobAdmissionControl.Tasks {
        @Override
        public void accept(long session, Submission submission) {
            OwnerLedger.this.accept(session, submission);
        }

        @Override
        public void reject(long session, Task task, String why) {
            OwnerLedger.this.reject(session, task, why, true);
            acceptanceReporter.written(session, task.id().number());
        }

        @Override
        public void waits(long session, long number) {
            acceptanceReporter.beingWritten(session, number);
        }

        @Override
        public void drop(Task task) {
            context.out.release(task);
        }

        @Override
        public int attachment(long session) {
            return sessions.attachment(session);
        }

        @Override
        public boolean hasOpen(JobId job) {
            return owned.all().stream()
                    .anyMatch(task -> !task.isDone() && task.task.kind().job().equals(job));
        }
    }
}
