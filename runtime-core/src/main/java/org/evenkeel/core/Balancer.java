package org.evenkeel.core;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.load.LoadModel;
import org.evenkeel.load.LoadSample;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
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
 * place(w, from):   the policy starts w, transfers it or lets it wait
 * transfer(w, S'):  room[S']--, at 0 S' is believed HIGH; sent[S']++; offer w
 * onLoad(S', d):    ignored when not the newest, or written before my last offer reached S';
 *                   else waiting tasks go to S', or d is remembered
 * announce():       d = state; every S' that believes otherwise is told LOAD(d, ++outSeq, rcvd[S'])
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

    /** Room told for others; what is believed of them may be old. */
    private static final int MAX_RELAYED_ROOM = 64;

    private final Policy policy;
    private final LoadModel model;
    private final Hands hands;
    private final WaitingTasks waiting;
    final NeighbourTable table = new NeighbourTable();
    private boolean frozenOut;

    Balancer(Policy policy, LoadModel model, Hands hands, WaitingTasks waiting) {
        this.policy = policy;
        this.model = model;
        this.hands = hands;
        this.waiting = waiting;
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

    /**
     * Starts a task, transfers it or lets it wait.
     *
     * @param from the neighbour that handed it over (after {@link #offerAnswered}), null for a task
     *     of this node's clients and workers
     */
    void place(HeldTask task, @Nullable NodeId from) {
        Neighbour source = from == null ? null : table.find(from);
        Decision decision = policy.onTask(view(), source == null ? Policy.LOCAL : source.index);
        switch (decision.action()) {
            case Action.Start _ -> hands.start(task, decision.reason());
            case Action.Transfer t -> transfer(task, neighbour(t.neighbour()), decision.reason());
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
            neighbour.believe(LoadState.HIGH, 0);
        }
        place(task, null);
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

    private void transfer(HeldTask task, Neighbour to, String reason) {
        if (!to.isLinked()) {
            throw new IllegalStateException(
                    policy.name() + " hands a task to " + to.id + ", whose link is down");
        }
        to.offered();
        hands.offer(task, to.id, reason);
    }

    /**
     * Hands waiting tasks on; recalls prefetched ones when those that merely wait are not enough.
     */
    private int give(Neighbour to, int atMost, String reason) {
        int given = 0;
        while (given < atMost) {
            HeldTask task = waiting.takeToHandOn();
            if (task == null) {
                break;
            }
            transfer(task, to, reason);
            given++;
        }
        int prefetched = given < atMost ? hands.sample().waiting() - waiting.size() : 0;
        if (prefetched > 0) {
            hands.recall(Math.min(atMost - given, prefetched));
        }
        return given;
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
        if (!neighbour.isNeighbour()) {
            neighbour.believe(state, room);
            return;
        }
        Decision decision = policy.onLoad(view(), neighbour.index, state, room);
        neighbour.believe(state, room);
        switch (decision.action()) {
            case Action.Give g -> give(neighbour(g.neighbour()), g.atMost(), decision.reason());
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
        if (!neighbour.isNeighbour()) {
            hands.say(from, new Message.NothingToGive());
            return;
        }
        Decision decision = policy.onRequest(view(), neighbour.index, Math.max(1, room));
        int given =
                switch (decision.action()) {
                    case Action.Give g ->
                            give(neighbour(g.neighbour()), g.atMost(), decision.reason());
                    case Action.Refuse _, Action.Nothing _ -> 0;
                    default -> throw illegal(decision);
                };
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
        follow(policy.onTimer(view()));
    }

    // ---- What is told -------------------------------------------------------------------------

    /**
     * Ends an event: asks for tasks if the policy wants some, and tells every load that is owed.
     */
    void announce() {
        if (table.inOrder().length == 0) {
            return;
        }
        NodeView view = view();
        follow(policy.onSettled(view));
        List<Announcement> announcements = frozenOut ? List.of() : policy.announce(view);
        for (Announcement due : announcements) {
            owe(due);
        }
        LoadState state = view.state();
        for (Neighbour neighbour : table.inOrder()) {
            if (neighbour.isLinked()) {
                tellWhatIsOwed(neighbour, state);
            }
        }
    }

    private void tellWhatIsOwed(Neighbour neighbour, LoadState current) {
        if (current == LoadState.HIGH && neighbour.overrates() && !neighbour.isOwed()) {
            neighbour.owe(LoadState.HIGH);
        }
        LoadState owed = neighbour.takeOwed(current);
        if (owed != null) {
            LoadState state = frozenOut ? LoadState.HIGH : owed;
            int room = policy.sendsBatches() ? Math.max(1, roomFor(neighbour)) : 1;
            Message.Load load =
                    neighbour.nextLoad(state, hands.sample(), state.hasRoom() ? room : 0);
            hands.say(neighbour.id, load);
        }
    }

    /** Own room, and with a policy that relays that of LOW nodes behind this one. */
    private int roomFor(Neighbour reader) {
        int room = hands.room();
        if (policy.relays()) {
            for (Neighbour other : table.inOrder()) {
                if (other != reader && other.isLinked() && other.believed() == LoadState.LOW) {
                    room += Math.max(0, Math.min(other.room(), MAX_RELAYED_ROOM - room));
                }
            }
        }
        return room;
    }

    private void owe(Announcement announcement) {
        Neighbour neighbour = neighbour(announcement.neighbour());
        if (neighbour.isLinked()) {
            neighbour.owe(announcement.state());
        }
    }

    /** While true, this node tells everybody that it is full, whatever it runs: it drains. */
    void setFrozenOut(boolean frozen) {
        if (frozenOut != frozen) {
            frozenOut = frozen;
            for (Neighbour neighbour : table.inOrder()) {
                if (neighbour.isLinked()) {
                    neighbour.oweCurrentLoad();
                }
            }
        }
    }

    boolean isFrozenOut() {
        return frozenOut;
    }

    // ---- Views --------------------------------------------------------------------------------

    /** The state that neighbours are told. */
    LoadState state() {
        return stateOf(hands.sample());
    }

    private LoadState stateOf(LoadSample sample) {
        return frozenOut ? LoadState.HIGH : model.stateOf(sample);
    }

    /** The node as its policy sees it now. */
    NodeView view() {
        return view(hands.sample());
    }

    private NodeView view(LoadSample sample) {
        return new NodeView(sample, stateOf(sample), model.isQueueStack(), table.views());
    }

    private Neighbour neighbour(int index) {
        return table.inOrder()[index];
    }

    /** The parts of a decision that go with any action. */
    private void follow(Decision decision) {
        for (Announcement announcement : decision.announcements()) {
            owe(announcement);
        }
        if (decision.wakeAfterNanos() > 0) {
            hands.wakeAfter(decision.wakeAfterNanos());
        }
        if (decision.action() instanceof Action.Request r && !frozenOut) {
            hands.say(neighbour(r.neighbour()).id, new Message.Request(Math.max(1, hands.room())));
        }
    }

    private IllegalStateException illegal(Decision decision) {
        return new IllegalStateException(policy.name() + " cannot decide " + decision + " here");
    }
}
