package org.evenkeel.daemon.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

class TimetableTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long START = 5 * SECOND;
    private static final LongUnaryOperator MOST = bound -> bound - 1;
    private static final LongUnaryOperator LEAST = bound -> 0;

    private static Timetable of(LinkShape shape) {
        return new Timetable(shape, LEAST, START);
    }

    @Test
    void bytesAreDueAfterTheDelayAndNotLater() {
        Timetable far = of(new LinkShape(20 * MILLI, 0, 0));
        assertThat(far.dueNanos(START, 1)).isEqualTo(START + 20 * MILLI);
        assertThat(far.dueNanos(START + 7, 1 << 20)).isEqualTo(START + 7 + 20 * MILLI);
    }

    @Test
    void bytesTakeTheirTimeOnANarrowLineOneAfterTheOther() {
        Timetable narrow = of(new LinkShape(0, 0, 1_000));
        assertThat(narrow.dueNanos(START, 500)).isEqualTo(START + SECOND / 2);
        assertThat(narrow.dueNanos(START, 500)).isEqualTo(START + SECOND);
        assertThat(narrow.dueNanos(START + 3 * SECOND, 500))
                .as("the line has been free since")
                .isEqualTo(START + 3 * SECOND + SECOND / 2);
    }

    /** A far link carries as much in a second as a near one. */
    @Test
    void theDelayDoesNotNarrowTheLine() {
        Timetable far = of(new LinkShape(50 * MILLI, 0, 1_000));
        far.dueNanos(START, 500);
        assertThat(far.dueNanos(START, 500)).isEqualTo(START + SECOND + 50 * MILLI);
    }

    @Test
    void jitterIsAddedAndNothingOvertakes() {
        long[] draws = {9 * MILLI, 0};
        int[] drawn = {0};
        Timetable shaky =
                new Timetable(
                        new LinkShape(MILLI, 10 * MILLI, 0), bound -> draws[drawn[0]++], START);
        assertThat(shaky.dueNanos(START, 1)).isEqualTo(START + 10 * MILLI);
        assertThat(shaky.dueNanos(START + MILLI, 1)).isEqualTo(START + 10 * MILLI);
    }

    @Test
    void jitterStaysBelowItsBound() {
        Timetable shaky = new Timetable(new LinkShape(MILLI, 10 * MILLI, 0), MOST, START);
        assertThat(shaky.dueNanos(START, 1)).isEqualTo(START + 11 * MILLI - 1);
    }
}
