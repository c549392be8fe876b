package org.evenkeel.lab.table1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteTest {
    private static final double CENT = 0.005;

    private static void assertClose(List<Double> numbers, double... expected) {
        assertThat(numbers).hasSize(expected.length);
        for (int i = 0; i < expected.length; i++) {
            assertThat(numbers.get(i)).isCloseTo(expected[i], within(CENT));
        }
    }

    @Test
    void boundsAreTheSumsOfRelativeSpeeds() {
        assertClose(Site.EQUAL.bounds(), 16);
        assertClose(Site.THREE_KINDS.bounds(), 14.64, 25.65, 56.42);
        assertClose(Site.TWO_KINDS.bounds(), 6.74, 19.33);
    }

    @Test
    void theFastestNodesComeFirstAndHaveSpeedOne() {
        assertThat(Site.TWO_KINDS.speeds()).hasSize(10).startsWith(1.0, 1.0, 1.0, 1.0, 1.0);
        assertThat(Site.TWO_KINDS.speeds().getLast()).isCloseTo(1023 / 2932.0, within(1e-9));
        assertThat(Site.THREE_KINDS.nodes()).isEqualTo(24);
    }

    @Test
    void speedUpIsTheSerialTimeOfAKindOverTheTimeItTook() {
        assertClose(Site.THREE_KINDS.speedUps(329.6), 1, 577.4 / 329.6, 1270 / 329.6);
    }

    @Test
    void wholeTasksCannotUseMoreNodesThanThereAreTasks() {
        List<Double> eight = Collections.nCopies(8, Site.EQUAL.serialSeconds().getFirst() / 8);
        assertThat(Site.EQUAL.leastSeconds(eight)).isCloseTo(2 * 329.6 / 16, within(1e-9));
        List<Double> fine = Collections.nCopies(1600, 329.6 / 1600);
        assertThat(Site.EQUAL.leastSeconds(fine))
                .isCloseTo(Site.EQUAL.leastSeconds(), within(1e-9));
    }

    @Test
    void oneLongTaskTakesItsTimeOnTheFastestNode() {
        assertThat(Site.TWO_KINDS.leastSeconds(List.of(1000.0, 23.0)))
                .isCloseTo(1000, within(1e-9));
    }
}
