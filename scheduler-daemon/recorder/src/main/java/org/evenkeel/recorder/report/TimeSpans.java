package org.evenkeel.recorder.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Spans of time that do not overlap, in order. Times are whole numbers of any unit; a span has its
 * begin and not its end. Immutable.
 */
final class TimeSpans {

    static final TimeSpans NONE = new TimeSpans(new long[0], 0);

    /** Begins at even indices, ends at odd ones. */
    private final long[] bounds;

    private final int length;

    /** One span; empty unless it begins before it ends. */
    record Span(long begin, long end) {}

    private TimeSpans(long[] bounds, int length) {
        this.bounds = bounds;
        this.length = length;
    }

    /** One span. */
    static TimeSpans of(long begin, long end) {
        return begin < end ? new TimeSpans(new long[] {begin, end}, 2) : NONE;
    }

    /** All of some spans, which may overlap and be in any order. */
    static TimeSpans of(List<Span> spans) {
        long[] bounds = new long[2 * spans.size()];
        int length = 0;
        List<Span> sorted =
                spans.stream()
                        .filter(span -> span.begin() < span.end())
                        .sorted(Comparator.comparingLong(Span::begin))
                        .toList();
        for (Span span : sorted) {
            if (length > 0 && span.begin() <= bounds[length - 1]) {
                bounds[length - 1] = Math.max(bounds[length - 1], span.end());
            } else {
                bounds[length++] = span.begin();
                bounds[length++] = span.end();
            }
        }
        return new TimeSpans(bounds, length);
    }

    /** What is in both. */
    TimeSpans and(TimeSpans other) {
        long[] both = new long[length + other.length];
        int to = 0;
        for (int i = 0, j = 0; i < length && j < other.length; ) {
            long begin = Math.max(bounds[i], other.bounds[j]);
            long end = Math.min(bounds[i + 1], other.bounds[j + 1]);
            if (begin < end) {
                both[to++] = begin;
                both[to++] = end;
            }
            if (bounds[i + 1] < other.bounds[j + 1]) {
                i += 2;
            } else {
                j += 2;
            }
        }
        return new TimeSpans(both, to);
    }

    /** What is here and not in another. */
    TimeSpans without(TimeSpans other) {
        if (length == 0) {
            return this;
        }
        long[] rest = new long[other.length + 2];
        int to = 0;
        rest[to++] = bounds[0];
        for (int j = 0; j < other.length; j++) {
            rest[to++] = Math.clamp(other.bounds[j], bounds[0], bounds[length - 1]);
        }
        rest[to++] = bounds[length - 1];
        int kept = 0;
        for (int i = 0; i < to; i += 2) {
            if (rest[i] < rest[i + 1]) {
                rest[kept++] = rest[i];
                rest[kept++] = rest[i + 1];
            }
        }
        return and(new TimeSpans(rest, kept));
    }

    /** The same with at most so many spans: what has short gaps in between becomes one. */
    TimeSpans atMost(int most) {
        TimeSpans few = this;
        for (long gap = 1; few.count() > most; gap *= 2) {
            few = few.joined(gap);
        }
        return few;
    }

    private TimeSpans joined(long gap) {
        long[] all = new long[length];
        int to = 0;
        for (int i = 0; i < length; i += 2) {
            if (to > 0 && bounds[i] - all[to - 1] <= gap) {
                all[to - 1] = bounds[i + 1];
            } else {
                all[to++] = bounds[i];
                all[to++] = bounds[i + 1];
            }
        }
        return new TimeSpans(all, to);
    }

    /** Of all spans together. */
    long total() {
        long total = 0;
        for (int i = 0; i < length; i += 2) {
            total += bounds[i + 1] - bounds[i];
        }
        return total;
    }

    /** How many there are. */
    int count() {
        return length / 2;
    }

    /** The span with an index from 0. */
    Span get(int index) {
        return new Span(bounds[2 * index], bounds[2 * index + 1]);
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(bounds, length));
    }
}
