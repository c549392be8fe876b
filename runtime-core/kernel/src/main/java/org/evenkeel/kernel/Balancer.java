package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.evenkeel.kernel.load.LoadModel;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Applies the decisions of a {@link Policy} on one node, and keeps what the node and its neighbours
 * know of each other.
 *
 * <p>The algorithm is that of "A universal model of distributed dynamic load balancing", corrected:
 *
 * <pre>
 * place(w, from):   the policy starts w, transfers it ({@link TaskTransfers}) or lets it wait
 * onLoad(S', d):    ignored when not the newest, or written before my last offer reached S';
 *                   else waiting tasks go to S', or d is remembered
 * announce():       every S' that believes otherwise is told ({@link LoadAnnouncer})
 * </pre>
 *
 * Loads are counted (FIFO is needed and a reconnection breaks it) and carry the number of offers
 * answered. A neighbour that has sent an offer believes this node HIGH, so it is told otherwise
 * once the offer is answered, whether taken, refused or repeated. All counters belong to one link
 * session; see {@link Neighbour}.
 *
 * <p>Every event ends with one {@link #announce()}, and nothing is told before.
 */
final class Balancer {

    static final String QUOTA_USED_UP = "its submitter's processor quota is used up here";

    private static final String RESUMES_THERE = "it was suspended to resume there";
    private static final String RESUMES_HERE = "it was suspended to resume here";
    private static final String RESUMES_BEHIND =
            "it is to resume at a node that is unknown here, and linked with that one";

    /** Tasks looked at for one that may start. */
    private static final int MOST_PASSED = 64;

    /**
     * A neighbour as displays show it.
     *
     * @param id its name
     * @param linked whether the link is up
     * @param believed its state as this node believes
     * @param announced this node's state as the neighbour believes
     * @param room tasks it may still be sent
     * @param sent offers sent on this link session
     * @param received offers of it answered on this link session
     * @param hasRoom whether the policy takes it to have room for tasks that wait here
     */
    record NeighbourStatus(
            NodeId id,
            boolean linked,
            LoadState believed,
            LoadState announced,
            int room,
            long sent,
            long received,
            boolean hasRoom) {}

    private final Policy policy;
    private final LoadModel model;
    private final BalancerActions balancerActions;
    private final WaitingTasks waiting;
    private final QuotaQueue quotaQueue;
    private final NodeId self;
    private final PhaseTasks phaseTasks;
    private boolean timerMissed;
    final NeighbourTable table = new NeighbourTable();
    private final TaskTransfers transfers;
    private final LoadAnnouncer teller;
    private boolean shut;
    private boolean frozen;

    /**
     * @param quotaQueue tasks that wait for their submitters' quotas
     * @param phaseTasks tasks that wait for a scheduling phase; while it is frozen nothing is
     *     started, offered or told
     */
    Balancer(
            Policy policy,
            LoadModel model,
            BalancerActions balancerActions,
            WaitingTasks waiting,
            QuotaQueue quotaQueue,
            PhaseTasks phaseTasks,
            NodeId self) {
        this.quotaQueue = quotaQueue;
        this.phaseTasks = phaseTasks;
        this.self = self;
        this.policy = policy;
        this.model = model;
        this.balancerActions = balancerActions;
        this.waiting = waiting;
        this.transfers = new TaskTransfers(policy, balancerActions, waiting, table);
        this.teller = new LoadAnnouncer(policy, balancerActions, table);
    }

    // ---- Neighbours and links -----------------------------------------------------------------

    /** Replaces C_S; what is known of those that stay is kept. */
    void setNeighbours(List<NodeId> neighbours) {
        List<Neighbour> newcomers = table.setOrder(neighbours);
        policy.onNeighboursChanged();
        for (Neighbour newcomer : newcomers) {
            if (newcomer.isLinked()) {
                newcomer.oweCurrentLoad();
                onLoadState(newcomer, newcomer.believed(), newcomer.room());
            }
        }
    }

    /** A new link session: nothing is known of the other side, and it knows nothing. */
    void linkUp(NodeId peer, Features features) {
        table.findOrAdd(peer).linkUp(features);
    }

    /** Which tasks a node runs as their jobs ask, as far as is known here. */
    Predicate<HeldTask> runnableAt(NodeId peer) {
        Neighbour neighbour = table.find(peer);
        return neighbour == null ? _ -> true : neighbour::canRun;
    }

    void linkDown(NodeId peer) {
        Neighbour neighbour = table.find(peer);
        if (neighbour == null) {
            return;
        }
        neighbour.linkDown();
        if (neighbour.isNeighbour()) {
            follow(policy.onNothingToGive(view(), neighbour.index));
        }
        table.forgetIfUnused(neighbour);
    }

    /** Offers that the last session left unanswered were sent again on this one. */
    void offersResent(NodeId peer, int count) {
        Neighbour neighbour = table.find(peer);
        if (neighbour != null) {
            neighbour.offersResent(count);
        }
    }

    boolean isNeighbour(NodeId peer) {
        Neighbour neighbour = table.find(peer);
        return neighbour != null && neighbour.isNeighbour();
    }

    /** Whether the policy hands waiting tasks on. */
    boolean handsOn() {
        return policy.handsOn();
    }

    /** C_S in its order, for displays. */
    List<NeighbourStatus> neighbours() {
        List<NeighbourStatus> all = new ArrayList<>();
        for (Neighbour n : table.inOrder()) {
            all.add(
                    new NeighbourStatus(
                            n.id,
                            n.isLinked(),
                            n.believed(),
                            n.announced(),
                            n.room(),
                            n.sent(),
                            n.received(),
                            policy.seesRoom(n.view(), model.isQueueStack())));
        }
        return all;
    }

    // ---- Tasks --------------------------------------------------------------------------------

    /** Why the policy does not accept so many tasks that a client submits together, or null. */
    @Nullable String refusal(int tasks) {
        return policy.refusal(view(), tasks);
    }

    /**
     * Starts a task, transfers it or lets it wait.
     *
     * @param from the neighbour that handed it over (after {@link #offerAnswered}), null for a task
     *     of this node's clients and workers
     */
    void place(HeldTask task, @Nullable NodeId from) {
        String keeps = from == null ? phaseTasks.keeps(task) : null;
        if (keeps != null) {
            balancerActions.waits(task, keeps);
            return;
        }
        NodeId towards = task.towards;
        NodeId suspendedAt = task.suspendedAt;
        task.towards = null;
        task.suspendedAt = null;
        if (self.equals(towards)) {
            balancerActions.cameToResume();
        }
        if (quotaQueue.holds(task)) {
            balancerActions.waits(task, QUOTA_USED_UP);
            return;
        }
        if (phaseTasks.isFrozen()) {
            waiting.add(task);
            balancerActions.waits(task, "transferred in a scheduling phase");
            return;
        }
        NodeId by = towards == null ? null : wayTo(task, towards, suspendedAt);
        if (by != null) {
            task.towards = towards;
            handTo(task, by, by.equals(towards) ? RESUMES_THERE : RESUMES_BEHIND);
            return;
        }
        boolean admitted = balancerActions.admits(task);
        if (admitted && self.equals(towards) && hasFreeSlot() && !isShut()) {
            balancerActions.start(task, RESUMES_HERE);
            return;
        }
        NodeView view = seenBy(task, admitted ? view() : viewWithoutWorkers());
        Decision asked = asSubmitterAsks(task, view);
        Decision decision = asked == null ? policy.onTask(view, arrival(task, from)) : asked;
        String reason =
                admitted ? decision.reason() : decision.reason() + "; " + balancerActions.whyNot();
        switch (decision.action()) {
            case Action.Start _ -> balancerActions.start(task, reason);
            case Action.Transfer t -> transfers.transfer(task, t.neighbour(), reason);
            case Action.Wait _ -> {
                waiting.add(task);
                if (admitted || !task.waitsForHours) {
                    balancerActions.waits(task, admitted ? reason : balancerActions.whyNot());
                }
                task.waitsForHours = !admitted;
            }
            default -> throw illegal(decision);
        }
        follow(decision);
        if (!admitted) {
            balancerActions.pause();
        }
    }

    /**
     * To whom a task that was suspended is handed so that it resumes at the node that lacked work:
     * to that node if it is linked, takes tasks and, where neighbours tell each other, has not
     * found any since; if it is unknown here, to the one where the task was suspended, which is
     * linked with it. Null when it cannot resume there, and for this node.
     */
    private @Nullable NodeId wayTo(HeldTask task, NodeId towards, @Nullable NodeId suspendedAt) {
        if (towards.equals(self) || isFrozenOut()) {
            return null;
        }
        Neighbour there = table.find(towards);
        if (there != null) {
            boolean told = there.isNeighbour() && policy.handsOn();
            return there.isLinked()
                            && there.view().takesTasks()
                            && there.canRun(task)
                            && (!told || there.believed().hasRoom())
                    ? towards
                    : null;
        }
        Neighbour before = suspendedAt == null ? null : table.find(suspendedAt);
        return before != null
                        && before.isLinked()
                        && before.view().takesTasks()
                        && before.canRun(task)
                ? suspendedAt
                : null;
    }

    private TaskArrival arrival(HeldTask task, @Nullable NodeId from) {
        Neighbour source = from == null ? null : table.find(from);
        return new TaskArrival(source == null ? Policy.LOCAL : source.index, task.hop);
    }

    /**
     * A task for a certain node stays there, and is sent there by its neighbours, whatever the
     * policy; null when it has none, or that node is no neighbour, is gone, takes no tasks or
     * cannot run it: then it is a task like any other.
     */
    private @Nullable Decision asSubmitterAsks(HeldTask task, NodeView view) {
        NodeId wanted = task.task.kind().options().node();
        if (wanted == null || isFrozenOut()) {
            return null;
        }
        if (wanted.equals(self)) {
            return view.hasWorkers() ? Decision.keep(view) : null;
        }
        Neighbour there = table.find(wanted);
        return there != null
                        && there.isNeighbour()
                        && there.view().takesTasks()
                        && there.canRun(task)
                ? Decision.of(new Action.Transfer(there.index), "its submitter requested this node")
                : null;
    }

    /**
     * An offer of this node was taken or refused, or was a repeat of one answered on an earlier
     * session; to be said once per offer and session, before {@link #place}.
     */
    void offerAnswered(NodeId from) {
        Neighbour neighbour = table.find(from);
        if (neighbour != null) {
            neighbour.answered(policy.believedBySender());
        }
    }

    /**
     * The refused neighbour believes this node HIGH: it is told the truth whatever was told last.
     */
    void afterRefusal(NodeId from) {
        Neighbour neighbour = table.find(from);
        if (neighbour != null && neighbour.isLinked()) {
            neighbour.oweCurrentLoad();
        }
    }

    /** An offer came back: the neighbour has no room now, and the task is placed again. */
    void refused(HeldTask task, NodeId by) {
        Neighbour neighbour = table.find(by);
        if (neighbour != null) {
            neighbour.refuses();
        }
        boolean anywhere = task.towards == null && asSubmitterAsks(task, view()) == null;
        String keeps = anywhere ? phaseTasks.takesBack(task) : null;
        if (keeps == null) {
            place(task, null);
        } else {
            balancerActions.waits(task, keeps);
        }
    }

    /** A phase is over: what was not done meanwhile is, giving to those that told their room. */
    void resume() {
        drainWaiting();
        for (Neighbour neighbour : table.inOrder()) {
            if (neighbour.isLinked() && neighbour.believed().hasRoom() && !waiting.isEmpty()) {
                onLoadState(neighbour, neighbour.believed(), neighbour.room());
            }
        }
        if (timerMissed) {
            timerMissed = false;
            onTimer();
        }
    }

    /** Offers a task that waits nowhere to a peer whose link is up, whatever the policy thinks. */
    void handTo(HeldTask task, NodeId to, String reason) {
        Neighbour neighbour = table.find(to);
        if (neighbour != null) {
            neighbour.offered(balancerActions.nowNanos());
        }
        balancerActions.offer(task, to, reason);
    }

    /** Places tasks whose submitters have room for them again. */
    void placeQueued() {
        if (phaseTasks.isFrozen()) {
            return;
        }
        HeldTask next = quotaQueue.admitNext(balancerActions.nowNanos());
        while (next != null) {
            place(next, null);
            next = quotaQueue.admitNext(balancerActions.nowNanos());
        }
    }

    /**
     * Hands tasks that must wait for their submitters' quota to neighbours that have room: theirs
     * are other processors. Not to one that would only wait with them.
     */
    void forwardQueued() {
        if (quotaQueue.size() == 0 || isFrozenOut() || isPaused() || !policy.handsOn()) {
            return;
        }
        for (Neighbour neighbour : table.inOrder()) {
            boolean takes =
                    model.isQueueStack()
                            ? neighbour.believed() == LoadState.LOW
                            : neighbour.believed().hasRoom();
            if (neighbour.isLinked() && takes) {
                forwardQueued(neighbour, neighbour.room());
            }
        }
    }

    private int forwardQueued(Neighbour to, int atMost) {
        int given = 0;
        while (given < atMost) {
            HeldTask task = quotaQueue.takeToHandOn(policy.hopLimit(), to::canRun);
            if (task == null) {
                break;
            }
            transfers.transfer(task, to.index, QUOTA_USED_UP);
            given++;
        }
        return given;
    }

    /** A slot became free, and is no longer counted as busy: starts the next task, or not. */
    void workerFree() {
        startNext();
    }

    /** Starts waiting tasks while slots are free: workers were added. */
    void drainWaiting() {
        boolean started = true;
        while (started && hasFreeSlot()) {
            started = startNext();
        }
    }

    /**
     * Prefetched tasks count as waiting, but must first be recalled from the slots they wait in.
     */
    private boolean startNext() {
        if (isPaused()) {
            return false;
        }
        LoadSample sample = balancerActions.sample();
        Decision decision = policy.onWorkerFree(view(finishing(sample, sample.waiting())));
        if (!(decision.action() instanceof Action.Start)) {
            follow(decision);
            return false;
        }
        HeldTask next = takeAdmitted();
        if (next != null) {
            balancerActions.start(next, decision.reason());
            follow(decision);
            return true;
        }
        if (!waiting.isEmpty()) {
            return false; // none of them may start
        }
        balancerActions.recall(1);
        follow(policy.onWorkerFree(view(finishing(sample, 0))));
        return false;
    }

    /**
     * The next task that may start. Those before it that may not are placed anew; so many of them
     * are looked at.
     */
    private @Nullable HeldTask takeAdmitted() {
        List<HeldTask> passed = List.of();
        HeldTask next = waiting.takeToStart(balancerActions.nowNanos());
        while (next != null && !balancerActions.admits(next) && passed.size() < MOST_PASSED) {
            passed = passed.isEmpty() ? new ArrayList<>() : passed;
            passed.add(next);
            next = waiting.takeToStart(balancerActions.nowNanos());
        }
        if (next != null && !balancerActions.admits(next)) {
            waiting.addFront(next);
            next = null;
        }
        passed.forEach(task -> place(task, null));
        return next;
    }

    /** The sample as it was while the worker that is free now was still busy. */
    private static LoadSample finishing(LoadSample now, int waitingTasks) {
        return new LoadSample(
                now.workers(),
                now.busy() + 1,
                waitingTasks,
                now.waitingWeight(),
                now.totalWeight(),
                now.nodes());
    }

    private boolean hasFreeSlot() {
        LoadSample sample = balancerActions.sample();
        return sample.busy() < sample.workers();
    }

    // ---- What neighbours say ------------------------------------------------------------------

    /** A peer tells its load; that of a node which is no neighbour is remembered only. */
    void onLoad(NodeId from, PeerMessage.Load load) {
        Neighbour neighbour = table.find(from);
        if (neighbour == null || !neighbour.isLinked()) {
            return;
        }
        boolean newer = neighbour.onAnnouncement(load);
        if (policy.ignoresStaleLoads() && !(newer && neighbour.hasSeenAllOffers(load))) {
            if (newer && load.workers() == 0) {
                neighbour.believe(LoadState.HIGH, 0); // it is closed, whatever it had seen
            }
            return;
        }
        int room = policy.sendsBatches() ? Math.max(1, load.room()) : 1;
        onLoadState(neighbour, load.state(), room);
    }

    private void onLoadState(Neighbour neighbour, LoadState state, int room) {
        if (!neighbour.isNeighbour() || isPaused()) {
            neighbour.believe(state, room);
            return;
        }
        Decision decision = policy.onLoad(view(), neighbour.index, state, room);
        neighbour.believe(state, room);
        switch (decision.action()) {
            case Action.Give give -> transfers.give(give, decision.reason());
            case Action.Believe _, Action.Nothing _ -> {}
            default -> throw illegal(decision);
        }
        follow(decision);
    }

    /** A peer tells when it is open. */
    void onHours(NodeId from, PeerMessage.Availability availability, long nowNanos) {
        Neighbour neighbour = table.find(from);
        if (neighbour != null && neighbour.isLinked()) {
            neighbour.onAnnouncement(availability, nowNanos);
        }
    }

    /** A neighbour asks for at most {@code room} tasks. */
    void onRequest(NodeId from, int room) {
        Neighbour neighbour = table.find(from);
        if (neighbour == null || !neighbour.isLinked()) {
            return;
        }
        if (!neighbour.isNeighbour() || isPaused()) {
            balancerActions.send(from, new PeerMessage.NothingToGive());
            return;
        }
        Decision decision = policy.onRequest(view(), neighbour.index, Math.max(1, room));
        int given =
                switch (decision.action()) {
                    case Action.Give give -> transfers.give(give, decision.reason());
                    case Action.Refuse _, Action.Nothing _ -> 0;
                    default -> throw illegal(decision);
                };
        if (given == 0 && !isFrozenOut() && policy.handsOn()) {
            given = forwardQueued(neighbour, Math.max(1, room));
        }
        if (given == 0) {
            balancerActions.send(from, new PeerMessage.NothingToGive());
        }
        follow(decision);
    }

    void onNothingToGive(NodeId from) {
        Neighbour neighbour = table.find(from);
        if (neighbour != null && neighbour.isNeighbour()) {
            follow(policy.onNothingToGive(view(), neighbour.index));
        }
    }

    /** The time asked for by {@link BalancerActions#wakeAfter} has come. */
    void onTimer() {
        if (isPaused()) {
            timerMissed = true;
            return;
        }
        follow(policy.onTimer(view()));
    }

    // ---- What is told -------------------------------------------------------------------------

    /**
     * Ends an event: asks for tasks or gives some if the policy wants to, and tells every load that
     * is owed. A node that is frozen out does neither, and tells what it owes.
     */
    void announce() {
        if (isPaused()) {
            return;
        }
        if (policy.plans()) {
            carryOut(policy.plan(view(), balancerActions.outlook(table)));
        }
        if (table.inOrder().length == 0) {
            return;
        }
        NodeView view = view();
        if (!isFrozenOut()) {
            view = policy.plans() ? view : settle(view);
            for (Announcement due : shut ? List.<Announcement>of() : policy.announce(view)) {
                teller.owe(due);
            }
        }
        teller.announcePending(view);
    }

    /** Starts and hands on packets of a plan. */
    private void carryOut(Decision decision) {
        switch (decision.action()) {
            case Action.Dispatch packets -> {
                boolean started = true;
                for (int i = 0; i < packets.here() && started && hasFreeSlot(); i++) {
                    HeldTask next = takeAdmitted();
                    started = next != null;
                    if (next != null) {
                        balancerActions.start(next, decision.reason());
                    }
                }
                transfers.push(new Action.Give(packets.shares()), decision.reason());
            }
            case Action.Nothing _ -> {}
            default -> throw illegal(decision);
        }
        follow(decision);
    }

    private NodeView settle(NodeView before) {
        Decision decision = policy.onSettled(before);
        follow(decision);
        return switch (decision.action()) {
            case Action.Give give -> {
                transfers.push(give, decision.reason());
                yield view();
            }
            case Action.Request _, Action.Nothing _ -> before;
            default -> throw illegal(decision);
        };
    }

    /** While true, this node tells every node that it is full, whatever it runs: it drains. */
    void setFrozenOut(boolean now) {
        frozen = now;
        teller.setFrozenOut(frozen || shut);
    }

    boolean isFrozenOut() {
        return frozen;
    }

    /**
     * While true, the same is told, and nothing starts here. What waits is handed on as on a node
     * without workers.
     */
    void setShut(boolean now) {
        shut = now;
        teller.setFrozenOut(frozen || shut);
    }

    boolean isShut() {
        return shut;
    }

    private boolean isPaused() {
        return phaseTasks.isFrozen();
    }

    // ---- Views --------------------------------------------------------------------------------

    /** The state that neighbours are told. */
    LoadState state() {
        return stateOf(balancerActions.sample());
    }

    private LoadState stateOf(LoadSample sample) {
        return frozen || shut ? LoadState.HIGH : model.stateOf(sample);
    }

    /** The node as its policy sees it now. */
    NodeView view() {
        return view(balancerActions.sample());
    }

    private NodeView viewWithoutWorkers() {
        LoadSample now = balancerActions.sample();
        LoadSample none =
                new LoadSample(
                        0,
                        now.busy(),
                        now.waiting(),
                        now.waitingWeight(),
                        now.totalWeight(),
                        now.nodes());
        return new NodeView(none, LoadState.HIGH, model.isQueueStack(), table.views());
    }

    /** The node as its policy sees it when it decides on a task. */
    private NodeView seenBy(HeldTask task, NodeView all) {
        return Features.NONE.canRun(task.task.kind())
                ? all // every build can
                : new NodeView(all.sample(), all.state(), all.queueStack(), table.viewsFor(task));
    }

    private NodeView view(LoadSample sample) {
        return new NodeView(sample, stateOf(sample), model.isQueueStack(), table.views());
    }

    /** The parts of a decision that go with any action. */
    private void follow(Decision decision) {
        for (Announcement announcement : decision.announcements()) {
            teller.owe(announcement);
        }
        if (decision.wakeAfterNanos() > 0) {
            balancerActions.wakeAfter(decision.wakeAfterNanos());
        }
        if (decision.action() instanceof Action.Request request
                && !frozen
                && !shut
                && !isPaused()) {
            transfers.ask(request);
        }
    }

    private IllegalStateException illegal(Decision decision) {
        return new IllegalStateException(policy.name() + " cannot carry out " + decision + " here");
    }
}
