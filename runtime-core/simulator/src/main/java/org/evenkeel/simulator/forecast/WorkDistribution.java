package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * How much work the tasks of a kind are, from those that have ended and those that still run. Work
 * is written as its natural logarithm. Immutable.
 *
 * <p>What the next task takes lies with equal probability between any two neighbours of those
 * known, below the least or above the greatest (Hill's assumption). Of a task that still runs it is
 * known that it takes longer (Kaplan and Meier; Berliner and Hill for both). Beyond the greatest
 * the logarithm is taken to fall off exponentially, as steeply as it does among the greatest third.
 */
final class WorkDistribution {
    private static final int LEAST_FOR_TAIL = 3;
    private static final double USUAL_TAIL = 1;
    private static final double LEAST_TAIL = 0.01;

    /**
     * A task that is known.
     *
     * @param log work; of one that has not ended, what it has done
     * @param weight how much it counts
     */
    record Known(double log, boolean ended, double weight) {}

    private final double[] lows;
    private final double[] highs;

    /** The probability of all that is not above {@link #highs}. */
    private final double[] upTo;

    private final double tail;

    /**
     * Of tasks, of which at least one has ended.
     *
     * @param beyond how much one counts that takes longer than all
     */
    WorkDistribution(List<Known> known, double beyond) {
        List<Known> sorted = new ArrayList<>(known);
        sorted.sort(
                Comparator.comparingDouble(Known::log)
                        .thenComparingInt(one -> one.ended() ? 0 : 1));
        double[] ended = sorted.stream().filter(Known::ended).mapToDouble(Known::log).toArray();
        if (ended.length == 0) {
            throw new IllegalArgumentException("no task has ended");
        }
        lows = new double[ended.length];
        highs = ended;
        upTo = new double[ended.length];
        double atRisk = beyond;
        for (Known one : sorted) {
            atRisk += one.weight();
        }
        double survives = 1;
        int gap = 0;
        for (Known one : sorted) {
            if (one.ended()) {
                lows[gap] = gap == 0 ? below(ended) : ended[gap - 1];
                survives *= 1 - one.weight() / atRisk;
                upTo[gap++] = 1 - survives;
            }
            atRisk -= one.weight();
        }
        tail = tail(sorted, ended);
    }

    /** Where the least work begins: as far below it as the next one is above. */
    private static double below(double[] ended) {
        double step = ended.length < 2 ? USUAL_TAIL : ended[1] - ended[0];
        return ended[0] - step;
    }

    /** The mean of the logarithm above a bound, of tasks that run as far as they have come. */
    private static double tail(List<Known> sorted, double[] ended) {
        if (ended.length < LEAST_FOR_TAIL) {
            return USUAL_TAIL;
        }
        int counted = Math.max(LEAST_FOR_TAIL - 1, ended.length / 3);
        double bound = ended[ended.length - 1 - counted];
        double above = 0;
        int endedAbove = 0;
        for (Known one : sorted) {
            if (one.log() > bound) {
                above += one.log() - bound;
                endedAbove += one.ended() ? 1 : 0;
            }
        }
        return endedAbove == 0 ? LEAST_TAIL : Math.max(LEAST_TAIL, above / endedAbove);
    }

    private int last() {
        return highs.length - 1;
    }

    /** Whether a task that has done so much has come further than all that have ended. */
    boolean isBeyond(double log) {
        return log >= highs[last()];
    }

    /** The work of a task of which nothing is known. */
    double draw(SplittableRandom random) {
        return at(random.nextDouble());
    }

    /** The work of a task that has done so much of it: more than that. */
    double drawAbove(double log, SplittableRandom random) {
        if (isBeyond(log)) {
            return log - tail * Math.log(1 - random.nextDouble());
        }
        double before = probabilityBelow(log);
        return Math.max(log, at(before + (1 - before) * random.nextDouble()));
    }

    /** The work that a task does not exceed with this probability, less than 1. */
    private double at(double probability) {
        if (probability >= upTo[last()]) {
            double left = Math.max(Double.MIN_NORMAL, 1 - probability);
            return highs[last()] - tail * Math.log(left / (1 - upTo[last()]));
        }
        int gap = 0;
        int beyond = last();
        while (gap < beyond) {
            int middle = (gap + beyond) / 2;
            if (upTo[middle] > probability) {
                beyond = middle;
            } else {
                gap = middle + 1;
            }
        }
        double before = gap == 0 ? 0 : upTo[gap - 1];
        double part = (probability - before) / (upTo[gap] - before);
        return lows[gap] + part * (highs[gap] - lows[gap]);
    }

    private double probabilityBelow(double log) {
        for (int gap = 0; gap <= last(); gap++) {
            if (log < highs[gap]) {
                double before = gap == 0 ? 0 : upTo[gap - 1];
                double width = highs[gap] - lows[gap];
                double part = width <= 0 ? 0 : Math.clamp((log - lows[gap]) / width, 0, 1);
                return before + part * (upTo[gap] - before);
            }
        }
        return upTo[last()];
    }
}
