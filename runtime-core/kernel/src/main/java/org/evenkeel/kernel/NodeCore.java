package org.evenkeel.kernel;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongFunction;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.phases.PhaseReport;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.model.AttachCandidate;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobOrigin;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.JobLocation;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskTraits;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PhaseReply;
import org.jspecify.annotations.Nullable;

/**
 * The deterministic state machine of one node: it owns the tasks it accepted, holds tasks of other
 * owners, and balances load with its neighbours.
 *
 * <p>Time is an argument; effects are returned as a list, to be performed in that order. Equal
 * state and equal events give equal effects. One thread at a time.
 *
 * <p>Each protocol has its own class: {@link OwnerLedger} (grants and outcomes), {@link HandOvers}
 * (offer, accept, reject), {@link ForeignTasks} (tasks of other owners and their results), {@link
 * Heartbeats} (leases), {@link PeerLinkTable} (connected peers) and {@link PeerLifecycle}
 * (consequences of a lost node), {@link Execution} and {@link Slots} (running tasks), {@code
 * Balancer} (placement). The {@link PeerMessageRouter} receives the messages of peers.
 */
public final class NodeCore {
    /** Why more of other nodes' tasks are refused, human-readable. */
    static final String HOLDS_MAXIMUM = "this node holds its maximum of tasks";

    private final NodeContext context;
    private final WaitingTasks waiting;
    private final Slots slots;
    private final QuotaQueue quotaQueue;
    private final PhaseTasks phaseTasks;
    private final ProgramTasks programTasks;
    private final Phases phases;
    private final Balancer balancer;
    private final OwnerLedger ledger;
    private final ForeignTasks foreignTasks;
    private final PeerLinkTable peerLinkTable;
    private final HandOvers handOvers;
    private final Heartbeats heartbeats;
    private final HolderSearch search;
    private final Drain drain;
    private final NodeLeave nodeLeave;
    private final Execution execution;
    private final Checkpoints checkpoints;
    private final AvailabilityWindow hours;
    private final ForecastBuilder forecastBuilder;
    private final AvailabilityTransition availabilityTransition;
    private final RecoveringOwners absent;
    private final ReplicaStore replicaStore;
    private final OwnershipTransferIn ownershipTransferIn;
    private final OwnershipTransferOut ownershipTransferOut;
    private final PeerLifecycle peerLifecycle;
    private final PeerMessageRouter peerMessageRouter;
    private final StartedMoves startedMoves;
    private final NodeInspection books;
    private int clusterSize = 1;

    private boolean hasHandled;
    private boolean heartbeatSet;
    private long heartbeatDueNanos;

    public NodeCore(NodeConfig config) {
        context = new NodeContext(config);
        NodeId self = config.self().id();
        boolean queueStack = config.loadModel().isQueueStack();
        waiting = new WaitingTasks(queueStack, self);
        slots = new Slots(context);
        Suspensions evacuation = new Suspensions(context, slots);
        hours =
                new AvailabilityWindow(
                        context,
                        (task, left, moves) ->
                                slots.endsWithin(task, left)
                                        || moves && evacuation.maySuspend(task, left));
        forecastBuilder = new ForecastBuilder(context, waiting, slots, hours);
        quotaQueue = new QuotaQueue(config.processors(), queueStack, waiting, self);
        phaseTasks = new PhaseTasks(queueStack, self);
        programTasks = new ProgramTasks(queueStack, self);
        balancer =
                new Balancer(
                        config.policy(),
                        config.loadModel(),
                        new OwnBalancerActions(),
                        waiting,
                        quotaQueue,
                        phaseTasks,
                        self);
        peerLinkTable = new PeerLinkTable(context);
        ledger =
                new OwnerLedger(
                        context,
                        new OwnCustodian(),
                        LinkedPeers.all(peerLinkTable),
                        quotaQueue,
                        new OwnMasterChannel());
        foreignTasks = new ForeignTasks(context, ledger);
        checkpoints = new Checkpoints(context, slots, foreignTasks, ledger.checkpoints());
        replicaStore = new ReplicaStore(context);
        ownershipTransferOut =
                new OwnershipTransferOut(
                        new SessionHandOff.Dependencies(context, ledger, foreignTasks, checkpoints),
                        peerLinkTable,
                        LinkedPeers.takingSessions(peerLinkTable));
        absent = new RecoveringOwners(context, peerLinkTable);
        ownershipTransferIn =
                new OwnershipTransferIn(context, ledger, replicaStore, absent, peerLinkTable);
        handOvers = new HandOvers(context, peerLinkTable, foreignTasks, ledger, new OwnNode());
        search = new HolderSearch(context, peerLinkTable, ledger.grants());
        heartbeats = new Heartbeats(context, foreignTasks, ledger, search, ownershipTransferOut);
        drain = new Drain(context, peerLinkTable, waiting, programTasks, handOvers, evacuation);
        phases =
                new Phases(
                        context,
                        peerLinkTable,
                        waiting,
                        slots,
                        quotaQueue,
                        phaseTasks,
                        balancer,
                        drain,
                        evacuation,
                        ledger.gate());
        nodeLeave =
                new NodeLeave(
                        context,
                        waiting,
                        quotaQueue,
                        slots,
                        phases,
                        ledger,
                        foreignTasks,
                        peerLinkTable,
                        heartbeats,
                        drain,
                        ownershipTransferOut);
        execution =
                new Execution(
                        context,
                        waiting,
                        quotaQueue,
                        phaseTasks,
                        programTasks,
                        slots,
                        balancer,
                        ledger,
                        foreignTasks,
                        evacuation,
                        checkpoints);
        availabilityTransition =
                new AvailabilityTransition(
                        context,
                        hours,
                        peerLinkTable,
                        slots,
                        waiting,
                        balancer,
                        execution,
                        evacuation,
                        drain);
        startedMoves =
                new StartedMoves(
                        new MoveCaller(context, peerLinkTable, balancer, slots, this::lacksWork),
                        new MoveBidder(
                                context,
                                slots,
                                waiting,
                                new MoveCandidates(context, slots, evacuation),
                                drain,
                                balancer));
        peerLifecycle =
                new PeerLifecycle(
                        context,
                        peerLinkTable,
                        new SilenceDetector(context, peerLinkTable),
                        absent,
                        ledger,
                        foreignTasks,
                        checkpoints,
                        handOvers,
                        heartbeats,
                        search,
                        execution,
                        balancer,
                        phases,
                        startedMoves,
                        replicaStore,
                        ownershipTransferOut,
                        ownershipTransferIn,
                        availabilityTransition,
                        drain);
        peerMessageRouter =
                new PeerMessageRouter(
                        context,
                        peerLinkTable,
                        ledger,
                        foreignTasks,
                        checkpoints,
                        handOvers,
                        heartbeats,
                        execution,
                        balancer,
                        phases,
                        replicaStore,
                        ownershipTransferIn,
                        ownershipTransferOut,
                        drain,
                        forecastBuilder,
                        peerLifecycle,
                        startedMoves);
        books =
                new NodeInspection(
                        waiting,
                        quotaQueue,
                        phaseTasks,
                        phases,
                        slots,
                        balancer,
                        ledger,
                        foreignTasks,
                        replicaStore,
                        drain::isOn,
                        drain::isTogether,
                        hours::isOpen,
                        absent,
                        (task, traits) -> now(task, traits, context.now));
    }

    /**
     * Handles one event and says what must now be done, in order.
     *
     * @param atNanos a clock that never goes back
     * @return the effects; the list is reused by the next call
     * @throws IllegalArgumentException when the clock has gone back
     */
    public List<Effect> handle(long atNanos, Event event) {
        if (hasHandled && atNanos < context.now) {
            throw new IllegalArgumentException(
                    "time runs backwards: %d ns after %d ns".formatted(atNanos, context.now));
        }
        hasHandled = true;
        context.now = atNanos;
        context.out.begin();
        availabilityTransition.advance();
        phases.begin();
        switch (event) {
            case Event.TasksSubmitted e -> {
                ledger.submit(e.session(), e.submissions(), drain.isOn());
                if (drain.isOn() && !ledger.sessions().isWorker(e.session())) {
                    ownershipTransferOut.isHandedOff(e.session());
                }
            }
            case Event.TasksFinished e -> execution.onTasksFinished(e);
            case Event.ResultLost e -> execution.onResultLost(e);
            case Event.OutcomesAcknowledged e -> ledger.acknowledge(e.session(), e.numbers());
            case Event.MessageReceived e -> peerMessageRouter.received(e.from(), e.peerMessage());
            case Event.SuspensionDeferred e -> execution.onSuspensionDeferred(e);
            case Event.TaskContinued e -> execution.onContinued(e);
            case Event.TaskParked e -> execution.onParked(e);
            case Event.TaskResumed e -> execution.onResumed(e);
            case Event.RecallAnswered e -> execution.onRecallAnswered(e);
            case Event.CancelRequested e -> ledger.cancel(e.session(), e.numbers(), e.why());
            case Event.SessionOpened e -> {
                ownershipTransferOut.cameBack(e.session());
                ledger.open(e);
            }
            case Event.SubmittedAgain e -> {
                if (!e.heir()) {
                    ownershipTransferOut.claimed(e.session());
                }
                ledger.sessions().submittedAgain(e);
            }
            case Event.SessionClosed e -> {
                ownershipTransferOut.closed(e.session());
                ownershipTransferIn.closed(e.session());
                ledger.close(e.session(), e.why());
            }
            case Event.JobOpened e -> ledger.clientOpens(e);
            case Event.ClientLost e -> ledger.clientLost(e.session(), e.why());
            case Event.Recovered e -> {
                ledger.recover(e);
                ownershipTransferOut.recover(e.jobs());
                replicaStore.recover(e.replicas(), e.complete());
            }
            case Event.JobTakenOver e -> ownershipTransferIn.takeOver(e);
            case Event.JobClosed e -> {
                if (ledger.hasEverythingOf(e.job())) {
                    replicaStore.ended(e.job());
                }
                if (ledger.closeJob(e.job())) {
                    peerLinkTable.broadcast(new PeerMessage.JobEnded(e.job()));
                }
            }
            case Event.SlotOpened e -> execution.onSlotOpened(e);
            case Event.SlotClosed e -> execution.onSlotClosed(e);
            case Event.WorkerDied e -> execution.onWorkerDied(e);
            case Event.PeerUp e -> peerLifecycle.up(e.peer(), e.features());
            case Event.PeerSeen e -> peerLifecycle.seen(e.peer());
            case Event.PeerDown e -> {
                peerLifecycle.down(e.peer());
                ownershipTransferIn.remind();
                peerLifecycle.releaseStrangers();
            }
            case Event.PeerRefused e -> peerLifecycle.refused(e.peer());
            case Event.PeerReached e -> peerLinkTable.reached(e.peer());
            case Event.PeerSilent e -> peerLifecycle.silent(e.peer());
            case Event.PeerForgotten e -> peerLifecycle.forgotten(e.peer(), e.by());
            case Event.NeighboursSet e -> onNeighbours(e);
            case Event.TimerFired e -> onTimer(e.timer());
            case Event.DrainStarted e -> nodeLeave.start(e);
            case Event.OfferUnusable e -> peerMessageRouter.unusable(e);
            case Event.AvailabilitySet e -> availabilityTransition.set(e.open(), e.closeMode());
            case Event.NoticeGiven e -> availabilityTransition.heed(e.notice());
            case Event.NoticeWithdrawn e -> availabilityTransition.withdraw(e.source());
        }
        settle();
        return context.out.end(peerLinkTable);
    }

    /** What every event ends with: windows filled, neighbours told, timers set. */
    private void settle() {
        phases.settle();
        balancer.placeQueued();
        availabilityTransition.settle();
        if (waiting.size() > 0 && !drain.isOn() && hours.isOpen() && !phaseTasks.isFrozen()) {
            slots.fillWindows(waiting);
        }
        balancer.setFrozenOut(drain.isOn() || isFull());
        balancer.forwardQueued();
        balancer.announce();
        startedMoves.settle();
        checkpoints.settle();
        if (!heartbeatSet) {
            heartbeatSet = true;
            heartbeatDueNanos = context.now + context.config.heartbeatNanos();
            context.out.later(new Effect.SetTimer(Timer.HEARTBEAT, heartbeatDueNanos));
        }
        nodeLeave.settle();
    }

    /** Whether a worker could take another task, and none waits here. */
    private boolean lacksWork() {
        return slots.busy() < slots.workers()
                && waiting.isEmpty()
                && slots.prefetched() == 0
                && phaseTasks.size() == 0
                && !phaseTasks.isFrozen()
                && !drain.isOn()
                && quotaQueue.size() == 0
                && hours.staysOpen()
                && !isFull();
    }

    /** Whether no more of other owners' tasks can be taken; neighbours are told HIGH meanwhile. */
    private boolean isFull() {
        return foreignTasks.size() >= context.config.limits().held();
    }

    private void onNeighbours(Event.NeighboursSet event) {
        clusterSize = Math.max(1, event.clusterSize());
        balancer.setNeighbours(event.neighbours());
        if (event.isSizeKnown()) {
            ledger.grants()
                    .setOthers(
                            clusterSize - 1,
                            event.others().isEmpty() ? event.neighbours() : event.others());
        }
        peerLifecycle.releaseStrangers();
    }

    // ---- Time

    private void onTimer(Timer timer) {
        switch (timer) {
            case POLICY -> balancer.onTimer();
            case HOURS -> {} // looked at before every event
            case PHASE -> phases.timerFired();
            case CHECKPOINT -> checkpoints.timerFired();
            case SEARCH -> search.timerFired();
            case MOVE -> startedMoves.timerFired();
            case RETRY -> ledger.grants().delays().timerFired();
            case DEADLINE -> ledger.endLate();
            case HEARTBEAT -> {
                boolean stoodStill =
                        context.now - heartbeatDueNanos > context.config.heartbeatNanos();
                heartbeatSet = false;
                heartbeats.beat();
                ledger.gate().beat();
                ownershipTransferIn.remind();
                peerLifecycle.dropOrphans();
                foreignTasks.dropOrphanedResults(absent);
                peerLifecycle.resend(null);
                ledger.sessions().reportAgain();
                ledger.replicas().check();
                replicaStore.forgetOld(absent);
                if (!stoodStill) {
                    checkLeases();
                }
                peerLifecycle.checkSilence(stoodStill);
                execution.sendToPrograms(peerLinkTable);
                nodeLeave.handOn();
                ownershipTransferOut.beat();
            }
            case LEAVE -> nodeLeave.timerFired();
        }
    }

    /** Not when this node itself stood still: what others said meanwhile is yet to be handled. */
    private void checkLeases() {
        ledger.grants().checkLeases();
        handOvers.checkLimits();
        for (HeldTask copy : heartbeats.expired()) {
            if (!absent.isPatient(copy.task, copy.owner)) {
                execution.stopForeign(copy, "its owner has not answered within the holder's lease");
            }
        }
    }

    // ---- For displays

    /** The last scheduling phases of which this node was the master, oldest first. */
    public List<PhaseReport> phases() {
        return phases.history();
    }

    /** Whether this node is the master of scheduling phases. */
    public boolean isMaster() {
        return phases.isMaster();
    }

    /** Whether this node's policy needs a master of scheduling phases. */
    public boolean wantsMaster() {
        return context.config.policy().phases() != null;
    }

    /** For how long the task that has waited here longest has waited; 0 if none waits. */
    public long longestWaitNanos(long nowNanos) {
        return display().longestWaitNanos(nowNanos);
    }

    /** The node as it is now. */
    public NodeStatus status() {
        return display().status(drain.isOn());
    }

    /** What moving started tasks took here, oldest first. */
    public List<MoveTimes.Step> migrations() {
        return context.migrations.latest();
    }

    /** Tasks in this node's records: its own first, then other owners' in its hands. */
    public List<NodeStatus.TaskLine> tasks(int atMost) {
        return display().tasks(atMost);
    }

    /** Where a task is now as far as this node knows, and why it does not run here. */
    public TaskNow now(TaskId id, long nowNanos) {
        return now(id, null, nowNanos);
    }

    /**
     * The same.
     *
     * @param traits of the task, for a node that does not know it; null where no node has told them
     */
    public TaskNow now(TaskId id, @Nullable TaskTraits traits, long nowNanos) {
        return new NowDisplay(display(), drain.isOn(), nowNanos).of(id, traits);
    }

    /** What the rules of other nodes depend on; null if the task is not known here. */
    public @Nullable TaskTraits traits(TaskId id) {
        OwnedTask own = ledger.get(id);
        HeldTask copy = foreignTasks.foreign(id);
        Task task = own != null ? own.task : copy != null ? copy.task : null;
        return task == null ? null : TaskTraits.of(task);
    }

    private NodeDisplay display() {
        return new NodeDisplay(
                context,
                waiting,
                quotaQueue,
                phaseTasks,
                programTasks,
                slots,
                hours,
                balancer,
                ledger,
                foreignTasks,
                peerLinkTable);
    }

    /** Every job with tasks in this node's records, and those whose client submitted here. */
    public Map<JobId, JobStatus> jobs() {
        return new JobDisplay(ledger, foreignTasks).all();
    }

    /** Whether the client of a job that was opened here continues at another node. */
    public boolean hasMovedAway(JobId job) {
        return ledger.gate().hasMovedAway(job);
    }

    /**
     * Whether this node, as the owner of a task, knows that what a copy of it does under this grant
     * counts no more: the task has ended, or continues under a later one.
     */
    public boolean isOver(TaskId id, Grant grant) {
        OwnedTask entry = ledger.get(id);
        return entry != null
                && (entry.isDone()
                        || !entry.isUnder(grant) && grant.compareTo(entry.inForce()) < 0);
    }

    /** The task of a job that runs in a slot, not one that waits; null for none. */
    public PeerMessage.@Nullable GrantedTask runningIn(int index, JobId job) {
        Slot slot = slots.get(index);
        HeldTask running = slot == null ? null : slot.running;
        return running != null && running.task.kind().job().equals(job)
                ? new PeerMessage.GrantedTask(running.id(), running.grant)
                : null;
    }

    /** Whether this node is the owner of a task. */
    public boolean owns(TaskId id) {
        return ledger.get(id) != null;
    }

    /** The owner of a task that is held here under this grant, null when none is. */
    public @Nullable NodeRef ownerOf(TaskId id, Grant grant) {
        HeldTask held = foreignTasks.find(id, grant);
        return held == null ? null : held.owner;
    }

    /** Whether the tasks of a job whose client submits here are accepted. */
    public JobStanding standing(JobId job) {
        return ledger.gate().standing(job);
    }

    /**
     * What became so far of the tasks that a job's client submitted here; nothing else of it is
     * counted.
     */
    public JobStatus tally(JobId job) {
        return new JobDisplay(ledger, foreignTasks).tally(job);
    }

    /**
     * Why tasks that a job's client submitted here failed, the most frequent cause first; counted
     * as {@link #tally} counts them.
     */
    public List<FailureGroup> failures(JobId job) {
        return ledger.jobs().tally(job).failures();
    }

    /**
     * The tasks that a job's client submitted here and whose outcomes no client had yet, by number.
     *
     * @param above their numbers are greater than this
     */
    public List<JobStatus.TaskLine> jobTasks(JobId job, long above, int atMost) {
        return new JobDisplay(ledger, foreignTasks).tasks(job, above, atMost);
    }

    /**
     * The latest attachment of a job's client to this node after which everything of the job was
     * here, 0 for none; of two nodes that have a job, the one with the greater has its tasks.
     *
     * @return empty for a job that does not outlive its client
     */
    public OptionalInt attachment(JobId job) {
        JournalRecord.JobOpened opened = ledger.jobs().outliving(job);
        if (opened == null) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(opened.place().equals(JobLocation.HERE) ? opened.attachment() : 0);
    }

    /**
     * The latest attachment of a session's client to a node for which this one keeps replicas, or
     * to one that is not linked, as far as this node has heard of it. A node with an earlier
     * attachment does not have all of the client's jobs, although it may be the only one that
     * answers. 0 where nothing is known.
     */
    public int attachmentElsewhere(long session) {
        return Math.max(
                ledger.sessions().attachmentElsewhere(session, peerLinkTable::isUp),
                replicaStore.attachmentElsewhere(session, peerLinkTable, absent));
    }

    /**
     * What a program finds here that wants to attach to a job; null when there is nothing. Where
     * this node has the job, and keeps a later state of it that can be taken over, that is a
     * replica: both are joined when the program attaches.
     */
    public @Nullable AttachCandidate attachCandidate(JobId job) {
        AttachCandidate replica = ownershipTransferIn.attachCandidate(job);
        return replica == null ? ownedCandidate(job) : replica;
    }

    /** The same of what this node has itself; null when it does not have the job. */
    public @Nullable AttachCandidate ownedCandidate(JobId job) {
        OptionalInt attachment = attachment(job);
        if (attachment.isEmpty()) {
            return null;
        }
        int known = attachment.getAsInt();
        return AttachCandidate.ofOwner(known, known == 0 || isSettling(), goingTo(job) != null);
    }

    /** The node that may have taken a job that was here, and has not said yet; null for none. */
    public @Nullable NodeId goingTo(JobId job) {
        JournalRecord.JobOpened opened = ledger.jobs().outliving(job);
        return opened == null || opened.place().equals(JobLocation.HERE)
                ? null
                : new NodeId(opened.place().node());
    }

    /**
     * Whether this process is young and other nodes may still have to say that clients of an
     * earlier one have moved to them.
     */
    public boolean isSettling() {
        return ledger.sessions().isSettling();
    }

    /** What is known here of another node; {@link PeerInfo#UNKNOWN} of one never heard of. */
    public PeerInfo acquaintance(NodeId node) {
        return peerLifecycle.acquaintance(node);
    }

    /** The last process of another node that is known here; null when none is. */
    public @Nullable NodeRef lastProcess(NodeId node) {
        return peerLifecycle.lastProcess(node);
    }

    /** The jobs of which this node keeps a replica and whose owner's process is gone. */
    public Set<JobId> orphanedJobs() {
        return ownershipTransferIn.orphanedJobs();
    }

    /** Whose a job is of which a replica can be taken over here; null when there is none. */
    public @Nullable JobOrigin orphanOrigin(JobId job) {
        return ownershipTransferIn.orphanOrigin(job);
    }

    /**
     * What this node keeps of a job for an owner whose process is gone; of a job that it has itself
     * only what is later. Empty when nothing.
     */
    public List<Event.Replica> orphanedReplicas(JobId job) {
        return ownershipTransferIn.orphansOf(job);
    }

    /** What {@link Event.JobTakenOver} makes this node's own. */
    public List<Event.Replica> replicasTakenWith(JobId job) {
        return ownershipTransferIn.takenWith(job);
    }

    /** The records, open for reading; always the same object. */
    public NodeInspection books() {
        return books;
    }

    /** What a submitter has of this node's processors; nothing where no quota limits it. */
    public NodeStatus.Processors processors(String submitter) {
        return quotaQueue.processors(submitter);
    }

    /** What happened here, and why. */
    public TraceLog trace() {
        return context.trace;
    }

    // ---- What the parts may do

    private final class OwnBalancerActions implements BalancerActions {
        @Override
        public LoadSample sample() {
            return new LoadSample(
                    hours.isOpen() ? slots.workers() : 0,
                    slots.busy(),
                    waiting.size() + slots.prefetched(),
                    waiting.weight(),
                    waiting.totalWeight(),
                    clusterSize);
        }

        @Override
        public int room() {
            return hours.isOpen() ? slots.room() : 0;
        }

        @Override
        public boolean admits(HeldTask task) {
            return hours.admits(task);
        }

        @Override
        public String whyNot() {
            return hours.whyNot();
        }

        @Override
        public void pause() {
            hours.pause();
        }

        @Override
        public double speed() {
            return context.config.policy().movesStarted()
                    ? context.config.phases().speed()
                    : PeerMessage.Load.UNKNOWN_SPEED;
        }

        @Override
        public void cameToResume() {
            startedMoves.came();
        }

        @Override
        public AvailabilityForecast outlook(NeighbourTable table) {
            return forecastBuilder.now(table);
        }

        @Override
        public long nowNanos() {
            return context.now;
        }

        @Override
        public void start(HeldTask task, String reason) {
            slots.start(task, reason);
        }

        @Override
        public void offer(HeldTask task, NodeId to, String reason) {
            PeerLinkTable.Peer peer = peerLinkTable.get(to);
            if (peer == null) {
                throw new IllegalStateException("no link to " + to);
            }
            handOvers.offer(task, peer.ref, reason);
        }

        @Override
        public void waits(HeldTask task, String reason) {
            context.trace(task.id(), TraceKind.WAITING, reason);
        }

        @Override
        public void send(NodeId to, PeerMessage peerMessage) {
            peerLinkTable.sendIfUp(to, peerMessage);
        }

        @Override
        public void recall(int atMost) {
            slots.recall(atMost);
        }

        @Override
        public void wakeAfter(long afterNanos) {
            context.out.later(new Effect.SetTimer(Timer.POLICY, context.now + afterNanos));
        }
    }

    private final class OwnCustodian implements OwnerLedger.Custodian {
        @Override
        public void place(HeldTask copy) {
            if (!drain.handsOn(copy)) {
                execution.place(copy, null);
            }
        }

        @Override
        public @Nullable String refusal(int tasks) {
            return balancer.refusal(tasks);
        }

        @Override
        public void dropForeign(TaskId id, String why) {
            HeldTask copy = foreignTasks.foreign(id);
            if (copy != null) {
                execution.stopForeign(copy, why);
            }
        }

        @Override
        public @Nullable HeldTask claim(TaskId id, Grant grant) {
            return foreignTasks.claim(id, grant);
        }

        @Override
        public void commitHeld(OwnedTask entry) {
            foreignTasks.returnToOwner(entry);
        }

        @Override
        public void stop(HeldTask copy, String why) {
            execution.stop(copy, why);
        }

        @Override
        public void complete(HeldTask copy, Outcome outcome, long runNanos) {
            foreignTasks.complete(copy, outcome, runNanos);
        }

        @Override
        public void childDone(Task child) {
            TaskId parent = child.parent();
            if (parent == null) {
                return;
            }
            for (Slot slot : slots.all()) {
                if (!slot.parked.isEmpty()) {
                    slots.childDone(slot, parent, child.id());
                }
            }
        }

        @Override
        public List<NodeRef> linked() {
            return peerLinkTable.up().stream().map(peer -> peer.ref).toList();
        }

        @Override
        public NodeRef latest(NodeRef process) {
            return peerLinkTable.latest(process);
        }

        @Override
        public @Nullable NodeRef peer(NodeId id) {
            PeerLinkTable.Peer peer = peerLinkTable.get(id);
            return peer == null ? null : peer.ref;
        }

        @Override
        public boolean isOwnedElsewhere(long session) {
            return ownershipTransferOut.isFollowing(session)
                    || ownershipTransferIn.isComing(session);
        }
    }

    private final class OwnMasterChannel implements MasterChannel {
        @Override
        public boolean isPossible() {
            return wantsMaster();
        }

        @Override
        public boolean isThere() {
            return phases.masterKnown() != null;
        }

        @Override
        public void send(LongFunction<PhaseReply> ofTerm) {
            phases.sendToMaster(ofTerm);
        }
    }

    private final class OwnNode implements HandOvers.Node {
        @Override
        public void arrived(HeldTask copy, NodeId from) {
            execution.place(copy, from);
        }

        @Override
        public void counted(NodeId from) {
            balancer.offerAnswered(from);
        }

        @Override
        public void afterRefusal(NodeId from) {
            balancer.afterRefusal(from);
        }

        @Override
        public void cameBack(HeldTask copy, NodeId by) {
            phases.refusedBy(by);
            if (copy.task.kind().isServed()) {
                execution.place(copy, null);
            } else {
                balancer.refused(copy, by);
            }
        }

        @Override
        public @Nullable String refusal(NodeId from, HeldTask offered) {
            if (drain.isOn()) {
                return "this node is draining";
            }
            if (!hours.admits(offered)) {
                String why = hours.whyNot();
                hours.pause();
                return why;
            }
            return isFull() ? HOLDS_MAXIMUM : phases.refusal(from);
        }

        @Override
        public void overtaken(HeldTask copy) {
            execution.stop(copy, "a newer grant arrived");
        }

        @Override
        public NodeRef current(Task task, NodeRef owner) {
            return task.survivesOwner() ? peerLinkTable.latest(owner) : owner;
        }

        @Override
        public boolean isOrphan(Task task, NodeRef owner) {
            return absent.isOrphan(owner, task.survivesOwner());
        }

        @Override
        public void passedOn(HeldTask copy, NodeId by, @Nullable NodeRef owner) {
            heartbeats.passedOn(copy.owner);
            PeerLinkTable.Peer holder = peerLinkTable.get(by);
            if (owner != null && holder != null) {
                GrantedTask task = new GrantedTask(copy.id(), copy.grant);
                context.out.send(holder.ref, new PeerMessage.Moved(List.of(task), owner));
            }
        }
    }
}
