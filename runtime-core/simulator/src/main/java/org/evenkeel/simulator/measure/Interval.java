package org.evenkeel.simulator.measure;

/**
 * A mean of independent runs and how far it may be off: the 95 % interval of Student's t.
 *
 * @param mean of the values; 0 of none
 * @param halfWidth the true mean is within so much of it, 95 times out of 100; not a number for
 *     fewer than two values, which tell nothing of it
 */
public record Interval(double mean, double halfWidth) {

    /** 97.5 % quantiles of Student's t for 1, 2, ... degrees of freedom. */
    private static final double[] QUANTILES = {
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
        2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
        2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423
    };

    private static final double NORMAL = 1.959964;

    /** Of these values. */
    public static Interval of(double... values) {
        int count = values.length;
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = count == 0 ? 0 : sum / count;
        if (count < 2) {
            return new Interval(mean, Double.NaN);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double error = Math.sqrt(squares / (count - 1) / count);
        return new Interval(mean, quantile(count - 1) * error);
    }

    /**
     * Of the differences, value by value: what two policies did with the same seeds. Narrower than
     * the difference of two intervals, because what both had in common falls out.
     *
     * @throws IllegalArgumentException if there are not as many of both
     */
    public static Interval ofDifferences(double[] values, double[] subtracted) {
        if (values.length != subtracted.length) {
            throw new IllegalArgumentException(
                    values.length + " values and " + subtracted.length + " to compare with");
        }
        double[] differences = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            differences[i] = values[i] - subtracted[i];
        }
        return of(differences);
    }

    /** Whether a half width is known. */
    public boolean isKnown() {
        return !Double.isNaN(halfWidth);
    }

    /** -1 if it is below 0 as a whole, 1 if above, 0 if that cannot be told. */
    public int sign() {
        if (!isKnown() || Math.abs(mean) <= halfWidth) {
            return 0;
        }
        return mean < 0 ? -1 : 1;
    }

    /** The 97.5 % quantile; above the table by the first terms of Cornish and Fisher. */
    static double quantile(int degrees) {
        if (degrees <= QUANTILES.length) {
            return QUANTILES[degrees - 1];
        }
        double cubed = NORMAL * NORMAL * NORMAL;
        return NORMAL + (cubed + NORMAL) / (4.0 * degrees);
    }
}
