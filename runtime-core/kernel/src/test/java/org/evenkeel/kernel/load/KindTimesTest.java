package org.evenkeel.kernel.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KindTimesTest {
    private final KindTimes times = new KindTimes();

    @Test
    void nothingIsKnownBeforeSomethingRan() {
        assertThat(times.kind()).isZero();
        assertThat(times.meanNanos()).isZero();
    }

    @Test
    void theKindThatRanMostCounts() {
        times.finished("rare", 9);
        times.finished("often", 100);
        times.finished("often", 300);
        KindTimes elsewhere = new KindTimes();
        elsewhere.finished("often", 1);
        assertThat(times.kind()).as("the same name everywhere").isEqualTo(elsewhere.kind());
        assertThat(times.meanNanos()).isEqualTo(200);
        assertThat(times.runs()).isEqualTo(2);
    }

    @Test
    void anotherKindTakesItsPlaceWhenItRunsMoreLately() {
        for (int i = 0; i < 1_500; i++) {
            times.finished("early", 10);
        }
        for (int i = 0; i < 1_200; i++) {
            times.finished("late", 20);
        }
        assertThat(times.meanNanos()).isEqualTo(20);
        assertThat(times.runs()).isLessThan(1_000);
    }
}
