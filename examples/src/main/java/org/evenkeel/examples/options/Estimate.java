package org.evenkeel.examples.options;

/** A mean of random numbers, kept as sums, so that the estimates of batches can be added. */
public record Estimate(long count, double sum, double squares) {
    static final Estimate NONE = new Estimate(0, 0, 0);

    Estimate plus(double value) {
        return new Estimate(count + 1, sum + value, squares + value * value);
    }

    Estimate plus(Estimate other) {
        return new Estimate(count + other.count, sum + other.sum, squares + other.squares);
    }

    double mean() {
        return sum / count;
    }

    double standardError() {
        double variance = Math.max(0, squares / count - mean() * mean());
        return Math.sqrt(variance / count);
    }
}
