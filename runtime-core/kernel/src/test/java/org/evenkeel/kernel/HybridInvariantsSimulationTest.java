package org.evenkeel.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.TaskKind;
import org.evenkeel.testing.SampleTasks;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Tag;

/**
 * The two promises of the corrected algorithm, checked after every event in random networks, with
 * and without links that fail, processes that restart and workers that are added.
 */
@Tag("extended")
class HybridInvariantsSimulationTest {

    private static final int TASKS = 250;
    private static final String[] SHAPES = {
        "mesh", "torus", "ring", "star", "complete", "random(k=3)", "mesh(1x9)"
    };

    @Seeds(150)
    void keepsItsPromisesUnderAWorkerBusyLoad(long seed) {
        run(seed, "worker-busy", 0);
    }

    @Seeds(150)
    void keepsItsPromisesUnderAQueueStackLoad(long seed) {
        run(seed, "queue-stack", 0);
    }

    @Seeds(150)
    void keepsItsPromisesWhenLinksFailAndNodesRestart(long seed) {
        run(seed, "worker-busy", 12);
    }

    @Seeds(100)
    void keepsItsPromisesWhenLinksFailUnderAQueueStackLoad(long seed) {
        run(seed, "queue-stack", 12);
    }

    private static void run(long seed, String model, int faults) {
        SplittableRandom random = new SplittableRandom(seed);
        BalancerNetwork network = BalancerNetwork.connected(draw(random, model));
        network.checking(network::checkInvariants);
        TaskKind kind = SampleTasks.kind(1, 5, 1 + random.nextInt(60));
        network.arrive(rates(network, random), kind, TASKS);
        for (int i = 0; i < faults; i++) {
            network.after(
                    random.nextLong(30 * NetworkSettings.MEAN_NANOS), () -> Faults.happen(network));
        }
        for (int i = 0; i < 3; i++) {
            int lucky = random.nextInt(network.nodes.size());
            network.after(
                    random.nextLong(30 * NetworkSettings.MEAN_NANOS),
                    () -> network.nodes.get(lucky).addWorker());
        }
        network.run();
        assertThat(network.finishedTasks()).isEqualTo(TASKS);
        if (faults == 0) {
            assertThat(network.tasks).allMatch(task -> task.starts == 1);
        }
        assertThat(network.nodes).allMatch(node -> node.handing.isEmpty());
        assertThat(network.mostHops()).as("no livelock").isLessThan(200);
    }

    private static NetworkSettings draw(SplittableRandom random, String model) {
        String[] placements = {"paper", "local-first"};
        String[] fits = {"first", "best", "rotating"};
        String[] announces = {"lazy", "eager"};
        String policy =
                "hybrid(placement="
                        + placements[random.nextInt(2)]
                        + ",fit="
                        + fits[random.nextInt(3)]
                        + ",announce="
                        + announces[random.nextInt(2)]
                        + ")";
        int[] workers = new int[9];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = 1 + random.nextInt(4);
        }
        NetworkSettings settings =
                NetworkSettings.of(random.nextLong(), policy)
                        .withNodes(2 + random.nextInt(8), SHAPES[random.nextInt(SHAPES.length)])
                        .withModel(model)
                        .withWorkers(index -> workers[index])
                        .withLatency(1 + random.nextLong(NetworkSettings.MEAN_NANOS / 2), 0.9)
                        .withPolicy(index -> Policies.parse(policy).create(index));
        return random.nextBoolean() ? settings.withBatches() : settings;
    }

    /** Uneven arrivals, on some nodes none at all. */
    private static double[] rates(BalancerNetwork network, SplittableRandom random) {
        double[] upTo = new double[network.nodes.size()];
        double rate = 0.1;
        for (int i = 0; i < upTo.length; i++) {
            rate += random.nextInt(3) * random.nextDouble() * network.nodes.get(i).workers;
            upTo[i] = rate;
        }
        return upTo;
    }
}
