package org.evenkeel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MeasurementOutcomeTest {
    private static final double PROCESSORS = 0.5;

    /** A run of ten processor seconds whose nodes had this part of what they were to have. */
    private static MeasurementRun run(double makespan, double received) {
        NodeShare nodeShare = new NodeShare(0.25, 20, 20 / received);
        return new MeasurementRun(
                makespan, 10, true, Map.of("n1", nodeShare, "n2", new NodeShare(0.25, 0, 0)), 0.3);
    }

    private static MeasurementOutcome of(MeasurementRun... measurementRuns) {
        return new MeasurementOutcome(1, 3, List.of(measurementRuns), "", "", "");
    }

    @Test
    void efficiencyIsThePartOfWhatTheProcessorsCouldDo() {
        assertThat(run(25, 1).efficiency(PROCESSORS)).isCloseTo(0.8, within(1e-9));
    }

    @Test
    void runWhoseNodesHadLessThanTheirPartIsDoubtful() {
        assertThat(run(25, 0.95).doubt()).isEmpty();
        assertThat(run(25, 0.6).doubt())
                .isEqualTo("host overloaded: n1 got 0.150 of 0.250 processors");
    }

    @Test
    void runWithNothingToSpareIsDoubtfulForDaemonsHadToWait() {
        assertThat(new MeasurementRun(25, 10, true, Map.of(), 0.02).doubt())
                .isEqualTo("host overloaded: 2 % of its processor time was free");
        assertThat(new MeasurementRun(25, 10, true, Map.of(), Double.NaN).doubt()).isEmpty();
    }

    @Test
    void sparedTimeIsReadAsTheKernelTellsIt() {
        IdleTime before = IdleTime.parse("cpu  10 0 10 70 10 0 0 0 5 5\ncpu0 1 2 3\n");
        IdleTime after = IdleTime.parse("cpu  30 0 20 120 20 0 0 10 5 5\n");
        assertThat(after.shareSince(before)).isEqualTo(0.6);
        assertThat(IdleTime.parse("").shareSince(IdleTime.parse("mem 3"))).isNaN();
    }

    @Test
    void wrongAnswerIsDoubtful() {
        assertThat(new MeasurementRun(25, 10, false, Map.of(), 0.3).doubt())
                .isEqualTo("wrong result");
    }

    @Test
    void medianIsOfTheRunsThatMeanSomething() {
        MeasurementOutcome measurementOutcome =
                of(run(22, 1), run(90, 0.3), run(24, 1), run(30, 1));
        assertThat(measurementOutcome.median(PROCESSORS))
                .hasValueSatisfying(
                        measurementRun -> assertThat(measurementRun.makespan()).isEqualTo(24));
        assertThat(measurementOutcome.doubt()).isEmpty();
        assertThat(measurementOutcome.makespans()).isEqualTo("22.0 (90.0) 24.0 30.0");
    }

    @Test
    void thereIsNoneWhereTooFewRunsMeanSomething() {
        MeasurementOutcome measurementOutcome = of(run(22, 1), run(90, 0.3), run(22, 1));
        assertThat(measurementOutcome.median(PROCESSORS)).isEmpty();
        assertThat(measurementOutcome.doubt()).startsWith("host overloaded");
        assertThat(of().median(PROCESSORS)).isEmpty();
    }

    @Test
    void whatMeansNothingIsMeasuredAgainUpToThreeTimesAsOften() {
        MeasuredWork measuredWork = new MeasuredWork(Workloads.QUEENS, 0, 1, 0, 2);
        MeasurementRun good = run(22, 1);
        MeasurementRun bad = run(90, 0.3);
        assertThat(measuredWork.isEnough(List.of(good))).isFalse();
        assertThat(measuredWork.isEnough(List.of(good, good))).isTrue();
        assertThat(measuredWork.isEnough(List.of(good, bad, bad, bad, bad))).isFalse();
        assertThat(measuredWork.isEnough(List.of(bad, good, bad, bad, good))).isTrue();
        assertThat(measuredWork.isEnough(List.of(bad, bad, bad, bad, bad, bad))).isTrue();
    }

    @Test
    void aWrongAnswerEndsIt() {
        MeasuredWork measuredWork = new MeasuredWork(Workloads.QUEENS, 0, 1, 0, 2);
        assertThat(measuredWork.isEnough(List.of(new MeasurementRun(25, 10, false, Map.of(), 0.3))))
                .isTrue();
    }
}
