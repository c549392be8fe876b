package org.evenkeel.daemon.cli.table1;

import java.util.List;
import org.evenkeel.daemon.cli.simulate.FlagException;
import org.evenkeel.daemon.cli.simulate.Values;
import org.evenkeel.policy.Policies;
import picocli.CommandLine.Option;

/** What can be said of the table. */
public final class Table1Flags {
    private static final String POLICIES = "--policy";
    private static final String ETAS = "--eta";
    private static final String DEPTH = "--depth";
    private static final String SEEDS = "--seeds";
    private static final String THREADS = "--threads";
    private static final int MAX_SEEDS = 10_000;
    private static final int MAX_THREADS = 1024;

    @Option(
            names = POLICIES,
            paramLabel = "A,B",
            defaultValue =
                    "nrics,nrics-1999,pvm-round-robin,glunix,rid,hybrid(relay=on),sid,"
                            + "work-stealing,none",
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

    @Option(
            names = SEEDS,
            paramLabel = "N",
            defaultValue = "5",
            description = "Runs of each cell, each with its own seed (default: ${DEFAULT-VALUE}).")
    private String seeds = "";

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "The first seed; the others follow it (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = THREADS,
            paramLabel = "N",
            description =
                    "Runs at a time; changes no result but how long it takes (default:"
                            + " processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

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
                seed,
                (int) Values.count(SEEDS, seeds, MAX_SEEDS));
    }

    /** Runs at a time. */
    public int threads() {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new FlagException(THREADS, threads + " is not 1 to " + MAX_THREADS);
        }
        return threads;
    }
}
