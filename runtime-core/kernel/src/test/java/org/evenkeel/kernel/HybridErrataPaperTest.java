package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.load.WorkerBusyLoad;
import org.evenkeel.kernel.policy.Decision;
import org.evenkeel.kernel.policy.Decision.Action;
import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NeighbourView;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.TaskArrival;
import org.evenkeel.kernel.policy.neighbour.Hybrid;
import org.evenkeel.kernel.policy.neighbour.Misprinted;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.testing.NeighbourViews;
import org.evenkeel.testing.SampleTasks;
import org.junit.jupiter.api.Test;

/**
 * What is wrong with the print of "A universal model of distributed dynamic load balancing", and
 * what follows from it. The first three tests measure the printed value beside the mended one.
 */
class HybridErrataPaperTest {

    private static final int TASKS = 3000;

    /** Arrivals on every node. */
    private static BalancerNetwork even(Supplier<Policy> policy, int workers, double load) {
        return ran(policy, workers, load, 1);
    }

    /** Arrivals on every second node only, twice as many there. */
    private static BalancerNetwork skewed(Supplier<Policy> policy, int workers, double load) {
        return ran(policy, workers, load, 2);
    }

    private static BalancerNetwork ran(
            Supplier<Policy> policy, int workers, double load, int every) {
        BalancerNetwork network =
                BalancerNetwork.connected(
                        NetworkSettings.of(1, "none")
                                .withPolicy(index -> policy.get())
                                .withWorkers(index -> workers));
        network.measuresBesideIdle();
        double[] upTo = new double[network.nodes.size()];
        double rate = 0;
        for (int i = 0; i < upTo.length; i++) {
            rate += i % every == 0 ? load * workers * every : 0;
            upTo[i] = rate;
        }
        network.arrive(upTo, SampleTasks.kind(1, 5, 0), TASKS);
        network.run();
        return network;
    }

    /** Where "a task waits beside an idle neighbour" lasts, rather than until a message arrives. */
    @Test
    void misprint1LetsTasksStarveBesideAnIdleNeighbour() {
        for (double load : new double[] {0.7, 0.9}) {
            BalancerNetwork printed = skewed(Misprinted::forgetsTheSender, 4, load);
            BalancerNetwork mended = skewed(Misprinted::mended, 4, load);
            assertThat(printed.besideIdle()).isGreaterThan(0.6);
            assertThat(mended.besideIdle()).isLessThan(0.3);
            assertThat(printed.meanResponse()).isGreaterThan(2 * mended.meanResponse());
        }
    }

    @Test
    void misprint1IsInvisibleWithOneWorkerPerNode() {
        BalancerNetwork printed = skewed(Misprinted::forgetsTheSender, 1, 0.8);
        BalancerNetwork mended = skewed(Misprinted::mended, 1, 0.8);
        assertThat(printed.meanResponse()).isEqualTo(mended.meanResponse());
        assertThat(printed.besideIdle()).isEqualTo(mended.besideIdle());
    }

    @Test
    void misprint2SendsTasksInCircles() {
        BalancerNetwork printed = skewed(Misprinted::fullNodeSaysLow, 2, 0.9);
        BalancerNetwork mended = skewed(Misprinted::mended, 2, 0.9);
        System.out.printf(
                "full node says LOW: %d hops, mended %d%n", printed.mostHops(), mended.mostHops());
        assertThat(printed.mostHops()).isGreaterThan(2 * mended.mostHops());
        assertThat(printed.offers).isGreaterThan(2 * mended.offers);
    }

    @Test
    void misprint3SendsTasksToFullNodes() {
        BalancerNetwork printed = even(Misprinted::fullNodeIsSilent, 1, 0.8);
        BalancerNetwork mended = even(Misprinted::mended, 1, 0.8);
        assertThat(printed.misdirected).isGreaterThan(2 * mended.misdirected);
    }

    @Test
    void lowToModerateNeedNotBeTold() {
        RecordingHands node = node("hybrid").linkedTo("a");
        node.balancer.place(RecordingHands.task(1), null);
        assertThat(node.ended()).containsExactly("start t1");
        assertThat(node.balancer.state()).isEqualTo(LoadState.MODERATE);

        RecordingHands eager = node("hybrid(announce=eager)").linkedTo("a");
        eager.balancer.place(RecordingHands.task(1), null);
        assertThat(eager.ended()).containsExactly("start t1", "M>a");

        double lazyResponse = even(Hybrid::new, 2, 0.7).meanResponse();
        double eagerResponse =
                even(() -> Policies.parse("hybrid(announce=eager)").create(1), 2, 0.7)
                        .meanResponse();
        assertThat(lazyResponse).isBetween(0.97 * eagerResponse, 1.03 * eagerResponse);
    }

    @Test
    void aTaskIsBouncedBackToItsSenderWhoStartsIt() {
        BalancerNetwork network = crossing(Hybrid::new);
        assertThat(network.tasks.getLast().hop).isEqualTo(2);
        assertThat(network.nodes.get(0).waiting.isEmpty()).isTrue();
        assertThat(network.nodes.get(1).waiting.isEmpty()).isTrue();
    }

    @Test
    void excludingTheSenderLetsTheTaskWaitBesideAnIdleOne() {
        BalancerNetwork network = crossing(NeverBack::new);
        assertThat(network.tasks.getLast().hop).isEqualTo(1);
        assertThat(network.nodes.get(1).waiting.size()).isEqualTo(1);
        network.runUntil(50 * NetworkSettings.MEAN_NANOS);
        assertThat(network.nodes.get(0).busy).as("idle all the time").isZero();
        assertThat(network.nodes.get(1).waiting.size()).isEqualTo(1);
    }

    /** Node 0 pushes a task while the word that node 1 has become full is on its way. */
    private static BalancerNetwork crossing(Supplier<Policy> policy) {
        BalancerNetwork network =
                BalancerNetwork.connected(
                        NetworkSettings.of(1, "none")
                                .withPolicy(index -> policy.get())
                                .withNodes(2, "ring")
                                .withWorkers(index -> index == 0 ? 2 : 1));
        network.submit(0, 1);
        network.runUntil(NetworkSettings.MEAN_NANOS / 2);
        network.submit(1, 100);
        network.submit(0, 1);
        network.runUntil(NetworkSettings.MEAN_NANOS * 3 / 4);
        return network;
    }

    @Test
    void loadsThatOvertakeEachOtherAreToldApart() {
        PeerMessage.Load high =
                new PeerMessage.Load(LoadState.HIGH, 1, 0, 2, 0, 2, 0, Distance.UNKNOWN);
        PeerMessage.Load low = new PeerMessage.Load(LoadState.LOW, 2, 0, 0, 0, 2, 1, 0);
        NodeId a = new NodeId("a");

        RecordingHands printed = node("hybrid-1997").linkedTo("a");
        printed.balancer.onLoad(a, low);
        printed.balancer.onLoad(a, high);
        assertThat(printed.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.HIGH);

        RecordingHands corrected = node("hybrid").linkedTo("a");
        corrected.balancer.onLoad(a, low);
        corrected.balancer.onLoad(a, high);
        assertThat(corrected.balancer.neighbours().getFirst().believed()).isEqualTo(LoadState.LOW);
    }

    @Test
    void aTransitionCostsAMessagePerNeighbour() {
        BalancerNetwork network =
                BalancerNetwork.connected(
                        NetworkSettings.of(1, "hybrid").withNodes(16, "complete"));
        network.submit(0, 1);
        assertThat(network.advisory).isEqualTo(15);
    }

    @Test
    void anIdleNodeTwoHopsAwayHelpsOnlyOnceTheOneBetweenIsIdle() {
        BalancerNetwork network =
                BalancerNetwork.connected(
                        NetworkSettings.of(1, "hybrid")
                                .withNodes(3, "mesh(1x3)")
                                .withWorkers(index -> index == 1 ? 2 : 1));
        TestNode source = network.nodes.get(0);
        TestNode far = network.nodes.get(2);
        TestTask blocker = network.submit(2, 5);
        network.submit(1, 10);
        network.submit(1, 20);
        network.runUntil(network.nowNanos + NetworkSettings.MEAN_NANOS);
        for (int i = 0; i < 5; i++) {
            network.submit(0, 1000);
        }
        network.runUntil(9 * NetworkSettings.MEAN_NANOS);
        assertThat(blocker.finished).isTrue();
        assertThat(far.busy).as("idle two hops away").isZero();
        assertThat(source.waiting.size()).isEqualTo(4);
        network.runUntil(15 * NetworkSettings.MEAN_NANOS);
        assertThat(far.busy).as("busy once its neighbour had room").isOne();
    }

    @Test
    void printedQueueStackThrowsATaskToAndFro() {
        NetworkSettings settings =
                NetworkSettings.of(1, "hybrid-1997").withNodes(2, "ring").withModel("queue-stack");
        assertThat(hopsOfThirdTask(settings.withModel("queue-stack-1997"))).isGreaterThan(100);
        assertThat(hopsOfThirdTask(settings.withPolicy(index -> new Hybrid()))).isLessThan(3);
        assertThat(LoadModels.parse("queue-stack-1997").isQueueStack()).isTrue();
    }

    private static int hopsOfThirdTask(NetworkSettings settings) {
        BalancerNetwork network = BalancerNetwork.connected(settings);
        network.submit(0, 100);
        network.runUntil(NetworkSettings.MEAN_NANOS);
        network.submit(0, 100);
        network.runUntil(2 * NetworkSettings.MEAN_NANOS);
        TestTask third = network.submit(0, 1);
        network.runUntil(50 * NetworkSettings.MEAN_NANOS);
        return third.hop;
    }

    private static RecordingHands node(String policy) {
        return new RecordingHands(Policies.parse(policy).create(1), new WorkerBusyLoad());
    }

    /** The hybrid strategy, but a task never goes back to the neighbour it came from. */
    private static final class NeverBack implements Policy {
        private final Hybrid hybrid = new Hybrid();

        @Override
        public String name() {
            return "never-back";
        }

        @Override
        public Decision onTask(NodeView view, TaskArrival taskArrival) {
            if (taskArrival.isLocal()) {
                return hybrid.onTask(view, taskArrival);
            }
            List<NeighbourView> seen = new ArrayList<>(view.neighbours());
            seen.set(taskArrival.from(), NeighbourViews.DOWN);
            return hybrid.onTask(
                    new NodeView(view.sample(), view.state(), view.queueStack(), seen),
                    taskArrival);
        }

        @Override
        public Decision onWorkerFree(NodeView view) {
            return hybrid.onWorkerFree(view);
        }

        @Override
        public Decision onLoad(NodeView view, int from, LoadState told, int room) {
            return Decision.of(new Action.Believe(from), "told");
        }

        @Override
        public List<Announcement> announce(NodeView after) {
            return hybrid.announce(after);
        }
    }
}
