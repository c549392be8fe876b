package org.evenkeel.lab.simulate;

import java.util.SplittableRandom;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.fault.FaultMix;
import org.evenkeel.simulator.fault.FaultPlan;
import org.evenkeel.simulator.work.Seconds;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags that say how often, with which chance and faults, and how strictly. */
public final class RunFlags {
    private static final String FAULTS = "--faults";
    private static final String NO_FAULTS = "none";

    /** A fault lasts at most this part of the expected length of a run, and at least a second. */
    private static final int FAULT_PART = 5;

    @Mixin private final SeedFlags seeds = new SeedFlags();

    @Option(
            names = FAULTS,
            paramLabel = "MIX",
            description =
                    "Faults to inject: none, mixed (two of each kind) or a list such as "
                            + "crash=2,kill=5,cut=3; kinds are crash, vanish, kill, cut, one-way, "
                            + "partition, pause, slow, reset, unruly, move, cancel, leave, spoil "
                            + "(default: ${DEFAULT-VALUE}).")
    private String faults = NO_FAULTS;

    @Option(
            names = "--check",
            description = "Check every invariant after every event; this is slow.")
    private boolean checked;

    int seeds() {
        return seeds.seeds();
    }

    long firstSeed() {
        return seeds.firstSeed();
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
        return seeds.threads();
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
        FlagValues.read(FAULTS, faults, text -> FaultMix.parse(text, 1, 1));
        return (scenario, cluster, ofSeed) -> {
            long span = scenario.expectedNanos(cluster);
            long lasts = Math.max(Seconds.NANOS, span / FAULT_PART);
            return FaultMix.parse(faults, span, lasts)
                    .draw(new SplittableRandom(ofSeed), cluster.nodes());
        };
    }
}
