package org.evenkeel.daemon.cli.simulate;

import java.util.SplittableRandom;
import org.evenkeel.sim.ClusterSpec;
import org.evenkeel.sim.fault.FaultMix;
import org.evenkeel.sim.fault.FaultPlan;
import org.evenkeel.sim.work.Seconds;
import picocli.CommandLine.Option;

/** The flags that say how often, with which chance and faults, and how strictly. */
public final class RunFlags {
    private static final String SEEDS = "--seeds";
    private static final String SEED = "--seed";
    private static final String THREADS = "--threads";
    private static final String FAULTS = "--faults";
    private static final int MAX_SEEDS = 1_000_000;
    private static final int MAX_THREADS = 1024;
    private static final String NO_FAULTS = "none";

    /** A fault lasts at most this part of the expected length of a run, and at least a second. */
    private static final int FAULT_PART = 5;

    @Option(
            names = SEEDS,
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Runs of each policy, each with its own seed (default: ${DEFAULT-VALUE}).")
    private String seeds = "10";

    @Option(
            names = SEED,
            paramLabel = "N",
            defaultValue = "1",
            description = "The first seed; the others follow it (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = THREADS,
            paramLabel = "N",
            description =
                    "Runs at a time; changes no result but how long it takes (default:"
                            + " processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = FAULTS,
            paramLabel = "MIX",
            defaultValue = NO_FAULTS,
            description =
                    "What goes wrong: none, mixed (two of each kind) or crash=2,kill=5,cut=3; of"
                            + " crash, vanish, kill, cut, one-way, partition, pause, slow, reset,"
                            + " unruly, move, cancel, leave, spoil (default: ${DEFAULT-VALUE}).")
    private String faults = NO_FAULTS;

    @Option(
            names = "--check",
            description = "Check every invariant after every event; takes its time.")
    private boolean checked;

    int seeds() {
        return (int) Values.count(SEEDS, seeds, MAX_SEEDS);
    }

    long firstSeed() {
        return seed;
    }

    boolean isChecked() {
        return checked;
    }

    /** Whether a run may end with a broken rule. */
    boolean isStrict() {
        return checked || !faults.strip().equals(NO_FAULTS);
    }

    /** Runs at a time. */
    public int threads() {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new FlagException(THREADS, threads + " is not 1 to " + MAX_THREADS);
        }
        return threads;
    }

    /** Draws what goes wrong in a run. */
    interface Faults {
        FaultPlan draw(Scenario scenario, ClusterSpec cluster, long seed);
    }

    /** As the user wrote it; empty for none. */
    String faultMix() {
        return faults.strip().equals(NO_FAULTS) ? "" : faults.strip();
    }

    Faults faults() {
        if (faults.strip().equals(NO_FAULTS)) {
            return (scenario, cluster, ofSeed) -> FaultPlan.NONE;
        }
        Values.read(FAULTS, faults, text -> FaultMix.parse(text, 1, 1));
        return (scenario, cluster, ofSeed) -> {
            long span = scenario.expectedNanos(cluster);
            long lasts = Math.max(Seconds.NANOS, span / FAULT_PART);
            return FaultMix.parse(faults, span, lasts)
                    .draw(new SplittableRandom(ofSeed), cluster.nodes());
        };
    }
}
