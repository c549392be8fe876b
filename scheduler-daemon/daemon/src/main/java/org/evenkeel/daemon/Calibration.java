package org.evenkeel.daemon;

/**
 * How fast one processor of this machine is, by a short measurement: arithmetic, and reads and
 * writes all over a few megabytes. Only a first guess; finished tasks tell more ({@code
 * org.evenkeel.kernel.phases}).
 */
final class Calibration {
    private static final int ROUNDS = 6;
    private static final int STEPS = 400_000;
    private static final int WORDS = 1 << 19; // 4 MiB: more than the nearest caches hold
    private static final int LONGEST_MILLIS = 100;

    /** About that of one core of a server of 2020: then the speed is about 1. */
    private static final double REFERENCE_STEPS_PER_NANO = 0.35;

    private static final double LEAST = 0.001;
    private static final double MOST = 1_000;

    /** The speed; takes less than 0.1 s. */
    static double measure() {
        long[] words = new long[WORDS];
        long end = System.nanoTime() + LONGEST_MILLIS * 1_000_000L;
        double best = 0;
        long seed = 1;
        for (int round = 0; round < ROUNDS && System.nanoTime() - end < 0; round++) {
            long start = System.nanoTime();
            seed = run(words, seed);
            double nanos = Math.max(1, System.nanoTime() - start);
            best = Math.max(best, STEPS / nanos);
        }
        // The sum is used, so that the work cannot be left out.
        double speed = best / REFERENCE_STEPS_PER_NANO + (seed == 0 ? Double.MIN_VALUE : 0);
        return Math.clamp(speed, LEAST, MOST);
    }

    /** Whether a measurement can have been this. */
    static boolean isSpeed(double speed) {
        return speed >= LEAST && speed <= MOST;
    }

    private static long run(long[] words, long seed) {
        long x = seed;
        for (int i = 0; i < STEPS; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            int at = (int) (x >>> 45);
            words[at] += x ^ words[at] >>> 3;
        }
        return x + words[(int) (x >>> 45)];
    }
}
