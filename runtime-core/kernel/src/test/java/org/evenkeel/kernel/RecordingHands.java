package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.evenkeel.kernel.load.LoadModel;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.SampleTasks;

/**
 * A node whose hands write down what they do: {@code start t1}, {@code t1>a}, {@code waits t1},
 * {@code H>a} for a load, {@code ask>a}, {@code nothing>a}, {@code recall 2}, {@code wake 5}.
 */
final class RecordingHands implements BalancerActions {

    static final NodeId SELF = new NodeId("self");

    final List<String> did = new ArrayList<>();
    final SequencedMap<NodeId, PeerMessage.Load> lastLoads = new LinkedHashMap<>();
    final SequencedMap<NodeId, PeerMessage.Request> lastRequests = new LinkedHashMap<>();
    final WaitingTasks waiting;
    final Balancer balancer;
    int workers = 2;
    int busy;
    int prefetched;
    int room = 1;

    RecordingHands(Policy policy, LoadModel model) {
        waiting = new WaitingTasks(model.isQueueStack(), SELF);
        balancer =
                new Balancer(
                        policy,
                        model,
                        this,
                        waiting,
                        new QuotaQueue(ProcessorQuotas.NONE, false, waiting, SELF),
                        new PhaseTasks(false, SELF),
                        SELF);
    }

    /** Linked neighbours, all first loads told and forgotten. */
    RecordingHands linkedTo(String... names) {
        List<NodeId> ids = new ArrayList<>();
        for (String name : names) {
            ids.add(new NodeId(name));
            balancer.linkUp(new NodeId(name), Features.ALL);
        }
        balancer.setNeighbours(ids);
        balancer.announce();
        did.clear();
        return this;
    }

    static HeldTask task(long number) {
        NodeRef owner = new NodeRef(new NodeId("owner"), 1, "", 0);
        return new HeldTask(SampleTasks.task(number), Grant.first(1), 0, owner);
    }

    /** What was done since the last call. */
    List<String> takeDid() {
        List<String> taken = List.copyOf(did);
        did.clear();
        return taken;
    }

    List<String> ended() {
        balancer.announce();
        return takeDid();
    }

    @Override
    public LoadSample sample() {
        return new LoadSample(
                workers,
                busy,
                waiting.size() + prefetched,
                waiting.weight(),
                waiting.totalWeight(),
                3);
    }

    @Override
    public int room() {
        return room;
    }

    @Override
    public void start(HeldTask task, String reason) {
        did.add("start t" + task.id().number());
        busy++;
    }

    @Override
    public void offer(HeldTask task, NodeId to, String reason) {
        did.add("t" + task.id().number() + ">" + to);
    }

    @Override
    public void waits(HeldTask task, String reason) {
        did.add("waits t" + task.id().number());
    }

    @Override
    public void send(NodeId to, PeerMessage peerMessage) {
        did.add(
                switch (peerMessage) {
                            case PeerMessage.Load load -> {
                                lastLoads.put(to, load);
                                yield load.state().name().substring(0, 1);
                            }
                            case PeerMessage.Request request -> {
                                lastRequests.put(to, request);
                                yield "ask";
                            }
                            case PeerMessage.NothingToGive _ -> "nothing";
                            default -> throw new AssertionError(peerMessage);
                        }
                        + ">"
                        + to);
    }

    @Override
    public void recall(int atMost) {
        did.add("recall " + atMost);
    }

    @Override
    public void wakeAfter(long afterNanos) {
        did.add("wake " + afterNanos);
    }
}
