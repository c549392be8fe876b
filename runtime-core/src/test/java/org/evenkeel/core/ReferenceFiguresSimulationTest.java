package org.evenkeel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mean response time and messages per task at load 0.7 on a mesh of 16 nodes, against figures of an
 * independent simulation of the same algorithms.
 */
class ReferenceFiguresSimulationTest {

    private static final int SEEDS = 10;
    private static final int TASKS = 3000;

    @ParameterizedTest(name = "{0} with {1} workers per node")
    @CsvSource({
        "none,                            1, 3.556, 0",
        "none,                            4, 1.413, 0",
        "receiver-initiated(lambda=100ms),1, 1.303, 13.3",
        "receiver-initiated(lambda=100ms),4, 1.055, 8.1",
        "sender-initiated,                1, 1.627, 4.4",
        "sender-initiated,                4, 1.056, 3.4",
        "hybrid-1997,                     1, 1.232, 5.2",
        "hybrid-1997,                     4, 1.033, 3.8",
        "hybrid,                          1, 1.210, 6.0",
        "hybrid,                          4, 1.034, 3.9",
    })
    void meanResponseAndMessages(String policy, int workers, double response, double messages) {
        double responses = 0;
        double said = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            BalancerNetwork network =
                    BalancerNetwork.connected(
                            NetworkSettings.of(seed, policy).withWorkers(i -> workers));
            network.arrivals(0.7, TASKS);
            network.runUntilFinished(TASKS);
            assertThat(network.finishedTasks()).isEqualTo(TASKS);
            responses += network.meanResponse() / SEEDS;
            said += network.messagesPerTask() / SEEDS;
        }
        System.out.printf(
                "%-34s K=%d response %.3f (%.3f), messages %.1f (%.1f)%n",
                policy, workers, responses, response, said, messages);
        assertThat(responses).isCloseTo(response, tenPercent(response));
        assertThat(said).isCloseTo(messages, tenPercent(messages));
    }

    private static Offset<Double> tenPercent(double figure) {
        return within(Math.max(figure / 10, 0.01));
    }
}
