package org.evenkeel.lab.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    private static final double PROCESSORS = 0.5;

    /** A run of ten processor seconds whose nodes had this part of what they were to have. */
    private static Run run(double makespan, double received) {
        Share share = new Share(0.25, 20, 20 / received);
        return new Run(makespan, 10, true, Map.of("n1", share, "n2", new Share(0.25, 0, 0)), 0.3);
    }

    private static Outcome of(Run... runs) {
        return new Outcome(1, 3, List.of(runs), "");
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
        assertThat(new Run(25, 10, true, Map.of(), 0.02).doubt())
                .isEqualTo("host overloaded: 2 % of its processor time was to spare");
        assertThat(new Run(25, 10, true, Map.of(), Double.NaN).doubt()).isEmpty();
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
        assertThat(new Run(25, 10, false, Map.of(), 0.3).doubt()).isEqualTo("wrong result");
    }

    @Test
    void medianIsOfTheRunsThatMeanSomething() {
        Outcome outcome = of(run(22, 1), run(90, 0.3), run(24, 1), run(30, 1));
        assertThat(outcome.median(PROCESSORS))
                .hasValueSatisfying(run -> assertThat(run.makespan()).isEqualTo(24));
        assertThat(outcome.doubt()).isEmpty();
        assertThat(outcome.makespans()).isEqualTo("22.0 (90.0) 24.0 30.0");
    }

    @Test
    void thereIsNoneWhereTooFewRunsMeanSomething() {
        Outcome outcome = of(run(22, 1), run(90, 0.3), run(22, 1));
        assertThat(outcome.median(PROCESSORS)).isEmpty();
        assertThat(outcome.doubt()).startsWith("host overloaded");
        assertThat(of().median(PROCESSORS)).isEmpty();
    }

    @Test
    void whatMeansNothingIsMeasuredAgainUpToThreeTimesAsOften() {
        Work work = new Work(Workloads.QUEENS, 0, 1, 0, 2);
        Run good = run(22, 1);
        Run bad = run(90, 0.3);
        assertThat(work.isEnough(List.of(good))).isFalse();
        assertThat(work.isEnough(List.of(good, good))).isTrue();
        assertThat(work.isEnough(List.of(good, bad, bad, bad, bad))).isFalse();
        assertThat(work.isEnough(List.of(bad, good, bad, bad, good))).isTrue();
        assertThat(work.isEnough(List.of(bad, bad, bad, bad, bad, bad))).isTrue();
    }

    @Test
    void aWrongAnswerEndsIt() {
        Work work = new Work(Workloads.QUEENS, 0, 1, 0, 2);
        assertThat(work.isEnough(List.of(new Run(25, 10, false, Map.of(), 0.3)))).isTrue();
    }
}
