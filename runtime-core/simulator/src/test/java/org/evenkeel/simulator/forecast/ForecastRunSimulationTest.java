package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With what really happens as its draw, a run from a recorded moment does what happened. */
class ForecastRunSimulationTest {
    private static final long MILLI = 1_000_000L;
    private static final int NODES = 4;
    private static final int TASKS = 120;

    private static ClusterSpec cluster(String policy, List<Double> speeds) {
        return ClusterSpec.of(policy, Topologies.parse("complete"), NODES, 2)
                .withMachines(List.of(2, 1), speeds);
    }

    /** Tasks that differ, at the nodes in turn or at the first. */
    private static List<Workload.Arrival> arrivals(boolean everywhere) {
        SplittableRandom random = new SplittableRandom(7);
        List<Workload.Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < TASKS; i++) {
            SimWork work = SimWork.leaf(100 * MILLI + random.nextLong(900 * MILLI));
            arrivals.add(new Workload.Arrival(0, everywhere ? i % NODES : 0, work));
        }
        return arrivals;
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "hybrid", "none", "work-stealing", "receiver-initiated"})
    void fromTheBeginningEachEventIsRepeated(String policy) {
        RecordedRun run = RecordedRun.of(cluster(policy, List.of(1.0)), arrivals(false), 3);
        long hash = new Simulation(run.spec(3)).run().traceHash();
        Moment moment = run.at(-1);
        assertThat(moment.open()).hasSize(TASKS);
        History history = new History(moment);
        ForecastRun again = new ForecastRun(moment, Change.NONE, run.truth(-1, history), history);
        assertThat(again.simulate(3).traceHash()).isEqualTo(hash);
        ForecastRun other = new ForecastRun(moment, Change.NONE, run.truth(-1, history), history);
        assertThat(other.simulate(4).traceHash()).isNotEqualTo(hash);
    }

    /** Without balancing it is known who runs what, and each task ends when it ended. */
    @Test
    void fromTheMiddleTasksEndWhenTheyEnded() {
        RecordedRun run =
                RecordedRun.of(cluster("none", List.of(1.0, 2.5, 0.7)), arrivals(true), 3);
        for (int ended : List.of(1, TASKS / 3, TASKS - 5)) {
            long at = run.whenEnded(ended) + MILLI / 2;
            Moment moment = run.at(at);
            assertThat(moment.finished()).hasSizeBetween(ended, TASKS - 1);
            History history = new History(moment);
            ForecastRun rest =
                    new ForecastRun(moment, Change.NONE, run.truth(at, history), history);
            long[] ends = rest.run(9);
            assertThat(at + Arrays.stream(ends).max().orElseThrow())
                    .as("from " + at)
                    .isCloseTo(run.end(), within(MILLI / 1_000));
        }
    }

    /** What runs stays where it is, and what waits is spread anew by policies that move it. */
    @ParameterizedTest
    @ValueSource(strings = {"auto", "hybrid", "work-stealing", "random", "sender-initiated"})
    void fromTheMiddleAJobEndsAboutWhenItEnded(String policy) {
        RecordedRun run =
                RecordedRun.of(cluster(policy, List.of(1.0, 2.5, 0.7)), arrivals(false), 3);
        long at = run.whenEnded(TASKS / 3);
        Moment moment = run.at(at);
        History history = new History(moment);
        Draw truth = run.truth(at, history);
        long[] ends = new ForecastRun(moment, Change.NONE, truth, history).run(9);
        assertThat((double) Arrays.stream(ends).max().orElseThrow() / (run.end() - at))
                .as(policy)
                .isBetween(0.75, 1.25);
        assertThat(new ForecastRun(moment, Change.NONE, truth, history).run(9)).isEqualTo(ends);
    }
}
