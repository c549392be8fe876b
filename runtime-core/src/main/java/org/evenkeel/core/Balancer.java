package org.evenkeel.core;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.load.LoadModel;
import org.evenkeel.load.LoadSample;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.policy.Arrival;
import org.evenkeel.policy.Decision;
import org.evenkeel.policy.Decision.Action;
import org.evenkeel.policy.Decision.Announcement;
import org.evenkeel.policy.NodeView;
import org.evenkeel.policy.Policy;
import org.evenkeel.protocol.Message;
import org.jspecify.annotations.Nullable;

/**
 * Applies the decisions of a {@link Policy} on one node, and keeps what the node and its neighbours
 * know of each other.
 *
 * <p>The algorithm is that of "A universal model of distributed dynamic load balancing", corrected:
 *
 * <pre>
 * place(w, from):   the policy starts w, transfers it ({@link Transfers}) or lets it wait
 * onLoad(S', d):    ignored when not the newest, or written before my last offer reached S';
 *                   else waiting tasks go to S', or d is remembered
 * announce():       every S' that believes otherwise is told ({@link LoadTeller})
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

    /**
     * A neighbour as displays show it.
     *
     * @param id its name
     * @param linked whether the link is up
     * @param believed its state as this node believes
     * @param told this node's state as the neighbour believes
     * @param room tasks it may still be sent
     * @param sent offers sent on this link session
     * @param received offers of it answered on this link session
     */
    record NeighbourStatus(
            NodeId id,
            boolean linked,
            LoadState believed,
            LoadState told,
            int room,
            long sent,
            long received) {}

    private final Policy policy;
    private final LoadModel model;
    private final Hands hands;
    private final WaitingTasks waiting;
    private final HeldBack heldBack;
    private final PhaseTasks phaseTasks;
    private boolean timerMissed;
    final NeighbourTable table = new NeighbourTable();
    private final Transfers transfers;
    private final LoadTeller teller;

    /**
     * @param heldBack tasks that wait for their submitters' quotas
     * @param phaseTasks tasks that wait for a scheduling phase; while it is frozen nothing is
     *     started, offered or told
     */
    Balancer(
            Policy policy,
            LoadModel model,
            Hands hands,
            WaitingTasks waiting,
            HeldBack heldBack,
            PhaseTasks phaseTasks) {
        this.heldBack = heldBack;
        this.phaseTasks = phaseTasks;
        this.policy = policy;
        this.model = model;
        this.hands = hands;
        this.waiting = waiting;
        this.transfers = new Transfers(policy, hands, waiting, table);
        this.teller = new LoadTeller(policy, hands, table);
    }

    // ---- Neighbours and links -----------------------------------------------------------------

    /** Replaces C_S; what is known of those that stay is kept. */
    void setNeighbours(List<NodeId> neighbours) {
        List<Neighbour> newcomers = table.setOrder(neighbours);
        policy.onNeighboursChanged();
        for (Neighbour newcomer : newcomers) {
            if (newcomer.isLinked()) {
                newcomer.oweCurrentLoad();
                hearState(newcomer, newcomer.believed(), newcomer.room());
            }
        }
    }

    /** A new link session: nothing is known of the other side, and it knows nothing. */
    void linkUp(NodeId peer) {
        table.findOrAdd(peer).linkUp();
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

    /** C_S in its order, for displays. */
    List<NeighbourStatus> neighbours() {
        List<NeighbourStatus> all = new ArrayList<>();
        for (Neighbour n : table.inOrder()) {
            all.add(
                    new NeighbourStatus(
                            n.id,
                            n.isLinked(),
                            n.believed(),
                            n.told(),
                            n.room(),
                            n.sent(),
                            n.received()));
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
            hands.waits(task, keeps);
            return;
        }
        if (heldBack.holds(task)) {
            hands.waits(task, "its submitter has its quota of processors here");
            return;
        }
        if (phaseTasks.isFrozen()) {
            waiting.add(task);
            hands.waits(task, "it was handed over in a scheduling phase");
            return;
        }
        Neighbour source = from == null ? null : table.find(from);
        int index = source == null ? Policy.LOCAL : source.index;
        Decision decision = policy.onTask(view(), new Arrival(index, task.hop));
        switch (decision.action()) {
            case Action.Start _ -> hands.start(task, decision.reason());
            case Action.Transfer t -> transfers.transfer(task, t.neighbour(), decision.reason());
            case Action.Wait _ -> {
                waiting.add(task);
                hands.waits(task, decision.reason());
            }
            default -> throw illegal(decision);
        }
        follow(decision);
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
        place(task, null);
    }

    /** A phase is over: what was not done meanwhile is, giving to those that told their room. */
    void goOn() {
        drainWaiting();
        for (Neighbour neighbour : table.inOrder()) {
            if (neighbour.isLinked() && neighbour.believed().hasRoom() && !waiting.isEmpty()) {
                hearState(neighbour, neighbour.believed(), neighbour.room());
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
            neighbour.offered();
        }
        hands.offer(task, to, reason);
    }

    /** Places tasks whose submitters have room for them again. */
    void placeHeldBack() {
        if (phaseTasks.isFrozen()) {
            return;
        }
        HeldTask next = heldBack.admitNext();
        while (next != null) {
            place(next, null);
            next = heldBack.admitNext();
        }
    }

    /**
     * Hands tasks that must wait for their submitters' quota to neighbours that have room: theirs
     * are other processors. Not to one that would only wait with them.
     */
    void handOnHeldBack() {
        if (heldBack.size() == 0 || isFrozenOut() || isPaused() || !policy.handsOn()) {
            return;
        }
        for (Neighbour neighbour : table.inOrder()) {
            boolean takes =
                    model.isQueueStack()
                            ? neighbour.believed() == LoadState.LOW
                            : neighbour.believed().hasRoom();
            if (neighbour.isLinked() && takes) {
                handOnHeldBack(neighbour, neighbour.room());
            }
        }
    }

    private int handOnHeldBack(Neighbour to, int atMost) {
        int given = 0;
        while (given < atMost) {
            HeldTask task = heldBack.takeToHandOn(policy.hopLimit());
            if (task == null) {
                break;
            }
            transfers.transfer(task, to.index, "its submitter has its quota of processors here");
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
        LoadSample sample = hands.sample();
        Decision decision = policy.onWorkerFree(view(finishing(sample, sample.waiting())));
        if (!(decision.action() instanceof Action.Start)) {
            follow(decision);
            return false;
        }
        HeldTask next = waiting.takeToStart();
        if (next != null) {
            hands.start(next, decision.reason());
            follow(decision);
            return true;
        }
        hands.recall(1);
        follow(policy.onWorkerFree(view(finishing(sample, 0))));
        return false;
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
        LoadSample sample = hands.sample();
        return sample.busy() < sample.workers();
    }

    // ---- What neighbours say ------------------------------------------------------------------

    /** A peer tells its load; that of a node which is no neighbour is remembered only. */
    void onLoad(NodeId from, Message.Load load) {
        Neighbour neighbour = table.find(from);
        if (neighbour == null || !neighbour.isLinked()) {
            return;
        }
        boolean newer = neighbour.hears(load);
        if (policy.ignoresStaleLoads() && !(newer && neighbour.hasSeenAllOffers(load))) {
            return;
        }
        int room = policy.sendsBatches() ? Math.max(1, load.room()) : 1;
        hearState(neighbour, load.state(), room);
    }

    private void hearState(Neighbour neighbour, LoadState state, int room) {
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

    /** A neighbour asks for at most {@code room} tasks. */
    void onRequest(NodeId from, int room) {
        Neighbour neighbour = table.find(from);
        if (neighbour == null || !neighbour.isLinked()) {
            return;
        }
        if (!neighbour.isNeighbour() || isPaused()) {
            hands.say(from, new Message.NothingToGive());
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
            given = handOnHeldBack(neighbour, Math.max(1, room));
        }
        if (given == 0) {
            hands.say(from, new Message.NothingToGive());
        }
        follow(decision);
    }

    void onNothingToGive(NodeId from) {
        Neighbour neighbour = table.find(from);
        if (neighbour != null && neighbour.isNeighbour()) {
            follow(policy.onNothingToGive(view(), neighbour.index));
        }
    }

    /** The time asked for by {@link Hands#wakeAfter} has come. */
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
        if (table.inOrder().length == 0 || isPaused()) {
            return;
        }
        NodeView view = view();
        if (!isFrozenOut()) {
            view = settle(view);
            for (Announcement due : policy.announce(view)) {
                teller.owe(due);
            }
        }
        teller.tellWhatIsOwed(view);
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

    /** While true, this node tells everybody that it is full, whatever it runs: it drains. */
    void setFrozenOut(boolean frozen) {
        teller.setFrozenOut(frozen);
    }

    boolean isFrozenOut() {
        return teller.isFrozenOut();
    }

    private boolean isPaused() {
        return phaseTasks.isFrozen();
    }

    // ---- Views --------------------------------------------------------------------------------

    /** The state that neighbours are told. */
    LoadState state() {
        return stateOf(hands.sample());
    }

    private LoadState stateOf(LoadSample sample) {
        return isFrozenOut() ? LoadState.HIGH : model.stateOf(sample);
    }

    /** The node as its policy sees it now. */
    NodeView view() {
        return view(hands.sample());
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
            hands.wakeAfter(decision.wakeAfterNanos());
        }
        if (decision.action() instanceof Action.Request request && !isFrozenOut() && !isPaused()) {
            transfers.ask(request);
        }
    }

    private IllegalStateException illegal(Decision decision) {
        return new IllegalStateException(policy.name() + " cannot decide " + decision + " here");
    }
}
