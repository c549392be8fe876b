package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.kernel.NodeConfig;
import org.evenkeel.model.Durability;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.check.Violation;
import org.evenkeel.simulator.fault.FaultMix;
import org.evenkeel.simulator.fault.FaultMix.Kind;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.RecordedWorkload;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

/** Tasks for certain nodes in whole clusters: they run there while those are, and none is lost. */
class WantedNodesSimulationTest {
    private static final long MILLI = 1_000_000L;
    private static final int NODES = 4;
    private static final NetworkSpec NETWORK =
            NetworkSpec.of(Distribution.parse("uniform(0.1ms,0.3ms)"))
                    .withLocal(Distribution.parse("uniform(1us,30us)"))
                    .withTimes(100 * MILLI, 20 * MILLI);

    private static SimReport run(String policy, Workload work, FaultPlan faults, long seed) {
        ClusterSpec cluster =
                ClusterSpec.of(policy, Topologies.parse("complete"), NODES, 2)
                        .with(
                                new ClusterSpec.Leases(200 * MILLI, 300 * MILLI),
                                new NodeConfig.Limits(10_000, 10_000, 16, MILLI, 3, 50_000));
        Simulation simulation =
                new Simulation(
                        new SimSpec(
                                cluster,
                                NETWORK,
                                work,
                                faults,
                                1,
                                Durability.MEMORY,
                                0,
                                true,
                                seed));
        try {
            return simulation.run();
        } catch (Violation e) {
            simulation.story(e.task()).forEach(System.err::println);
            throw e;
        }
    }

    @Test
    void allRunAtTheNodeThatIsWanted() {
        List<Workload.Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            arrivals.add(new Workload.Arrival(0, 0, SimWork.leaf(MILLI).at("n2")));
        }
        for (String policy : List.of("hybrid", "none", "rid", "work-stealing", "random")) {
            SimReport report =
                    run(policy, new RecordedWorkload("wanted", arrivals), FaultPlan.NONE, 1);
            assertThat(report.executions()).as(policy).isEqualTo(100);
            assertThat(report.speedUp()).as(policy).isBetween(1.0, 2.0); // of its two workers
            assertThat(report.maxHops()).as(policy).isEqualTo(1);
        }
    }

    @Seeds(40)
    void noneIsLostAmongFaults(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Workload.Arrival> arrivals = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < 200; i++) {
            SimWork work = SimWork.leaf(random.nextLong(2 * MILLI));
            int wanted = random.nextInt(NODES + 2); // two of them are not there
            at += random.nextLong(MILLI / 4);
            arrivals.add(
                    new Workload.Arrival(
                            at,
                            random.nextInt(NODES),
                            random.nextInt(3) == 0 ? work : work.at("n" + wanted)));
        }
        Map<Kind, Integer> counts =
                Map.of(Kind.CRASH, 2, Kind.RESET, 4, Kind.LEAVE, 1, Kind.KILL, 2, Kind.JOIN, 1);
        FaultPlan plan = new FaultMix(counts, 10 * MILLI, 100 * MILLI).draw(random, NODES);
        List<String> policies = List.of("hybrid", "hybrid(relay=on)", "work-stealing", "sid");
        String policy = policies.get((int) Math.floorMod(seed, 4L));
        SimReport report = run(policy, new RecordedWorkload("wanted", arrivals), plan, seed);
        assertThat(report.submitted()).isEqualTo(200);
    }
}
