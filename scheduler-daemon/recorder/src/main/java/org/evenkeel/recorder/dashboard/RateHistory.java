package org.evenkeel.recorder.dashboard;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** A rate in each second of the last hour. For one thread. */
final class RateHistory {

    /** Stands for a rate that is not known; others are not negative. */
    static final double UNKNOWN = -1;

    static final int SECONDS = 3_600;

    private final Deque<Double> rates = new ArrayDeque<>();
    private long next;

    /**
     * Says the mean rate since the last call.
     *
     * @param second up to its end, counted from 0
     */
    void add(long second, double rate) {
        double rounded = Math.round(rate * 10) / 10.0;
        for (next = Math.max(next, second + 1 - SECONDS); next <= second; next++) {
            rates.addLast(rounded);
        }
        while (rates.size() > SECONDS) {
            rates.removeFirst();
        }
    }

    /** The rates, the newest last. */
    List<Double> list() {
        return List.copyOf(rates);
    }
}
