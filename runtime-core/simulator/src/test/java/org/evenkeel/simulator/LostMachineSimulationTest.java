package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.model.Durability;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Trees;
import org.junit.jupiter.api.Test;

/**
 * Machines that are lost with their disks and never come back: the others go on, where they are
 * still one cluster that can.
 */
class LostMachineSimulationTest {
    private static final long MILLI = 1_000_000L;

    /** Divisible by three: none takes the lost machine's place, if the others can do without. */
    private static final long FOR_GOOD = 30 * MILLI;

    private static ClusterSpec cluster(String policy, String topology, int nodes) {
        return ClusterSpec.of(policy, Topologies.parse(topology), nodes, 2)
                .with(
                        new ClusterSpec.Leases(200 * MILLI, 300 * MILLI),
                        new NodeConfig.Limits(10_000, 10_000, 16, MILLI, 3, 50_000));
    }

    private static SimReport run(ClusterSpec cluster, Durability level, Fault... faults) {
        NetworkSpec network =
                NetworkSpec.of(Distribution.parse("uniform(0.1ms,0.3ms)"))
                        .withTimes(100 * MILLI, 20 * MILLI);
        Trees trees = new Trees(40, 20 * MILLI, MILLI, 1, false, 2);
        FaultPlan plan = new FaultPlan(List.of(faults), 500 * MILLI);
        return new Simulation(new SimSpec(cluster, network, trees, plan, 1, level, 0, true, 1))
                .run();
    }

    private static Fault lost(int node) {
        return new Fault.MachineLost(10 * MILLI, node, FOR_GOOD);
    }

    @Test
    void replicatedTasksEndAtTheOthers() {
        for (int node = 0; node < 4; node++) {
            SimReport report =
                    run(cluster("hybrid", "complete", 4), Durability.REPLICATED, lost(node));
            assertThat(report.tasks()).as("node " + node).isPositive();
        }
    }

    /** Nobody keeps a promise alone: a replica needs a neighbour. */
    @Test
    void theMiddleOfAStarIsReplaced() {
        SimReport report = run(cluster("hybrid", "star", 3), Durability.REPLICATED, lost(0));
        assertThat(report.tasks()).isPositive();
    }

    /** Masters of scheduling phases have no workers. */
    @Test
    void theOnlyMachineWithWorkersIsReplaced() {
        ClusterSpec cluster = cluster("nrics(eta=0.5,gap=2ms)", "complete", 3).withMasters(2);
        assertThat(run(cluster, Durability.REPLICATED, lost(2)).tasks()).isPositive();
    }

    /** What a client submits that comes back when its daemon's machine is gone, another takes. */
    @Test
    void aClientOfALostMachineGoesOnElsewhere() {
        for (int pair = 0; pair < 16; pair++) {
            Fault dies = new Fault.ClientDies(8 * MILLI, pair / 4, 100 * MILLI);
            SimReport report =
                    run(cluster("hybrid", "complete", 4), Durability.MEMORY, dies, lost(pair % 4));
            assertThat(report.tasks()).as("pair " + pair).isPositive();
        }
    }
}
