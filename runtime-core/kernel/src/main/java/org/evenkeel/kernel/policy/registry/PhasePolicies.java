package org.evenkeel.kernel.policy.registry;

import java.util.List;
import java.util.function.LongFunction;
import org.evenkeel.kernel.policy.PhaseOptions;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.neighbour.Nrics;
import org.evenkeel.kernel.policy.neighbour.RequestPause;

/** Policies with scheduling phases under a master. */
final class PhasePolicies {
    private static final String ETA = "eta";
    private static final String GAP = "gap";
    private static final long USUAL_GAP_NANOS = 50_000_000;
    private static final double PUBLISHED_ETA = 0.5;

    static final List<KnownPolicy> ALL =
            List.of(
                    KnownPolicy.of(
                            "nrics",
                            "eta=0.0,gap=50ms",
                            "hybrid, with phases of a master that even out the rest",
                            options -> nrics(options, 0, false, true)),
                    KnownPolicy.of(
                            "nrics-no-migration",
                            "eta=0.0,gap=50ms",
                            "nrics, without moving started tasks",
                            options -> nrics(options, 0, false, false)),
                    KnownPolicy.of(
                            "nrics-1999",
                            "eta=0.5,gap=50ms",
                            "new tasks wait for the next phase of a master, which balances all",
                            options -> nrics(options, PUBLISHED_ETA, true, true)),
                    KnownPolicy.of(
                            "nrics-1999-no-migration",
                            "eta=0.5,gap=50ms",
                            "nrics-1999, without moving started tasks",
                            options -> nrics(options, PUBLISHED_ETA, true, false)));

    private static LongFunction<Policy> nrics(
            PolicyOptions options, double usualEta, boolean published, boolean movesStarted) {
        RequestPause gap =
                options.time(GAP, RequestPause.fixed(USUAL_GAP_NANOS), RequestPause::fixed);
        PhaseOptions chosen =
                new PhaseOptions(
                        options.decimal(ETA, usualEta, 0, 1),
                        gap.shortestNanos(),
                        published,
                        movesStarted);
        return seed -> new Nrics(chosen);
    }
}
