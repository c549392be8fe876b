package org.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.evenkeel.core.CoreNetwork.Node;
import org.evenkeel.core.CoreNetwork.Work;
import org.evenkeel.model.Outcome;
import org.junit.jupiter.api.Test;

/** Whole clusters of cores, with and without faults: everything ends, once, wherever it ran. */
class NodeCoreSimulationTest {
    private static final long SEED = Long.getLong("evenkeel.seed", 0);
    private static final int SEEDS = Integer.getInteger("evenkeel.seeds", 150);

    private interface Scenario {
        void run(long seed);
    }

    private static void forSeeds(Scenario scenario) {
        long first = SEED != 0 ? SEED : 1;
        long last = SEED != 0 ? SEED : SEEDS;
        for (long seed = first; seed <= last; seed++) {
            try {
                scenario.run(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        "seed "
                                + seed
                                + "; rerun: ./mvnw -pl runtime-core test"
                                + " -Dtest=NodeCoreSimulationTest -Devenkeel.seed="
                                + seed,
                        e);
            }
        }
    }

    /** Half of the seeds relay, a third of them on a ring. */
    private static CoreNetwork network(long seed, int nodes, int workers) {
        return new CoreNetwork(
                seed,
                seed % 2 == 0 ? "hybrid" : "hybrid(relay=on)",
                seed % 3 == 0 ? "ring" : "complete",
                nodes,
                workers);
    }

    private static void assertAllDoneOnce(CoreNetwork net, int tasks) {
        assertThat(net.violations).isEmpty();
        assertThat(net.completed).hasSize(tasks);
        assertThat(net.completed.values()).allMatch(times -> times == 1);
    }

    @Test
    void runsEveryTaskOnceWithoutFaults() {
        for (String policy :
                new String[] {
                    "hybrid", "hybrid-1997", "sender-initiated", "receiver-initiated", "none"
                }) {
            CoreNetwork net = new CoreNetwork(1, policy, 4, 2);
            net.submit(net.nodes.getFirst(), 400, new Work(CoreNetwork.MILLI, 0, 0));
            assertThat(net.runUntilDone(1000 * CoreNetwork.MILLI)).as(policy).isTrue();
            assertAllDoneOnce(net, 400);
            assertThat(net.executions).as(policy).isEqualTo(400);
        }
    }

    @Test
    void everyNodeWorksWhenAllTasksEnterAtOne() {
        CoreNetwork net = new CoreNetwork(3, "hybrid", 4, 2);
        net.submit(net.nodes.getFirst(), 200, new Work(CoreNetwork.MILLI, 0, 0));
        assertThat(net.runUntilDone(1000 * CoreNetwork.MILLI)).isTrue();
        for (Node node : net.nodes) {
            assertThat(node.core.status().totals().run()).as(node.id.name()).isGreaterThan(20);
        }
        assertThat(net.now).isLessThan(60 * CoreNetwork.MILLI);
    }

    @Test
    void aRelayHelpsTheNodeTwoHopsAway() {
        long plain = cornerNanos("hybrid");
        long relayed = cornerNanos("hybrid(relay=on)");
        assertThat(relayed).isLessThan(plain * 85 / 100);
    }

    /** 400 tasks of 4 ms enter a mesh of four single workers at one corner. */
    private static long cornerNanos(String policy) {
        CoreNetwork net = new CoreNetwork(3, policy, "mesh", 4, 1);
        net.submit(net.nodes.getFirst(), 400, new Work(4 * CoreNetwork.MILLI, 0, 0));
        assertThat(net.runUntilDone(10_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
        assertAllDoneOnce(net, 400);
        if (policy.contains("relay")) {
            for (Node node : net.nodes) {
                assertThat(node.core.status().totals().run()).as(net::report).isGreaterThan(80);
            }
        }
        return net.now;
    }

    @Test
    void recursiveTasksEndOnOneWorker() {
        CoreNetwork net = new CoreNetwork(5, "hybrid", 1, 1);
        net.submit(net.nodes.getFirst(), 3, new Work(1000, 3, 6));
        assertThat(net.runUntilDone(60_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
        assertAllDoneOnce(net, 3);
    }

    @Test
    void recursiveTasksSpreadOverFourNodes() {
        CoreNetwork net = new CoreNetwork(5, "hybrid", 4, 2);
        net.submit(net.nodes.getFirst(), 2, new Work(CoreNetwork.MILLI, 3, 5));
        assertThat(net.runUntilDone(60_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
        assertAllDoneOnce(net, 2);
        for (Node node : net.nodes) {
            assertThat(node.core.status().totals().run()).as(node.id.name()).isGreaterThan(50);
        }
    }

    @Test
    void finishesEverythingWhenWorkersDie() {
        forSeeds(seed -> {
            CoreNetwork net = network(seed, 3, 2);
            Random random = new Random(seed);
            net.submit(
                    net.nodes.getFirst(),
                    100,
                    new Work(CoreNetwork.MILLI, 2, seed % 2 == 0 ? 0 : 2));
            for (int i = 0; i < 4; i++) {
                net.run((long) (random.nextDouble() * 5 * CoreNetwork.MILLI));
                Node node = net.nodes.get(random.nextInt(3));
                net.killWorker(node, random.nextInt(2));
            }
            assertThat(net.runUntilDone(60_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
            assertAllDoneOnce(net, 100);
            net.outcomes.forEach((id, outcome) ->
                    assertThat(outcome.status())
                            .isIn(Outcome.Status.SUCCEEDED, Outcome.Status.WORKERS_DIED));
        });
    }

    @Test
    void finishesEverythingWhenNodesCrashAndComeBack() {
        forSeeds(seed -> {
            CoreNetwork net = network(seed, 4, 2);
            Random random = new Random(seed);
            net.submit(
                    net.nodes.getFirst(),
                    120,
                    new Work(CoreNetwork.MILLI, 2, seed % 3 == 0 ? 2 : 0));
            for (int i = 0; i < 3; i++) {
                net.run((long) (random.nextDouble() * 8 * CoreNetwork.MILLI));
                Node node = net.nodes.get(random.nextInt(4));
                if (node.alive) {
                    net.crash(node);
                    if (random.nextBoolean()) {
                        net.after(
                                (long) (random.nextDouble() * 50 * CoreNetwork.MILLI),
                                () -> net.start(node));
                    } else {
                        net.after(400 * CoreNetwork.MILLI, () -> net.start(node));
                    }
                }
            }
            assertThat(net.runUntilDone(60_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
            assertAllDoneOnce(net, 120);
        });
    }

    @Test
    void finishesEverythingWhenLinksBreak() {
        forSeeds(seed -> {
            CoreNetwork net = network(seed, 4, 2);
            Random random = new Random(seed);
            net.submit(
                    net.nodes.getFirst(),
                    150,
                    new Work(CoreNetwork.MILLI, 2, seed % 3 == 0 ? 2 : 0));
            for (int i = 0; i < 12; i++) {
                net.run((long) (random.nextDouble() * 3 * CoreNetwork.MILLI));
                Node a = net.nodes.get(random.nextInt(4));
                Node b = net.nodes.get(random.nextInt(4));
                net.cut(a, b);
                long heal = random.nextInt(10) == 0 ? 500 : 10;
                net.after(
                        (long) (random.nextDouble() * heal * CoreNetwork.MILLI),
                        () -> net.connect(a, b));
            }
            assertThat(net.runUntilDone(60_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
            assertAllDoneOnce(net, 150);
        });
    }

    @Test
    void drainsToItsPeers() {
        forSeeds(seed -> {
            CoreNetwork net = network(seed, 3, 1);
            Node owner = net.nodes.getFirst();
            Node leaver = net.nodes.get(1);
            net.submit(owner, 100, new Work(CoreNetwork.MILLI, 0, 0));
            net.run((long) (new Random(seed).nextDouble() * 10 * CoreNetwork.MILLI));
            leaver.handle(new Event.DrainStarted("test"));
            net.run(200 * CoreNetwork.MILLI);
            assertThat(net.drained).contains(leaver.id);
            net.crash(leaver);
            assertThat(net.runUntilDone(60_000 * CoreNetwork.MILLI)).as(net::report).isTrue();
            assertAllDoneOnce(net, 100);
            assertThat(net.executions).isEqualTo(100);
        });
    }
}
