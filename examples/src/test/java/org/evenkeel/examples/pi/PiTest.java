package org.evenkeel.examples.pi;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.examples.program.Report;
import org.evenkeel.examples.program.SerialRunner;
import org.junit.jupiter.api.Test;

class PiTest {
    private final Pi pi = new Pi();

    @Test
    void sameSeedGivesTheSameDigits() throws Exception {
        assertThat(run("--seed=7").fields()).isEqualTo(run("--seed=7").fields());
        assertThat(run("--seed=7").fields()).isNotEqualTo(run("--seed=8").fields());
    }

    @Test
    void estimateIsNearPi() throws Exception {
        Report report = run("--seed=1");
        assertThat(report.correct()).isTrue();
        assertThat(report.lines().getFirst()).startsWith("pi is about 3.1");
    }

    @Test
    void allPointsAreThrown() {
        assertThat(Pi.tasks(1_000_003, 10, 1).stream().mapToLong(ThrowsTask::count).sum())
                .isEqualTo(1_000_003);
        assertThat(Pi.tasks(3, 10, 1)).hasSize(3);
    }

    private Report run(String seed) throws Exception {
        return pi.run(
                pi.options().parse(seed, "--points=1000000", "--tasks=20"), new SerialRunner());
    }
}
