package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.evenkeel.recorder.report.TimeSpans.Span;
import org.junit.jupiter.api.Test;

class TimeSpansTest {

    @Test
    void spansThatTouchBecomeOne() {
        TimeSpans spans =
                TimeSpans.of(
                        List.of(new Span(5, 7), new Span(1, 3), new Span(3, 4), new Span(6, 9)));
        assertThat(spans).hasToString("[1, 4, 5, 9]");
        assertThat(spans.total()).isEqualTo(7);
    }

    @Test
    void anEmptySpanIsNone() {
        assertThat(TimeSpans.of(List.of(new Span(3, 3), new Span(5, 2))).count()).isZero();
        assertThat(TimeSpans.of(4, 4)).isSameAs(TimeSpans.NONE);
        assertThat(TimeSpans.of(1, 5).and(TimeSpans.NONE).count()).isZero();
        assertThat(TimeSpans.NONE.without(TimeSpans.of(1, 5)).count()).isZero();
        assertThat(TimeSpans.of(1, 5).without(TimeSpans.NONE)).hasToString("[1, 5]");
    }

    @Test
    void whereThereAreTooManySpansThoseWithShortGapsBecomeOne() {
        TimeSpans spans =
                TimeSpans.of(
                        List.of(
                                new Span(0, 1),
                                new Span(2, 3),
                                new Span(10, 11),
                                new Span(12, 13),
                                new Span(100, 101)));
        assertThat(spans.atMost(5)).isSameAs(spans);
        assertThat(spans.atMost(4)).hasToString("[0, 3, 10, 13, 100, 101]");
        assertThat(spans.atMost(2)).hasToString("[0, 13, 100, 101]");
        assertThat(spans.atMost(1)).hasToString("[0, 101]");
    }

    /** Against sets of single moments. */
    @Test
    void setsOfMomentsSayTheSame() {
        Random random = new Random(28);
        for (int round = 0; round < 2_000; round++) {
            BitSet a = new BitSet();
            BitSet b = new BitSet();
            TimeSpans one = TimeSpans.of(draw(random, a));
            TimeSpans other = TimeSpans.of(draw(random, b));
            BitSet both = (BitSet) a.clone();
            both.and(b);
            BitSet rest = (BitSet) a.clone();
            rest.andNot(b);
            assertThat(moments(one.and(other))).as(one + " and " + other).isEqualTo(both);
            assertThat(moments(one.without(other))).as(one + " without " + other).isEqualTo(rest);
        }
    }

    private static List<Span> draw(Random random, BitSet moments) {
        List<Span> spans = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            int begin = random.nextInt(30);
            int end = begin + random.nextInt(8);
            spans.add(new Span(begin, end));
            moments.set(begin, end);
        }
        return spans;
    }

    private static BitSet moments(TimeSpans spans) {
        BitSet moments = new BitSet();
        for (int i = 0; i < spans.count(); i++) {
            moments.set((int) spans.get(i).begin(), (int) spans.get(i).end());
        }
        return moments;
    }
}
