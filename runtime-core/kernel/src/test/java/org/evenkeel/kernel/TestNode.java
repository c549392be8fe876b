package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.evenkeel.kernel.BalancerNetwork.Answer;
import org.evenkeel.kernel.BalancerNetwork.TaskOffer;
import org.evenkeel.kernel.BalancerNetwork.Wrapped;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;

/** One node of a {@link BalancerNetwork}: a balancer, workers, and just enough foreignTasks. */
final class TestNode implements BalancerActions {

    final BalancerNetwork network;
    final int index;
    final NodeId id;
    Balancer balancer;
    WaitingTasks waiting;
    int workers;
    int busy;
    int incarnation;
    boolean refusesOffers;

    /** Offered and not answered, with the receiver. */
    final SequencedMap<HeldTask, Integer> handing = new LinkedHashMap<>();

    final List<HeldTask> running = new ArrayList<>();
    private final SequencedMap<TaskId, Integer> hopsSeen = new LinkedHashMap<>();

    TestNode(BalancerNetwork network, int index) {
        this.network = network;
        this.index = index;
        this.id = new NodeId("n" + index);
        this.workers = network.settings.workers().applyAsInt(index);
        this.waiting = new WaitingTasks(network.settings.model().isQueueStack(), id);
        this.balancer = newBalancer();
    }

    private Balancer newBalancer() {
        var settings = network.settings;
        return new Balancer(
                settings.policy().apply(index),
                settings.model(),
                this,
                waiting,
                new QuotaQueue(ProcessorQuotas.NONE, false, waiting, id),
                new PhaseTasks(false, id),
                id);
    }

    /** Loses everything, as a process that dies and starts again does. */
    void restart() {
        incarnation++;
        busy = 0;
        handing.clear();
        running.clear();
        hopsSeen.clear();
        waiting = new WaitingTasks(network.settings.model().isQueueStack(), id);
        balancer = newBalancer();
    }

    boolean hasSeen(TaskId task, int hop) {
        return hop <= hopsSeen.getOrDefault(task, 0);
    }

    HeldTask hold(TestTask task) {
        return new HeldTask(
                task.task, Grant.first(1), task.hop, new NodeRef(id, incarnation, "", 0));
    }

    void submit(TestTask task) {
        balancer.place(hold(task), null);
        balancer.announce();
    }

    void addWorker() {
        workers++;
        balancer.drainWaiting();
        balancer.announce();
    }

    void receive(int from, Object body) {
        NodeId peer = network.nodes.get(from).id;
        switch (body) {
            case TaskOffer offer -> receiveOffer(from, peer, offer);
            case Answer answer -> receiveAnswer(peer, answer);
            case Wrapped wrapped -> {
                switch (wrapped.peerMessage()) {
                    case PeerMessage.Load load -> balancer.onLoad(peer, load);
                    case PeerMessage.Request request -> balancer.onRequest(peer, request.room());
                    case PeerMessage.NothingToGive _ -> balancer.onNothingToGive(peer);
                    default -> throw new AssertionError(wrapped);
                }
            }
            default -> throw new AssertionError(body);
        }
        balancer.announce();
    }

    private void receiveOffer(int from, NodeId peer, TaskOffer offer) {
        balancer.offerAnswered(peer);
        TaskId task = offer.task().task.id();
        boolean repeat = hasSeen(task, offer.hop());
        boolean taken = repeat || !refusesOffers;
        network.send(index, from, new Answer(task, offer.hop(), taken));
        if (!taken) {
            balancer.afterRefusal(peer);
        } else if (!repeat) {
            hopsSeen.put(task, offer.hop());
            handing.keySet().removeIf(held -> held.id().equals(task));
            network.misdirected += busy >= workers ? 1 : 0;
            balancer.place(hold(offer.task()), peer);
        }
    }

    private void receiveAnswer(NodeId peer, Answer answer) {
        HeldTask answered = null;
        for (HeldTask held : handing.keySet()) {
            if (held.id().equals(answer.task()) && held.hop == answer.hop()) {
                answered = held;
            }
        }
        if (answered != null) {
            handing.remove(answered);
            if (!answer.taken()) {
                balancer.refused(answered, peer);
            }
        }
    }

    private void finish(HeldTask task, int startedIn) {
        if (startedIn != incarnation) {
            return;
        }
        running.remove(task);
        busy--;
        network.finished(task, index);
        balancer.workerFree();
        balancer.announce();
    }

    void onTimer(int setIn) {
        if (setIn == incarnation) {
            balancer.onTimer();
            balancer.announce();
        }
    }

    @Override
    public LoadSample sample() {
        return new LoadSample(
                workers,
                busy,
                waiting.size(),
                waiting.weight(),
                waiting.totalWeight(),
                network.settings.nodes());
    }

    @Override
    public int room() {
        int free = Math.max(0, workers - busy);
        return network.settings.onlyOneAtATime() ? Math.min(1, free) : free;
    }

    @Override
    public void start(HeldTask task, String reason) {
        if (busy >= workers) {
            throw new AssertionError(id + " has no free slot for " + task);
        }
        busy++;
        running.add(task);
        int startedIn = incarnation;
        network.after(network.started(task), () -> finish(task, startedIn));
    }

    @Override
    public void offer(HeldTask task, NodeId to, String reason) {
        TestTask offered = network.task(task);
        int receiver = network.indexOf(to);
        task.hop = ++offered.hop;
        handing.put(task, receiver);
        network.offers++;
        network.send(index, receiver, new TaskOffer(offered, task.hop));
    }

    @Override
    public void waits(HeldTask task, String reason) {
        if (!waiting.contains(task)) {
            throw new AssertionError(task + " is not among the waiting");
        }
    }

    @Override
    public void send(NodeId to, PeerMessage peerMessage) {
        network.advisory++;
        network.send(index, network.indexOf(to), new Wrapped(peerMessage));
    }

    @Override
    public void recall(int atMost) {
        throw new AssertionError("nothing is prefetched here");
    }

    @Override
    public void wakeAfter(long afterNanos) {
        int setIn = incarnation;
        network.after(afterNanos, () -> onTimer(setIn));
    }
}
