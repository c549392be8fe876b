package org.evenkeel.simulator;

import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.EntryNodes;
import org.evenkeel.simulator.work.Stream;

/** Prints the trace hashes of some seeds; run in two processes by {@link TraceHashTest}. */
final class TraceHashMain {
    private static final int SWARM_SEEDS = 15;

    private TraceHashMain() {}

    public static void main(String[] args) {
        for (int seed = 1; seed <= SWARM_SEEDS; seed++) {
            SimReport report = Swarm.run(seed).report();
            System.out.println(seed + " " + (report == null ? "finding" : report.traceHash()));
        }
        for (Policies.Entry policy : Policies.all()) {
            System.out.println(policy.name() + " " + stream(policy.name(), 7).traceHash());
        }
    }

    static SimReport stream(String policy, long seed) {
        return new Simulation(
                        SimSpec.of(
                                ClusterSpec.of(policy, Topologies.parse("mesh"), 16, 2),
                                NetworkSpec.of(Distribution.parse("uniform(0.01,0.03)")),
                                new Stream(
                                        0.8,
                                        500,
                                        Distribution.parse("exponential"),
                                        EntryNodes.EVEN,
                                        9),
                                seed))
                .run();
    }
}
