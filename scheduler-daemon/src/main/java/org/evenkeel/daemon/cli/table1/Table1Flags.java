package org.evenkeel.daemon.cli.table1;

import java.util.List;
import org.evenkeel.daemon.cli.simulate.FlagException;
import org.evenkeel.daemon.cli.simulate.SeedFlags;
import org.evenkeel.daemon.cli.simulate.Values;
import org.evenkeel.policy.Policies;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said of the table. */
public final class Table1Flags {
    private static final String POLICIES = "--policy";
    private static final String ETAS = "--eta";
    private static final String DEPTH = "--depth";

    @Option(
            names = POLICIES,
            paramLabel = "A,B",
            defaultValue =
                    "nrics,nrics-no-migration,nrics-1999,nrics-1999-no-migration,"
                            + "pvm-round-robin,glunix,rid,hybrid(relay=on),sid,work-stealing,none",
            description = "Policies with their options (default: ${DEFAULT-VALUE}).")
    private String policies = "";

    @Option(
            names = ETAS,
            paramLabel = "X,Y",
            defaultValue = "1,0.5,0.0625",
            description =
                    "Parts of the nodes that must be ready before a phase begins, for policies with"
                            + " phases that do not say it themselves (default: ${DEFAULT-VALUE}).")
    private String etas = "";

    @Option(
            names = DEPTH,
            paramLabel = "N",
            defaultValue = "3",
            description =
                    "Queens placed before the work is cut into tasks: 1 makes 14 tasks, 2 makes"
                            + " 156, 3 makes 1,364 (default: ${DEFAULT-VALUE}).")
    private String depth = "";

    @Mixin private final SeedFlags seeds = new SeedFlags();

    /**
     * What is asked for.
     *
     * @throws FlagException if it cannot be understood
     */
    public Table1 table() {
        List<String> chosen = Values.distinct(POLICIES, Values.list(POLICIES, policies));
        chosen.forEach(policy -> Values.read(POLICIES, policy, Policies::parse));
        List<Double> parts = Values.distinct(ETAS, Values.numbers(ETAS, etas));
        for (double part : parts) {
            if (part > 1) {
                throw new FlagException(ETAS, part + " is not 0 to 1");
            }
        }
        return Table1.of(
                chosen,
                parts,
                (int) Values.count(DEPTH, depth, QueensRecording.MOST_DEPTH),
                seeds.firstSeed(),
                seeds.seeds());
    }

    /** Runs at a time. */
    public int threads() {
        return seeds.threads();
    }
}
