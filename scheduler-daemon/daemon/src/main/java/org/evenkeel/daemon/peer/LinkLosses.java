package org.evenkeel.daemon.peer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** When the link with one neighbour was lost; the newest {@value #MAX} times. Any thread. */
final class LinkLosses {
    static final int MAX = 32;
    static final long PERIOD_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Deque<Long> times = new ArrayDeque<>();

    synchronized void add(long nowNanos) {
        if (times.size() == MAX) {
            times.removeFirst();
        }
        times.addLast(nowNanos);
    }

    /** How many there were within the last hour, at most {@value #MAX}. */
    synchronized int recent(long nowNanos) {
        times.removeIf(time -> nowNanos - time > PERIOD_NANOS);
        return times.size();
    }
}
