package org.evenkeel.chaos;

import java.util.Arrays;

/**
 * How fast something grows: the median of the slopes between all pairs of samples (Theil and Sen),
 * which single odd samples do not move, with the interval that holds it with 95 % (Sen, after
 * Kendall's variance).
 *
 * @param perMinute the slope
 * @param low of the interval
 * @param high of the interval
 */
record Slope(double perMinute, double low, double high) {

    private static final double NORMAL_95 = 1.96;
    private static final int LEAST_SAMPLES = 4;

    /**
     * Of samples.
     *
     * @param minutes when each was taken, ascending
     */
    static Slope of(double[] minutes, double[] values) {
        int n = minutes.length;
        if (n < LEAST_SAMPLES || n != values.length) {
            throw new IllegalArgumentException(n + " samples are too few");
        }
        double[] slopes = new double[n * (n - 1) / 2];
        int k = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[k++] = (values[j] - values[i]) / (minutes[j] - minutes[i]);
            }
        }
        Arrays.sort(slopes);
        double spread = NORMAL_95 * Math.sqrt(n * (n - 1.0) * (2.0 * n + 5) / 18);
        int low = (int) Math.floor((slopes.length - spread) / 2);
        int high = (int) Math.ceil((slopes.length + spread) / 2);
        return new Slope(
                (slopes[(slopes.length - 1) / 2] + slopes[slopes.length / 2]) / 2,
                slopes[Math.max(0, low)],
                slopes[Math.min(slopes.length - 1, high)]);
    }

    /** Whether growth is beyond chance, and more than this. */
    boolean growsMoreThan(double perMinute) {
        return low > 0 && this.perMinute > perMinute;
    }
}
