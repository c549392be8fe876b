package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.evenkeel.kernel.Balancer.NeighbourStatus;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.SampleTasks;

/**
 * Nodes that balance real {@link Balancer}s over links with a latency, in virtual time and from one
 * seed. Links are FIFO while up; a message on a link that goes down is lost.
 */
final class BalancerNetwork {

    record TaskOffer(TestTask task, int hop) {}

    record Answer(TaskId task, int hop, boolean taken) {}

    record Wrapped(PeerMessage peerMessage) {}

    private record Happening(long atNanos, long order, Runnable what)
            implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    /** One direction of a link. */
    private static final class Wire {
        private final Deque<Object> inFlight = new ArrayDeque<>();
        private boolean up;
        private int session;
        private long lastArrivalNanos;
    }

    final NetworkSettings settings;
    final SplittableRandom random;
    final List<TestNode> nodes = new ArrayList<>();
    final List<TestTask> tasks = new ArrayList<>();
    private final Wire[][] wires;
    private final PriorityQueue<Happening> agenda = new PriorityQueue<>();
    private Runnable check = () -> {};
    private long happenings;
    long nowNanos;

    int offers;
    int advisory;
    int misdirected;
    private int results;
    private int finished;
    private long responseNanos;
    private long waitingNanos;
    private long besideIdleNanos;
    private boolean measuresBesideIdle;

    BalancerNetwork(NetworkSettings settings) {
        this.settings = settings;
        this.random = new SplittableRandom(settings.seed());
        int count = settings.nodes();
        wires = new Wire[count][count];
        for (int i = 0; i < count; i++) {
            nodes.add(new TestNode(this, i));
            for (int j = 0; j < count; j++) {
                wires[i][j] = new Wire();
            }
        }
        for (int i = 0; i < count; i++) {
            nodes.get(i).balancer.setNeighbours(neighboursOf(i));
        }
    }

    /** A network with all links up and all first loads told. */
    static BalancerNetwork connected(NetworkSettings settings) {
        BalancerNetwork network = new BalancerNetwork(settings);
        network.connectAll();
        network.runUntil(10 * settings.latencyNanos());
        network.offers = 0;
        network.advisory = 0;
        return network;
    }

    List<NodeId> neighboursOf(int index) {
        List<NodeId> ids = new ArrayList<>();
        for (int other : settings.topology().neighbours(index, settings.nodes())) {
            ids.add(nodes.get(other).id);
        }
        return ids;
    }

    // ---- Time ---------------------------------------------------------------------------------

    void after(long nanos, Runnable what) {
        agenda.add(new Happening(nowNanos + nanos, happenings++, what));
    }

    /** To be called after every event. */
    void checking(Runnable invariants) {
        check = invariants;
    }

    boolean step() {
        Happening next = agenda.poll();
        if (next == null) {
            return false;
        }
        if (measuresBesideIdle) {
            measureBesideIdle(next.atNanos - nowNanos);
        }
        nowNanos = next.atNanos;
        next.what.run();
        check.run();
        return true;
    }

    void run() {
        while (step()) {
            if (happenings > 5_000_000) {
                throw new AssertionError("no end: " + this);
            }
        }
    }

    /** Receivers never stop asking, so that their network never falls silent. */
    void runUntilFinished(int count) {
        boolean goesOn = true;
        while (goesOn && finished < count) {
            goesOn = step();
        }
    }

    void runUntil(long nanos) {
        while (!agenda.isEmpty() && agenda.peek().atNanos <= nanos) {
            step();
        }
        nowNanos = Math.max(nowNanos, nanos);
    }

    long exponentialNanos(double meanNanos) {
        return Math.max(1, (long) (-Math.log(1 - random.nextDouble()) * meanNanos));
    }

    // ---- Links --------------------------------------------------------------------------------

    void connectAll() {
        for (int i = 0; i < settings.nodes(); i++) {
            for (int j : settings.topology().neighbours(i, settings.nodes())) {
                if (i < j) {
                    linkUp(i, j);
                }
            }
        }
    }

    boolean isUp(int a, int b) {
        return wires[a][b].up;
    }

    void linkUp(int a, int b) {
        linkUpOnOneSide(a, b);
        linkUpOnOneSide(b, a);
        nodes.get(a).balancer.announce();
        nodes.get(b).balancer.announce();
    }

    private void linkUpOnOneSide(int self, int peer) {
        Wire wire = wires[self][peer];
        wire.up = true;
        wire.session++;
        TestNode node = nodes.get(self);
        node.balancer.linkUp(nodes.get(peer).id, Features.ALL);
        int resent = 0;
        for (var entry : node.handing.entrySet()) {
            if (entry.getValue() == peer) {
                HeldTask held = entry.getKey();
                send(self, peer, new TaskOffer(task(held), held.hop));
                resent++;
            }
        }
        node.balancer.offersResent(nodes.get(peer).id, resent);
    }

    void linkDown(int a, int b) {
        wires[a][b].up = false;
        wires[b][a].up = false;
        wires[a][b].inFlight.clear();
        wires[b][a].inFlight.clear();
        nodes.get(a).balancer.linkDown(nodes.get(b).id);
        nodes.get(b).balancer.linkDown(nodes.get(a).id);
        nodes.get(a).balancer.announce();
        nodes.get(b).balancer.announce();
    }

    /** A process dies and starts again; its tasks begin anew at their owners. Links stay down. */
    void restart(int index) {
        for (int peer = 0; peer < settings.nodes(); peer++) {
            if (wires[index][peer].up) {
                linkDown(index, peer);
            }
            int gone = index;
            nodes.get(peer).handing.values().removeIf(receiver -> receiver == gone);
        }
        nodes.get(index).restart();
        nodes.get(index).balancer.setNeighbours(neighboursOf(index));
        for (TestTask task : tasks) {
            if (!task.finished && nodes.stream().noneMatch(node -> holds(node, task))) {
                nodes.get(task.owner).submit(task);
            }
        }
    }

    /** An offer that was taken is a copy no longer, though its sender may not know yet. */
    private boolean holds(TestNode node, TestTask task) {
        List<HeldTask> held = new ArrayList<>(node.running);
        node.waiting.forEach(held::add);
        node.handing.forEach((offered, receiver) -> {
            if (!nodes.get(receiver).hasSeen(offered.id(), offered.hop)) {
                held.add(offered);
            }
        });
        return held.stream().anyMatch(one -> one.id().equals(task.task.id()));
    }

    void send(int from, int to, Object body) {
        Wire wire = wires[from][to];
        if (!wire.up) {
            throw new AssertionError(
                    "n" + from + " speaks to n" + to + " over a link that is down");
        }
        double spread = 1 + settings.jitter() * (2 * random.nextDouble() - 1);
        long arrival = nowNanos + (long) (settings.latencyNanos() * spread);
        wire.lastArrivalNanos = Math.max(arrival, wire.lastArrivalNanos);
        wire.inFlight.add(body);
        int session = wire.session;
        after(
                wire.lastArrivalNanos - nowNanos,
                () -> {
                    if (wire.up && wire.session == session) {
                        wire.inFlight.remove();
                        nodes.get(to).receive(from, body);
                    }
                });
    }

    // ---- Tasks --------------------------------------------------------------------------------

    TestTask submit(int node, TaskKind kind, long serviceNanos) {
        var model = SampleTasks.task(tasks.size(), kind, 1, null);
        TestTask task = new TestTask(model, node, serviceNanos, nowNanos);
        tasks.add(task);
        nodes.get(node).submit(task);
        return task;
    }

    TestTask submit(int node, double service) {
        return submit(
                node, SampleTasks.kind(1, 5, 0), (long) (service * NetworkSettings.MEAN_NANOS));
    }

    /** Poisson arrivals of {@code count} tasks in all, at a load (per worker) on every node. */
    void arrivals(double load, int count) {
        double rate = 0;
        double[] upTo = new double[settings.nodes()];
        for (int i = 0; i < upTo.length; i++) {
            rate += load * nodes.get(i).workers;
            upTo[i] = rate;
        }
        arrive(upTo, SampleTasks.kind(1, 5, 0), count);
    }

    /** As above; {@code upTo} holds the sums of the nodes' rates (tasks per mean service time). */
    void arrive(double[] upTo, TaskKind kind, int count) {
        double total = upTo[upTo.length - 1];
        long gap = exponentialNanos(NetworkSettings.MEAN_NANOS / total);
        after(
                gap,
                () -> {
                    double where = random.nextDouble() * total;
                    int node = 0;
                    while (upTo[node] <= where) {
                        node++;
                    }
                    submit(node, kind, exponentialNanos(NetworkSettings.MEAN_NANOS));
                    if (count > 1) {
                        arrive(upTo, kind, count - 1);
                    }
                });
    }

    TestTask task(HeldTask held) {
        return tasks.get((int) held.id().number());
    }

    int indexOf(NodeId id) {
        return Integer.parseInt(id.name().substring(1));
    }

    /** Returns the service time. */
    long started(HeldTask held) {
        TestTask task = task(held);
        task.starts++;
        return task.serviceNanos;
    }

    void finished(HeldTask held, int where) {
        TestTask task = task(held);
        if (!task.finished) {
            results += where == task.owner ? 0 : 1;
            task.finished = true;
            finished++;
            responseNanos += nowNanos - task.submittedNanos;
        }
    }

    // ---- Measures -----------------------------------------------------------------------------

    void measuresBesideIdle() {
        measuresBesideIdle = true;
    }

    private void measureBesideIdle(long elapsedNanos) {
        for (TestNode node : nodes) {
            long taskNanos = node.waiting.size() * elapsedNanos;
            waitingNanos += taskNanos;
            besideIdleNanos += taskNanos > 0 && isBesideIdle(node) ? taskNanos : 0;
        }
    }

    private boolean isBesideIdle(TestNode node) {
        for (int j : settings.topology().neighbours(node.index, settings.nodes())) {
            if (nodes.get(j).busy < nodes.get(j).workers) {
                return true;
            }
        }
        return false;
    }

    /** Part of the time waited, over all tasks, that was spent beside an idle neighbour. */
    double besideIdle() {
        return (double) besideIdleNanos / waitingNanos;
    }

    int finishedTasks() {
        return finished;
    }

    /** Mean time from submission to end, in mean service times. */
    double meanResponse() {
        return (double) responseNanos / finished / NetworkSettings.MEAN_NANOS;
    }

    /**
     * Tasks, results that go to another node, loads and requests; answers to offers not counted.
     */
    double messagesPerTask() {
        return (double) (offers + results + advisory) / finished;
    }

    int mostHops() {
        return tasks.stream().mapToInt(task -> task.hop).max().orElse(0);
    }

    // ---- Invariants ---------------------------------------------------------------------------

    /** The two promises of the corrected algorithm; see {@code Hybrid}. */
    void checkInvariants() {
        for (TestNode node : nodes) {
            for (NeighbourStatus neighbour : node.balancer.neighbours()) {
                if (neighbour.linked()) {
                    checkWaiting(node, neighbour);
                    checkBelief(node, neighbour);
                }
            }
        }
        checkOwnWorkers();
    }

    /** No task waits beside an idle worker of its own node. */
    void checkOwnWorkers() {
        for (TestNode node : nodes) {
            if (!node.waiting.isEmpty() && node.busy < node.workers) {
                throw new AssertionError("a task waits next to an idle worker on " + node.id);
            }
        }
    }

    private boolean attracts(LoadState state) {
        return settings.model().isQueueStack() ? state == LoadState.LOW : state.hasRoom();
    }

    private void checkWaiting(TestNode node, NeighbourStatus neighbour) {
        if (!node.waiting.isEmpty() && attracts(neighbour.believed())) {
            throw new AssertionError("a task waits on " + node.id + " though " + neighbour);
        }
    }

    private void checkBelief(TestNode node, NeighbourStatus neighbour) {
        TestNode other = nodes.get(indexOf(neighbour.id()));
        boolean full = other.busy >= other.workers || other.refusesOffers;
        if (full || attracts(neighbour.believed())) {
            return;
        }
        for (Object body : wires[node.index][other.index].inFlight) {
            if (body instanceof TaskOffer) {
                return;
            }
        }
        PeerMessage.Load newest = null;
        for (Object body : wires[other.index][node.index].inFlight) {
            if (body instanceof Wrapped(PeerMessage.Load load)) {
                newest = load;
            }
        }
        boolean onItsWay =
                newest != null && attracts(newest.state()) && newest.received() == neighbour.sent();
        if (!onItsWay) {
            throw new AssertionError(
                    "at "
                            + nowNanos
                            + " "
                            + node.id
                            + " takes an idle node for full and nothing tells it: "
                            + neighbour);
        }
    }

    @Override
    public String toString() {
        return settings + " at " + nowNanos + " ns, " + finished + " of " + tasks.size();
    }
}
