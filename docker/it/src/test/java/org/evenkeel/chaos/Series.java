package org.evenkeel.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One thing measured again and again. */
final class Series {

    private final List<Long> nanos = new ArrayList<>();
    private final List<Double> values = new ArrayList<>();

    void add(long atNanos, long value) {
        nanos.add(atNanos);
        values.add((double) value);
    }

    double max() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    /** The slope of the values themselves, those of the warm-up left out. */
    Slope slope(double warmUp) {
        long begin = nanos.getFirst();
        double from = begin + warmUp * (nanos.getLast() - begin);
        int first = 0;
        while (nanos.get(first) < from) {
            first++;
        }
        long start = begin;
        return Slope.of(
                nanos.subList(first, nanos.size()).stream()
                        .mapToDouble(at -> (at - start) / 60e9)
                        .toArray(),
                values.subList(first, values.size()).stream()
                        .mapToDouble(Double::doubleValue)
                        .toArray());
    }

    /**
     * The slope of what it was at least in each of so many equal parts of the time after the
     * warm-up. Samples a second apart are not independent, and a heap's use is a saw; the least of
     * a part is less of both.
     *
     * @param warmUp share of the time that is left out
     */
    Slope slope(double warmUp, int parts) {
        long begin = nanos.getFirst();
        long span = nanos.getLast() - begin + 1;
        double[] minutes = new double[parts];
        double[] least = new double[parts];
        Arrays.fill(least, Double.MAX_VALUE);
        for (int i = 0; i < nanos.size(); i++) {
            double share = (double) (nanos.get(i) - begin) / span;
            if (share >= warmUp) {
                int part = (int) ((share - warmUp) / (1 - warmUp) * parts);
                least[part] = Math.min(least[part], values.get(i));
            }
        }
        int count = 0;
        for (int part = 0; part < parts; part++) {
            double share = warmUp + (part + 0.5) / parts * (1 - warmUp);
            if (least[part] < Double.MAX_VALUE) { // there was time for a sample
                minutes[count] = share * span / 60e9;
                least[count++] = least[part];
            }
        }
        return Slope.of(Arrays.copyOf(minutes, count), Arrays.copyOf(least, count));
    }
}
