package org.evenkeel.kernel.phases.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.evenkeel.testing.Seeds;
import org.junit.jupiter.api.Test;

class PhaseQuotasPropertyTest {
    private static final int CASES = 300;

    @Seeds
    void everyTaskIsInOneQuota(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            int[] tasks = Phases.random(random).tasks();
            double[] speeds = Phases.speeds(random, tasks.length);
            int total = IntStream.of(tasks).sum();
            assertThat(IntStream.of(PhaseQuotas.equal(tasks)).sum()).isEqualTo(total);
            assertThat(IntStream.of(PhaseQuotas.equalSurplusFirst(tasks)).sum()).isEqualTo(total);
            assertThat(IntStream.of(PhaseQuotas.bySpeed(tasks, speeds)).sum()).isEqualTo(total);
        }
    }

    @Seeds
    void surplusFirstMovesNoMoreThanTheOrderOfThePaper(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int fewer = 0;
        for (int i = 0; i < CASES; i++) {
            int[] tasks = Phases.random(random).tasks();
            int paper = moved(tasks, PhaseQuotas.equal(tasks));
            int ours = moved(tasks, PhaseQuotas.equalSurplusFirst(tasks));
            assertThat(ours).as("%s", Arrays.toString(tasks)).isLessThanOrEqualTo(paper);
            fewer += ours < paper ? 1 : 0;
        }
        assertThat(fewer).isPositive();
    }

    @Seeds
    void equalSpeedsAreDoneAsSoonAsEqualQuotas(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            int[] tasks = Phases.random(random).tasks();
            double[] speeds = new double[tasks.length];
            Arrays.fill(speeds, 0.3 + random.nextDouble());
            assertThat(PhaseQuotas.bySpeed(tasks, speeds))
                    .as("%s", Arrays.toString(tasks))
                    .containsExactly(PhaseQuotas.equalSurplusFirst(tasks));
        }
    }

    /** Nobody could take a task from the last one and be done before it would have been. */
    @Seeds
    void noOtherQuotasAreDoneSooner(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < CASES; i++) {
            int[] tasks = Phases.random(random).tasks();
            double[] speeds = Phases.speeds(random, tasks.length);
            int[] quotas = PhaseQuotas.bySpeed(tasks, speeds);
            double done = 0;
            for (int node = 0; node < quotas.length; node++) {
                assertThat(speeds[node] == 0 && quotas[node] > 0).isFalse();
                done = speeds[node] == 0 ? done : Math.max(done, quotas[node] / speeds[node]);
            }
            for (int node = 0; node < quotas.length; node++) {
                if (speeds[node] > 0) {
                    assertThat((quotas[node] + 1) / speeds[node])
                            .as("%s %s", Arrays.toString(quotas), Arrays.toString(speeds))
                            .isGreaterThanOrEqualTo(done - 1e-9);
                }
            }
        }
    }

    @Test
    void quotasAreInProportionToSpeeds() {
        assertThat(PhaseQuotas.bySpeed(new int[] {0, 0, 70}, new double[] {4, 2, 1}))
                .containsExactly(40, 20, 10);
    }

    @Test
    void whatIsNoSpeedIsRefused() {
        assertThatThrownBy(() -> PhaseQuotas.bySpeed(new int[] {1, 1}, new double[] {1, -2}))
                .hasMessage("a speed cannot be -2.0");
        assertThatThrownBy(
                        () -> PhaseQuotas.bySpeed(new int[] {1, 1}, new double[] {1, Double.NaN}))
                .hasMessage("a speed cannot be NaN");
        assertThatThrownBy(() -> PhaseQuotas.bySpeed(new int[] {1, 1}, new double[] {0, 0}))
                .hasMessage("no node has a speed above 0");
        assertThatThrownBy(() -> PhaseQuotas.bySpeed(new int[] {1, 1}, new double[] {1}))
                .hasMessage("1 speeds for 2 nodes");
    }

    @Test
    void quotasOfOtherTasksAreRefused() {
        assertThatThrownBy(() -> Pairing.transfers(new int[] {3, 1}, new int[] {2, 3}))
                .hasMessage("quotas and tasks differ by -1 in sum");
        assertThatThrownBy(() -> PhaseQuotas.equal(new int[] {3, -1}))
                .hasMessage("a node cannot have -1 tasks");
        assertThatThrownBy(() -> PhaseQuotas.equal(new int[] {Integer.MAX_VALUE, 1}))
                .hasMessageContaining("exceed the limit");
    }

    @Test
    void imbalanceIsHowMuchLongerTheLastOneWorks() {
        assertThat(Imbalance.of(new int[] {8, 0, 0, 0})).isEqualTo(4);
        assertThat(Imbalance.of(new int[] {2, 2, 2, 2})).isEqualTo(1);
        assertThat(Imbalance.of(new int[4])).isEqualTo(1);
        assertThat(Imbalance.of(new int[] {4, 2}, new double[] {2, 1})).isEqualTo(1);
        assertThat(Imbalance.of(new int[] {3, 3, 5}, new double[] {2, 1, 0})).isEqualTo(1.5);
    }

    private static int moved(int[] tasks, int[] quotas) {
        return Pairing.transfers(tasks, quotas).stream().mapToInt(Transfer::tasks).sum();
    }
}
