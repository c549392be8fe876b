package org.evenkeel.simulator;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Virtual time: what is to happen, in the order of its time and then of its being said. */
final class EventQueue {

    private record Entry(long atNanos, long order, Runnable what) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = Long.compare(atNanos, other.atNanos);
            return byTime != 0 ? byTime : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long said;
    private long nowNanos;

    long now() {
        return nowNanos;
    }

    /** Let this happen then, or now when that is past. */
    void at(long atNanos, Runnable what) {
        if (atNanos < 0) { // an overflow; it would come too early instead of too late
            throw new IllegalStateException(
                    "virtual time exceeds 292 years: running times or latencies are too long, "
                            + "or speeds, loads or bandwidth too small");
        }
        entries.add(new Entry(Math.max(nowNanos, atNanos), said++, what));
    }

    void after(long nanos, Runnable what) {
        at(nowNanos + nanos, what);
    }

    /** Continues to the next happening; false when there is none, or none until the limit. */
    boolean step(long limitNanos) {
        @Nullable Entry next = entries.peek();
        if (next == null || next.atNanos > limitNanos) {
            return false;
        }
        entries.poll();
        nowNanos = next.atNanos;
        next.what.run();
        return true;
    }
}
