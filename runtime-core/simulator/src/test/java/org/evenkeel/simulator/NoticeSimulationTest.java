package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.kernel.Notice;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Durability;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.Trees;
import org.junit.jupiter.api.Test;

/** Notices that come late, because the process stood still. */
class NoticeSimulationTest {
    private static final long MILLI = 1_000_000L;

    private static Fault owner(long at, long withinMillis, long forMillis) {
        return new Fault.Noticed(
                at * MILLI,
                0,
                Notice.Source.OWNER,
                0,
                withinMillis * MILLI,
                forMillis * MILLI,
                false,
                false);
    }

    /** The later one of its source counts: the node is open, and starts what waits. */
    @Test
    void oneThatIsOverWhenItComesReplacesOneThatIsNot() {
        ClusterSpec cluster =
                ClusterSpec.of("hybrid", Topologies.parse("complete"), 1, 2)
                        .with(
                                new ClusterSpec.Leases(200 * MILLI, 300 * MILLI),
                                new NodeConfig.Limits(10_000, 10_000, 16, MILLI, 3, 50_000));
        NetworkSpec network =
                NetworkSpec.of(Distribution.parse("uniform(0.1ms,0.3ms)"))
                        .withTimes(100 * MILLI, 20 * MILLI);
        FaultPlan plan =
                new FaultPlan(
                        List.of(
                                owner(10, 0, 300),
                                new Fault.Pause(12 * MILLI, 0, 40 * MILLI),
                                owner(15, 1, 2)),
                        500 * MILLI);
        SimSpec spec =
                new SimSpec(
                                cluster,
                                network,
                                new Trees(40, 20 * MILLI, MILLI, 1, false, 2),
                                plan,
                                1,
                                Durability.MEMORY,
                                0,
                                true,
                                1)
                        .withHours(
                                new SimAvailability(
                                        Map.of(0, List.of(new AvailabilitySpan(0, Long.MAX_VALUE))),
                                        CloseMode.MOVE));
        assertThat(new Simulation(spec).run().tasks()).isPositive();
    }
}
