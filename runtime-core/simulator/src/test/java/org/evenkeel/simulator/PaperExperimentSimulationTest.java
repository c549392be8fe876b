package org.evenkeel.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.measure.Interval;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.MergeSortWorkload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The experiment of "A universal model of distributed dynamic load balancing": a merge sort on a
 * mesh, load by queue-stack. What docs/experiments/mgsort.md says of it holds.
 */
@Tag("extended")
class PaperExperimentSimulationTest {

    private static final int SEEDS = 20;
    private static final double ASSUMED_BYTES_PER_SECOND = 5e6;
    private static final double SLOW_BYTES_PER_SECOND = 1e6;

    /** Its runs serve every test that asks for them. */
    private record Row(String policy, int nodes, double bytesPerSecond) {}

    private static final Map<Row, Summary> RUNS = new ConcurrentHashMap<>();

    @ParameterizedTest(name = "{0} nodes")
    @ValueSource(ints = {2, 4, 8, 16, 32})
    void hybridIsNowhereSlowerThanTheOthers(int nodes) {
        for (String other : new String[] {"receiver-initiated", "sender-initiated"}) {
            assertThat(gain("hybrid", other, nodes, ASSUMED_BYTES_PER_SECOND).sign())
                    .as(other)
                    .isNotNegative();
        }
    }

    @ParameterizedTest(name = "{1} on {0} nodes")
    @CsvSource({
        "2,  receiver-initiated",
        "4,  receiver-initiated",
        "16, receiver-initiated",
        "32, receiver-initiated",
        "2,  sender-initiated",
        "4,  sender-initiated",
        "8,  sender-initiated",
        "16, sender-initiated",
        "32, sender-initiated",
    })
    void hybridIsFasterThan(int nodes, String other) {
        assertThat(gain("hybrid", other, nodes, ASSUMED_BYTES_PER_SECOND).sign()).isEqualTo(1);
    }

    @ParameterizedTest(name = "{0} nodes")
    @ValueSource(ints = {2, 4, 32})
    void sendersAreFasterThanHybridWhenLinksAreFiveTimesSlower(int nodes) {
        assertThat(gain("sender-initiated", "hybrid", nodes, SLOW_BYTES_PER_SECOND).sign())
                .isEqualTo(1);
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"hybrid", "receiver-initiated", "sender-initiated"})
    void noneIsNearLinear(String policy) {
        Interval speedUp =
                runs(new Row(policy, 16, ASSUMED_BYTES_PER_SECOND)).of(SimReport::speedUp);
        assertThat(speedUp.mean()).isBetween(2.0, 4.0);
    }

    /** Seconds by which one ends earlier than the other, seed by seed. */
    private static Interval gain(String policy, String other, int nodes, double bytesPerSecond) {
        return runs(new Row(other, nodes, bytesPerSecond))
                .difference(runs(new Row(policy, nodes, bytesPerSecond)), SimReport::makespan);
    }

    private static Summary runs(Row row) {
        return RUNS.computeIfAbsent(row, PaperExperimentSimulationTest::simulate);
    }

    private static Summary simulate(Row row) {
        ClusterSpec cluster =
                ClusterSpec.of(row.policy, Topologies.parse("mesh"), row.nodes, 1)
                        .withLoadModel("queue-stack(alpha=2)");
        NetworkSpec network =
                NetworkSpec.of(Distribution.parse("uniform(100us,200us)"))
                        .withBandwidth(row.bytesPerSecond);
        return new Summary(
                LongStream.rangeClosed(1, SEEDS)
                        .mapToObj(seed ->
                                SimSpec.of(cluster, network, MergeSortWorkload.DEFAULT, seed))
                        .map(spec -> new Simulation(spec).run())
                        .toList());
    }
}
