package org.evenkeel.lab.table1;

import java.util.List;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.lab.measure.MachineEmulator;
import org.evenkeel.lab.simulate.FlagException;
import org.evenkeel.lab.simulate.FlagValues;
import org.evenkeel.lab.simulate.SeedFlags;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said of the table. */
public final class Table1Flags {
    private static final String POLICIES = "--policy";
    private static final String SIMULATED =
            "auto,nrics,nrics-no-migration,nrics-1999,nrics-1999-no-migration,"
                    + "pvm-round-robin,glunix,rid,hybrid(relay=on),sid,work-stealing,none";
    private static final String MEASURED =
            "nrics,nrics-no-migration,pvm-round-robin,glunix,rid,hybrid(relay=on),"
                    + Policies.DEFAULT;
    private static final String ETAS = "--eta";
    private static final String DEPTH = "--depth";

    @Option(
            names = POLICIES,
            paramLabel = "A,B",
            description = {
                "Policies with their options (default: " + SIMULATED + ";",
                "with daemons " + MEASURED + ")."
            })
    private @Nullable String policies;

    @Option(
            names = ETAS,
            paramLabel = "X,Y",
            description =
                    "Share of the nodes that must be ready before a phase begins, for policies "
                            + "with phases that do not set it (default: ${DEFAULT-VALUE}).")
    private String etas = "1,0.5,0.0625";

    @Option(
            names = DEPTH,
            paramLabel = "N",
            description =
                    "Queens placed before the work is split into tasks: 1 makes 14 tasks, 2 "
                            + "makes 156, 3 makes 1,364 (default: ${DEFAULT-VALUE}).")
    private String depth = "3";

    @Mixin private final SeedFlags seeds = new SeedFlags();

    /**
     * What is asked for.
     *
     * @throws FlagException if it cannot be understood
     */
    public Table1 table() {
        return Table1.of(policies(SIMULATED), etas(), depth(), seeds.firstSeed(), seeds.seeds());
    }

    /**
     * The same to be measured.
     *
     * @throws FlagException if it cannot be understood
     */
    public MeasuredTable table(MachineEmulator machineEmulator, MeasuredFlags measured) {
        return MeasuredTable.of(
                machineEmulator,
                measured.sites(),
                policies(MEASURED),
                etas(),
                measured.work(depth()),
                measured.processors());
    }

    private List<String> policies(String otherwise) {
        return FlagValues.policies(POLICIES, policies == null ? otherwise : policies);
    }

    private List<Double> etas() {
        List<Double> parts = FlagValues.distinct(ETAS, FlagValues.numbers(ETAS, etas));
        for (double part : parts) {
            if (part > 1) {
                throw new FlagException(ETAS, part + " is out of range; use 0 to 1");
            }
        }
        return parts;
    }

    private int depth() {
        return (int) FlagValues.count(DEPTH, depth, QueensRecording.MOST_DEPTH);
    }

    /** Runs at a time. */
    public int threads() {
        return seeds.threads();
    }
}
