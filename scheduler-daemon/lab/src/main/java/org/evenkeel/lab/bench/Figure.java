package org.evenkeel.lab.bench;

import java.util.Arrays;
import org.evenkeel.model.Numbers;

/**
 * One figure of both sides, measured in turn.
 *
 * @param ours median of the rounds
 * @param chain median of the rounds
 * @param ratio median of the rounds' ratios, ours / chain
 */
public record Figure(double ours, double chain, double ratio) {

    static Figure of(double[] ours, double[] chain) {
        double[] ratios = new double[ours.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours[i] / chain[i];
        }
        return new Figure(median(ours), median(chain), median(ratios));
    }

    /** With a digit after the point where that says something. */
    public static String text(double value) {
        return Numbers.format(value < 1000 ? "%,.1f" : "%,.0f", value);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
