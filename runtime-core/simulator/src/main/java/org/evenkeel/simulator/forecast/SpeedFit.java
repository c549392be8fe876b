package org.evenkeel.simulator.forecast;

/**
 * How fast machines are: speeds with which the work of the tasks of each group, their times times
 * the speeds of their machines, differs as little as possible. Weighted least squares of
 * logarithms, by alternating between groups and machines; of a time that is far off, only a part
 * counts (Huber).
 */
final class SpeedFit {
    private static final int MOST_ROUNDS = 100;
    private static final double EXACT = 1e-5;

    /** So many times the mean deviation is far off. */
    private static final double FAR = 2.5;

    private final int[] groups;
    private final int[] machines;
    private final double[] logTimes;
    private final double[] weights;
    private final double[] trusted;
    private final int groupCount;
    private int count;

    /**
     * @param groups how many groups there are
     * @param most times that are added at most
     */
    SpeedFit(int groups, int most) {
        this.groupCount = groups;
        this.groups = new int[most];
        this.machines = new int[most];
        this.logTimes = new double[most];
        this.weights = new double[most];
        this.trusted = new double[most];
    }

    /** A task took so long. */
    void add(int group, int machine, double logTime, double weight) {
        groups[count] = group;
        machines[count] = machine;
        logTimes[count] = logTime;
        weights[count++] = weight;
    }

    /**
     * The logarithms of the speeds, 0 in the mean of the machines that ran something.
     *
     * @param from where to begin: an earlier result
     */
    double[] logSpeeds(double[] from) {
        double[] speeds = from.clone();
        System.arraycopy(weights, 0, trusted, 0, count);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            double[] works = ofGroups(speeds);
            double[] next = ofMachines(works, speeds);
            trust(works, next);
            double change = 0;
            for (int i = 0; i < next.length; i++) {
                change = Math.max(change, Math.abs(next[i] - speeds[i]));
            }
            speeds = next;
            if (change < EXACT) {
                break;
            }
        }
        return speeds;
    }

    /** How much of the weight of each time counts in the next round. */
    private void trust(double[] works, double[] speeds) {
        double sum = 0;
        double all = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i] * Math.abs(deviation(i, works, speeds));
            all += weights[i];
        }
        double most = all == 0 ? 0 : FAR * sum / all;
        for (int i = 0; i < count; i++) {
            double deviation = Math.abs(deviation(i, works, speeds));
            trusted[i] = weights[i] * (deviation > most ? most / deviation : 1);
        }
    }

    private double deviation(int i, double[] works, double[] speeds) {
        return works[groups[i]] - logTimes[i] - speeds[machines[i]];
    }

    private double[] ofGroups(double[] speeds) {
        double[] sums = new double[groupCount];
        double[] all = new double[groupCount];
        for (int i = 0; i < count; i++) {
            sums[groups[i]] += trusted[i] * (logTimes[i] + speeds[machines[i]]);
            all[groups[i]] += trusted[i];
        }
        for (int i = 0; i < groupCount; i++) {
            sums[i] = all[i] == 0 ? 0 : sums[i] / all[i];
        }
        return sums;
    }

    private double[] ofMachines(double[] works, double[] before) {
        double[] sums = new double[before.length];
        double[] all = new double[before.length];
        for (int i = 0; i < count; i++) {
            sums[machines[i]] += trusted[i] * (works[groups[i]] - logTimes[i]);
            all[machines[i]] += trusted[i];
        }
        double mean = 0;
        int known = 0;
        for (int i = 0; i < sums.length; i++) {
            if (all[i] > 0) {
                sums[i] /= all[i];
                mean += sums[i];
                known++;
            }
        }
        double shift = known == 0 ? 0 : mean / known;
        for (int i = 0; i < sums.length; i++) {
            sums[i] = all[i] > 0 ? sums[i] - shift : 0;
        }
        return sums;
    }
}
