package org.evenkeel.lab.simulate;

import picocli.CommandLine.Option;

/**
 * The flags that say how often each experiment is run, with which chance, and on how many threads.
 */
public final class SeedFlags {
    private static final String SEEDS = "--seeds";
    private static final String SEED = "--seed";
    private static final String THREADS = "--threads";
    private static final int MAX_SEEDS = 1_000_000;
    private static final int MAX_THREADS = 1024;

    @Option(
            names = SEEDS,
            paramLabel = "N",
            description =
                    "Runs of each policy, each with its own seed (default: ${DEFAULT-VALUE}).")
    private String seeds = "10";

    @Option(
            names = SEED,
            paramLabel = "N",
            description = "First seed; the following are consecutive (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = THREADS,
            paramLabel = "N",
            description =
                    "Number of runs at a time; it does not change the results (default: "
                            + "processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    /** Runs of each policy. */
    public int seeds() {
        return (int) FlagValues.count(SEEDS, seeds, MAX_SEEDS);
    }

    /** The first of them. */
    public long firstSeed() {
        return seed;
    }

    /** Runs at a time. */
    public int threads() {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new FlagException(THREADS, threads + " is out of range; use 1 to " + MAX_THREADS);
        }
        return threads;
    }
}
