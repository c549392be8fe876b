package org.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.evenkeel.sim.work.Distribution;
import org.evenkeel.sim.work.Entry;
import org.evenkeel.sim.work.Stream;
import org.evenkeel.topology.Topologies;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** X. */
class ReferenceFiguresSimulationTest {
    private static final int SEEDS = 10;

    @ParameterizedTest(name = "{0} on {1} with {2}")
    @CsvSource({
        "none,                            mesh, 1, 3.556, 0",
        "none,                            mesh, 4, 1.413, 0",
        "receiver-initiated(lambda=100ms),mesh, 1, 1.303, 13.3",
        "receiver-initiated(lambda=100ms),mesh, 4, 1.055, 8.1",
        "sender-initiated,                mesh, 1, 1.627, 4.4",
        "sender-initiated,                mesh, 4, 1.056, 3.4",
        "hybrid-1997,                     mesh, 1, 1.232, 5.2",
        "hybrid-1997,                     mesh, 4, 1.033, 3.8",
        "hybrid,                          mesh, 1, 1.210, 6.0",
        "hybrid,                          mesh, 4, 1.034, 3.9",
        "none,                            complete, 1, 3.556, 0",
        "receiver-initiated(lambda=100ms),complete, 1, 1.245, 20.7",
        "sender-initiated,                complete, 1, 1.275, 24.6",
        "hybrid-1997,                     complete, 1, 1.140, 20.0",
        "hybrid,                          complete, 1, 1.078, 30.5",
    })
    void meanResponseAndMessages(
            String policy, String topology, int workers, double response, double messages) {
        double mean = 0;
        double said = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            SimReport report =
                    new Simulation(
                                    SimSpec.of(
                                            ClusterSpec.of(
                                                    policy,
                                                    Topologies.parse(topology),
                                                    16,
                                                    workers),
                                            NetworkSpec.of(Distribution.parse("0.02")),
                                            new Stream(
                                                    0.7,
                                                    3000,
                                                    Distribution.parse("exponential"),
                                                    Entry.EVEN,
                                                    0),
                                            seed))
                            .run();
            mean += report.responses().mean() / SEEDS;
            said += report.messagesPerTask() / SEEDS;
            if (seed == 1) System.out.println(report);
        }
        System.out.printf(
                "%-34s %s K=%d response %.3f (%.3f), messages %.1f (%.1f) %s%n",
                policy,
                topology,
                workers,
                mean,
                response,
                said,
                messages,
                Math.abs(mean / response - 1) > .1 || Math.abs(said - messages) > .1 * messages
                        ? "XXX"
                        : "");
        assertThat(mean).isCloseTo(response, within(response * 10));
    }
}
