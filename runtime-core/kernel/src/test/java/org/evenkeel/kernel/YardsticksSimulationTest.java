package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.testing.SampleTasks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every policy must keep in any network. */
@Tag("extended")
class YardsticksSimulationTest {

    private static final int SEEDS = Integer.getInteger("evenkeel.seeds", 12);
    private static final int TASKS = 200;
    private static final String[] SHAPES = {
        "mesh", "ring", "star", "complete", "random(k=3)", "mesh(1x7)"
    };

    /** The farthest that any of them lets a task go. */
    private static final int MOST_HOPS = 32;

    static Stream<String> yardsticks() {
        return Stream.of(
                "random",
                "round-robin",
                "power-of-two",
                "power-of-two(choices=3,tell=3)",
                "work-stealing",
                "work-stealing(take=half,lambda=100ms)",
                "gradient",
                "gradient(high=2,max=4)",
                "acwn",
                "acwn(min=1,saturation=2)",
                "rid",
                "rid(low=1,change=1)",
                "sid",
                "sid(high=2,change=0.5)",
                "pvm-round-robin",
                "glunix");
    }

    @ParameterizedTest
    @MethodSource("yardsticks")
    void finishesEveryTaskOnceAndLetsNoneTravelForEver(String policy) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            BalancerNetwork network = network(policy, seed);
            network.runUntilFinished(TASKS);
            assertThat(network.finishedTasks()).as("%s, seed %d", policy, seed).isEqualTo(TASKS);
            assertThat(network.tasks).allMatch(task -> task.starts == 1);
            assertThat(network.mostHops()).isLessThanOrEqualTo(MOST_HOPS);
        }
    }

    @ParameterizedTest
    @MethodSource("yardsticks")
    void finishesEveryTaskThoughLinksFailAndNodesRestart(String policy) {
        for (int seed = 1; seed <= SEEDS; seed++) {
            BalancerNetwork network = network(policy, seed);
            for (int i = 0; i < 8; i++) {
                long when = network.random.nextLong(30 * NetworkSettings.MEAN_NANOS);
                network.after(when, () -> Faults.happen(network));
            }
            network.runUntilFinished(TASKS);
            assertThat(network.finishedTasks()).as("%s, seed %d", policy, seed).isEqualTo(TASKS);
        }
    }

    /** Random in everything; one node has no workers. */
    private static BalancerNetwork network(String policy, int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int nodes = 3 + random.nextInt(6);
        int without = random.nextInt(nodes);
        int[] workers = new int[nodes];
        for (int i = 0; i < nodes; i++) {
            workers[i] = i == without ? 0 : 1 + random.nextInt(4);
        }
        NetworkSettings settings =
                NetworkSettings.of(seed, policy)
                        .withNodes(nodes, SHAPES[random.nextInt(SHAPES.length)])
                        .withWorkers(index -> workers[index])
                        .withLatency(1 + random.nextLong(NetworkSettings.MEAN_NANOS / 3), 0.9);
        BalancerNetwork network =
                BalancerNetwork.connected(random.nextBoolean() ? settings.withBatches() : settings);
        network.checking(network::checkOwnWorkers);
        double[] upTo = new double[nodes];
        double rate = 0.1;
        for (int i = 0; i < nodes; i++) {
            rate += random.nextInt(3) * random.nextDouble() * 2;
            upTo[i] = rate;
        }
        network.arrive(upTo, SampleTasks.kind(1, 5, 0), TASKS);
        return network;
    }

    /** Whoever asks in vain falls silent, and so does a cluster in which nobody has room. */
    @ParameterizedTest
    @MethodSource("yardsticks")
    void anIdleClusterSaysLittle(String policy) {
        BalancerNetwork network =
                BalancerNetwork.connected(NetworkSettings.of(1, Policies.parse(policy).name()));
        network.runUntil(20 * NetworkSettings.MEAN_NANOS);
        network.advisory = 0;
        network.runUntil(40 * NetworkSettings.MEAN_NANOS);
        int mayAsk = policy.startsWith("work-stealing") ? 200 : 0;
        int round = policy.contains("100ms") ? 11 : 1;
        assertThat(network.advisory / 16).isLessThanOrEqualTo(mayAsk * round);
    }
}
