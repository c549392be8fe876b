package org.evenkeel.examples.pi;

import java.util.SplittableRandom;

/** Random points in the unit square, from a seed of their own. */
final class Throws {
    private Throws() {}

    /** How many of {@code count} points lie in the quarter circle. */
    static long hits(long seed, long count) {
        SplittableRandom random = new SplittableRandom(seed);
        long hits = 0;
        for (long i = 0; i < count; i++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            if (x * x + y * y < 1) {
                hits++;
            }
        }
        return hits;
    }

    /**
     * The seeds of {@code tasks} generators, split one after another from that of the whole run.
     */
    static long[] seeds(long seed, int tasks) {
        SplittableRandom root = new SplittableRandom(seed);
        long[] seeds = new long[tasks];
        for (int i = 0; i < tasks; i++) {
            seeds[i] = root.split().nextLong();
        }
        return seeds;
    }
}
