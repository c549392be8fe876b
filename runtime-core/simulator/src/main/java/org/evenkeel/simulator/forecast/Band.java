package org.evenkeel.simulator.forecast;

import java.util.Arrays;

/**
 * The interval in which eight of ten values lie.
 *
 * @param low one of ten is below
 * @param median as many are below as above
 * @param high one of ten is above
 */
public record Band(long low, long median, long high) {

    /** The share of values that should lie in it. */
    public static final double SHARE = 0.8;

    private static final double LOW = (1 - SHARE) / 2;

    /**
     * Of these values.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Band of(long... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("a band of no values");
        }
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Band(quantile(sorted, LOW), quantile(sorted, 0.5), quantile(sorted, 1 - LOW));
    }

    /** The next value is below it with this probability. */
    private static long quantile(long[] sorted, double share) {
        double place = share * (sorted.length + 1) - 1;
        int below = Math.clamp((long) Math.floor(place), 0, sorted.length - 1);
        int above = Math.min(below + 1, sorted.length - 1);
        double part = Math.clamp(place - below, 0, 1);
        return Math.round(sorted[below] + part * (sorted[above] - sorted[below]));
    }

    /** Whether a value lies in it. */
    public boolean holds(long value) {
        return low <= value && value <= high;
    }
}
