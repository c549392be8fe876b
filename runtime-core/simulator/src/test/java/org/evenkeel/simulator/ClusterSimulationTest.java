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
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultMix;
import org.evenkeel.simulator.fault.FaultMix.Kind;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.EntryNodes;
import org.evenkeel.simulator.work.RecordedWorkload;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Stream;
import org.evenkeel.simulator.work.Trees;
import org.evenkeel.simulator.work.Workload;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

/**
 * What whole clusters of cores can do, one kind of fault at a time; every rule is checked after
 * every event. {@link SwarmSimulationTest} mixes everything. Ten seeds for each, in the long form a
 * hundred.
 */
class ClusterSimulationTest {
    private static final long MILLI = 1_000_000L;
    private static final NetworkSpec NETWORK =
            NetworkSpec.of(Distribution.parse("uniform(0.1ms,0.3ms)"))
                    .withLocal(Distribution.parse("uniform(1us,30us)"))
                    .withTimes(100 * MILLI, 20 * MILLI);

    private static ClusterSpec cluster(String policy, String topology, int nodes, int workers) {
        return ClusterSpec.of(policy, Topologies.parse(topology), nodes, workers)
                .with(
                        new ClusterSpec.Leases(200 * MILLI, 300 * MILLI),
                        new NodeConfig.Limits(10_000, 10_000, 16, MILLI, 3, 50_000));
    }

    private static SimReport run(ClusterSpec cluster, Workload work, FaultPlan faults, long seed) {
        return run(
                new SimSpec(cluster, NETWORK, work, faults, 1, Durability.MEMORY, 0, true, seed));
    }

    private static SimReport run(SimSpec spec) {
        Simulation simulation = new Simulation(spec);
        try {
            return simulation.run();
        } catch (Violation e) {
            simulation.story(e.task()).forEach(System.err::println);
            throw e;
        }
    }

    private static SimReport withFaults(long seed, int nodes, Map<Kind, Integer> counts) {
        SplittableRandom random = new SplittableRandom(seed);
        FaultPlan plan = new FaultMix(counts, 30 * MILLI, 500 * MILLI).draw(random, nodes);
        String policy = seed % 2 == 0 ? "hybrid" : "hybrid(relay=on)";
        ClusterSpec cluster = cluster(policy, seed % 3 == 0 ? "ring" : "complete", nodes, 2);
        Trees trees = new Trees(100, 0, MILLI, seed % 3 == 0 ? 2 : 0, false, 2);
        return run(cluster, trees, plan, seed);
    }

    /**
     * So many nodes are told to leave within two milliseconds. Each comes back when its time is
     * over, in any order; tasks are on disk or in memory.
     */
    private static void leavingTogether(long seed, int nodes, int leaving) {
        SplittableRandom random = new SplittableRandom(seed);
        long at = random.nextLong(20 * MILLI);
        int first = random.nextInt(nodes);
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < leaving; i++) {
            faults.add(
                    new Fault.Leave(
                            at + random.nextLong(2 * MILLI),
                            (first + i) % nodes,
                            MILLI + random.nextLong(60 * MILLI)));
        }
        Trees trees = new Trees(100, 0, MILLI, seed % 3 == 0 ? 2 : 0, false, 2);
        Durability level = seed % 2 == 0 ? Durability.DISK : Durability.MEMORY;
        ClusterSpec cluster = cluster("hybrid", "complete", nodes, 2);
        FaultPlan plan = new FaultPlan(faults, 500 * MILLI);
        run(new SimSpec(cluster, NETWORK, trees, plan, 1, level, 0, true, seed));
    }

    private static Workload all(int tasks, String service) {
        return new Stream(1, tasks, Distribution.parse(service), EntryNodes.parse("corner"), 100);
    }

    @Test
    void runsEveryTaskOnceWithoutFaults() {
        for (String policy : List.of("hybrid", "hybrid-1997", "sender-initiated", "none")) {
            SimReport report =
                    run(cluster(policy, "complete", 4, 2), all(400, "1ms"), FaultPlan.NONE, 1);
            assertThat(report.executions()).as(policy).isEqualTo(400);
        }
    }

    @Test
    void everyNodeWorksWhenAllTasksEnterAtOne() {
        SimReport report =
                run(cluster("hybrid", "complete", 4, 2), all(400, "1ms"), FaultPlan.NONE, 3);
        assertThat(report.fairness()).isGreaterThan(0.9);
        assertThat(report.speedUp()).isGreaterThan(5);
    }

    @Test
    void aRelayHelpsTheNodeTwoHopsAway() {
        double plain = corner("hybrid").makespan();
        SimReport relayed = corner("hybrid(relay=on)");
        assertThat(relayed.makespan()).isLessThan(0.85 * plain);
        assertThat(relayed.fairness()).isGreaterThan(0.95);
    }

    private static SimReport corner(String policy) {
        return run(cluster(policy, "mesh", 4, 1), all(400, "4ms"), FaultPlan.NONE, 3);
    }

    @Test
    void aRelayIsNotHeededWhereEverybodySeesEverybody() {
        Stream stream =
                new Stream(
                        0.9, 2000, Distribution.parse("exponential(20ms)"), EntryNodes.EVEN, 100);
        SimReport plain = run(SimSpec.of(cluster("hybrid", "complete", 16, 1), NETWORK, stream, 5));
        SimReport relayed =
                run(SimSpec.of(cluster("hybrid(relay=on)", "complete", 16, 1), NETWORK, stream, 5));
        assertThat(relayed.responses().mean()).isLessThan(1.1 * plain.responses().mean());
        assertThat(relayed.meanHops()).isLessThan(1.2 * plain.meanHops() + 0.1);
    }

    @Test
    void recursiveTasksEndOnOneWorkerAndSpreadOverFourNodes() {
        Workload deep = new RecordedWorkload("tree", List.of(new Workload.Arrival(0, 0, tree(5))));
        assertThat(run(cluster("hybrid", "complete", 1, 1), deep, FaultPlan.NONE, 5).executions())
                .isEqualTo(364);
        SimReport spread = run(cluster("hybrid", "complete", 4, 2), deep, FaultPlan.NONE, 5);
        assertThat(spread.fairness()).isGreaterThan(0.8);
    }

    private static SimWork tree(int levels) {
        List<SimWork> children =
                levels == 0
                        ? List.of()
                        : List.of(tree(levels - 1), tree(levels - 1), tree(levels - 1));
        return new SimWork("tree", MILLI, MILLI / 2, children, 24, 24, 1, 0, false);
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenWorkersDie(long seed) {
        withFaults(seed, 3, Map.of(Kind.KILL, 4));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenNodesCrashAndComeBack(long seed) {
        withFaults(seed, 4, Map.of(seed % 2 == 0 ? Kind.CRASH : Kind.VANISH, 3));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenLinksBreak(long seed) {
        withFaults(seed, 4, Map.of(seed % 2 == 0 ? Kind.RESET : Kind.CUT, 12));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenNodesAreCutOff(long seed) {
        withFaults(seed, 5, Map.of(seed % 2 == 0 ? Kind.PARTITION : Kind.ONE_WAY, 4));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenDaemonsStandStill(long seed) {
        withFaults(seed, 4, Map.of(Kind.PAUSE, 6));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenMessagesComeTwice(long seed) {
        withFaults(seed, 4, Map.of(Kind.UNRULY, 4));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenNodesLeave(long seed) {
        withFaults(seed, 3, Map.of(Kind.LEAVE, 3));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenSomeNodesLeaveTogetherAndComeBackInAnyOrder(long seed) {
        leavingTogether(seed, 5, 2 + (int) (seed % 3));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenAllNodesLeaveTogetherAndComeBackInAnyOrder(long seed) {
        leavingTogether(seed, 4, 4);
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenClientsMove(long seed) {
        withFaults(seed, 3, Map.of(Kind.MOVE, 4, Kind.CANCEL, 1));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenNodesJoinLate(long seed) {
        withFaults(seed, 5, Map.of(Kind.JOIN, 4, Kind.CRASH, 1));
    }

    @Seeds(value = 6, inLongForm = 60)
    void finishesEverythingWhenNeighboursChange(long seed) {
        withFaults(seed, 5, Map.of(Kind.ESTRANGE, 8, Kind.RESET, 4));
    }

    @Test
    void aNodeThatJoinsLateGetsWork() {
        FaultPlan plan = new FaultPlan(List.of(new Fault.Join(20 * MILLI, 1)), 30 * MILLI);
        SimReport one = run(cluster("hybrid", "complete", 1, 2), all(400, "1ms"), plan, 3);
        SimReport two = run(cluster("hybrid", "complete", 2, 2), all(400, "1ms"), plan, 3);
        assertThat(two.makespan()).isLessThan(0.65 * one.makespan());
    }
}
