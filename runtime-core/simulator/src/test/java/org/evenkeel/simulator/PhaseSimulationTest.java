package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.phases.PhaseReport;
import org.evenkeel.model.Durability;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Trees;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scheduling phases of simulated daemons; every rule is checked after every event. */
class PhaseSimulationTest {
    private static final long MILLI = 1_000_000;
    private static final int NODES = 9;
    private static final int TASKS = 200;
    private static final int MOMENTS = 14;
    private static final int SEEDS = 10;

    /** A third of the perfect speed-up of the eight nodes with a worker. */
    private static final double LEAST_SPEED_UP = 8 / 3.0;

    /** Twice the nodes may cost more than twice the messages by this. */
    private static final double SLACK = 1.5;

    private static SimSpec spec(String policy, int nodes, int masters, int tasks) {
        ClusterSpec cluster =
                new ClusterSpec(
                        policy,
                        "worker-busy",
                        Topologies.parse("complete"),
                        nodes,
                        List.of(1),
                        List.of(1.0),
                        new ClusterSpec.Leases(200 * MILLI, 300 * MILLI),
                        new NodeConfig.Limits(100_000, 100_000, 16, MILLI, 3, 1000),
                        masters);
        NetworkSpec network =
                new NetworkSpec(
                        new Distribution.Uniform(50_000, 200_000),
                        0,
                        new Distribution.Fixed(1_000),
                        100 * MILLI,
                        20 * MILLI,
                        MILLI,
                        NetworkSpec.AT_ONCE);
        Trees bag = new Trees(tasks, 0, 20 * MILLI, 0, false, 1);
        return new SimSpec(cluster, network, bag, FaultPlan.NONE, 1, Durability.MEMORY, 0, true, 3);
    }

    @ParameterizedTest
    @CsvSource({
        "nrics,0,true",
        "nrics,0.5,true",
        "nrics,1,false", // neighbours leave nothing for a phase: some always have work
        "nrics-no-migration,0,true",
        "nrics-1999,0,true",
        "nrics-1999,0.5,true",
        "nrics-1999,1,true"
    })
    void workIsEvenedOutAtEveryEta(String policy, String eta, boolean phases) {
        Simulation simulation =
                new Simulation(spec(policy + "(eta=" + eta + ",gap=2ms)", NODES, 1, TASKS));
        SimReport report = simulation.run();
        assertThat(report.speedUp()).isGreaterThan(LEAST_SPEED_UP);
        assertThat(!simulation.phases().isEmpty()).isEqualTo(phases);
        for (PhaseReport phase : simulation.phases()) {
            assertThat(phase.outcome()).as("%s", phase).isNull();
            assertThat(phase.totals().nodes()).isEqualTo(NODES);
            assertThat(phase.transfers().size()).isLessThan(NODES);
            if (phase.totals().none() == 0 && phase.totals().fromEt() == 0) {
                assertThat(phase.totals().moved()).isEqualTo(phase.totals().planned());
                assertThat(phase.nodes()).allMatch(node -> node.after() <= node.quota());
            }
        }
    }

    @Test
    @Tag("extended")
    void theMasterMayDieAtAnyMomentOfAPhase() {
        SimSpec spec = spec("nrics-1999(eta=0,gap=2ms)", NODES, 2, TASKS);
        Simulation calm = new Simulation(spec);
        calm.run();
        PhaseReport first = calm.phases().getFirst();
        long lasts = first.steps().countNanos() + first.steps().exchangeNanos();
        long begins = first.startedNanos() - calm.startNanos();
        int tookOver = 0;
        for (int i = -1; i <= MOMENTS; i++) {
            long after = begins + i * lasts / MOMENTS;
            Fault dies = new Fault.Crash(after, 1, 10_000 * MILLI, i % 2 == 0);
            Simulation simulation =
                    new Simulation(spec.with(new FaultPlan(List.of(dies), 400 * MILLI)));
            simulation.run();
            tookOver += simulation.phases().stream().anyMatch(phase -> phase.term() > 1) ? 1 : 0;
        }
        assertThat(tookOver).isGreaterThan(MOMENTS / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nrics(eta=0,gap=2ms)", "nrics-1999(eta=0.5,gap=2ms)"})
    void withoutTheMasterNeighboursBalance(String policy) {
        SimSpec spec = spec(policy, NODES, 1, TASKS);
        Fault dies = new Fault.Crash(8 * MILLI, 0, 10_000 * MILLI, false);
        Simulation simulation =
                new Simulation(spec.with(new FaultPlan(List.of(dies), 400 * MILLI)));
        assertThat(simulation.run().tasks()).isEqualTo(TASKS);
    }

    /** Only one node has a worker. It holds two tasks of others at most, parked ones included. */
    @Test
    void aNodeThatHoldsFewTasksIsOfferedFewMoreThanItTakes() {
        SimSpec spec = spec("nrics-1999(eta=0,gap=20ms)", 3, 2, TASKS);
        ClusterSpec cluster = spec.cluster();
        ClusterSpec small =
                new ClusterSpec(
                        cluster.policy(),
                        cluster.loadModel(),
                        cluster.topology(),
                        cluster.nodes(),
                        cluster.workers(),
                        cluster.speeds(),
                        cluster.leases(),
                        new NodeConfig.Limits(100_000, 2, 16, MILLI, 3, 1000),
                        cluster.masters());
        Trees trees = new Trees(TASKS, 300 * MILLI, 50_000, 2, false, 1);
        SimSpec checked =
                SimSpec.of(small, spec.network(), trees, spec.seed()).with(FaultPlan.NONE);
        SimReport report = new Simulation(checked).run();
        assertThat(report.messages().tasks()).isBetween((long) TASKS, 3L * TASKS);
    }

    /** Started tasks end sooner where they go on at faster nodes; every rule holds meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"nrics", "nrics-1999"})
    @Tag("extended")
    void startedTasksGoOnAtFasterNodes(String policy) {
        double moving = 0;
        double staying = 0;
        int moved = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            Simulation simulation = new Simulation(unequal(policy, seed));
            moving += simulation.run().makespan();
            staying += new Simulation(unequal(policy + "-no-migration", seed)).run().makespan();
            moved += simulation.phases().stream().mapToInt(one -> one.totals().fromEt()).sum();
        }
        assertThat(moved).isGreaterThan(SEEDS);
        assertThat(moving).isLessThan(0.9 * staying);
    }

    /** Half of the nodes are a quarter as fast; there is little more to do than there are nodes. */
    private static SimSpec unequal(String policy, long seed) {
        SimSpec spec = spec(policy + "(eta=0,gap=1ms)", NODES, 1, 2 * NODES);
        ClusterSpec machines = spec.cluster().withMachines(List.of(1), List.of(1.0, 0.25));
        return new SimSpec(
                machines,
                spec.network(),
                spec.workload(),
                FaultPlan.NONE,
                1,
                Durability.MEMORY,
                0,
                true,
                seed);
    }

    /**
     * Messages to and from the master of a phase; linear in the nodes, whatever is exchanged.
     * {@code -Devenkeel.nodes=1000} for so many at most: a minute and a half, since every node
     * knows every other.
     */
    @Test
    @Tag("extended")
    void theMastersLoadGrowsWithTheNodes() {
        boolean full = Boolean.getBoolean("evenkeel.long");
        List<Double> perNode = new ArrayList<>();
        int most = Integer.getInteger("evenkeel.nodes", full ? 300 : 100);
        for (int nodes : new int[] {most / 4, most / 2, most}) {
            SimSpec spec = spec("nrics-1999(eta=0.1,gap=20ms)", nodes + 1, 1, 20 * nodes);
            SimSpec unchecked =
                    SimSpec.of(spec.cluster(), spec.network(), spec.workload(), spec.seed());
            long start = System.nanoTime();
            Simulation simulation = new Simulation(unchecked);
            SimReport report = simulation.run();
            PhaseTraffic traffic = simulation.phaseTraffic();
            List<PhaseReport> phases = simulation.phases();
            double each = phases.size();
            double messages = (traffic.sent() + traffic.received()) / each;
            System.out.printf(
                    "| %,d | %d | %.0f | %.1f | %.0f | %.1f | %.1f | %.2f | %.2f |  speed-up %.0f; %.1f s%n",
                    nodes,
                    phases.size(),
                    traffic.sent() / each,
                    traffic.sentBytes() / each / 1e3,
                    traffic.received() / each,
                    traffic.receivedBytes() / each / 1e3,
                    messages / nodes,
                    phases.stream().mapToLong(p -> p.steps().countNanos()).average().orElse(0)
                            / 1e6,
                    phases.stream().mapToLong(p -> p.steps().exchangeNanos()).average().orElse(0)
                            / 1e6,
                    report.speedUp(),
                    (System.nanoTime() - start) / 1e9);
            perNode.add(messages / nodes);
        }
        for (int i = 1; i < perNode.size(); i++) {
            assertThat(perNode.get(i)).isLessThan(SLACK * perNode.getFirst());
        }
    }
}
