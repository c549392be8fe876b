package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.neighbour.Lambda;
import org.evenkeel.kernel.policy.neighbour.Nrics;
import org.evenkeel.kernel.policy.registry.Policies.Entry;

/** Policies with scheduling phases under a master. */
final class PhasePolicies {
    private static final String ETA = "eta";
    private static final String GAP = "gap";
    private static final long USUAL_GAP_NANOS = 50_000_000;
    private static final double PUBLISHED_ETA = 0.5;

    static final List<KnownPolicy> ALL =
            List.of(
                    new KnownPolicy(
                            new Entry(
                                    "nrics",
                                    "eta=0.0,gap=50ms",
                                    "hybrid, and phases of a master correct what is left uneven"),
                            List.of(ETA, GAP),
                            options -> nrics(options, 0, false, true)),
                    new KnownPolicy(
                            new Entry(
                                    "nrics-no-migration",
                                    "eta=0.0,gap=50ms",
                                    "nrics, and tasks that have started stay where they are"),
                            List.of(ETA, GAP),
                            options -> nrics(options, 0, false, false)),
                    new KnownPolicy(
                            new Entry(
                                    "nrics-1999",
                                    "eta=0.5,gap=50ms",
                                    "new tasks wait for the next phase of a master, which evens out"),
                            List.of(ETA, GAP),
                            options -> nrics(options, PUBLISHED_ETA, true, true)),
                    new KnownPolicy(
                            new Entry(
                                    "nrics-1999-no-migration",
                                    "eta=0.5,gap=50ms",
                                    "nrics-1999, and tasks that have started stay where they are"),
                            List.of(ETA, GAP),
                            options -> nrics(options, PUBLISHED_ETA, true, false)));

    private PhasePolicies() {}

    private static LongFunction<Policy> nrics(
            PolicyOptions options, double usualEta, boolean published, boolean movesStarted) {
        Lambda gap = options.time(GAP, Lambda.fixed(USUAL_GAP_NANOS), Lambda::fixed);
        PhaseOptions chosen =
                new PhaseOptions(
                        options.decimal(ETA, usualEta, 0, 1),
                        gap.shortestNanos(),
                        published,
                        movesStarted);
        return seed -> new Nrics(chosen);
    }
}
