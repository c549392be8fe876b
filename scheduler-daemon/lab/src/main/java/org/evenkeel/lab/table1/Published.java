package org.evenkeel.lab.table1;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the paper has: speed-ups against each kind of node.
 *
 * <p>Source: Chen, Lu, "Runtime incremental concentrated scheduling supporting process migration on
 * NOW" (NRICS-SPM), Table 1, 14 queens.
 */
final class Published {

    /** The paper's word for a cell without a figure. */
    static final List<Double> CANNOT_RUN = List.of();

    private static final double SIXTEENTH = 1.0 / 16;

    /** What phases came to with started tasks moved, and with these left where they are. */
    private record Phases(List<Double> moving, List<Double> staying) {
        static final Phases NONE = new Phases(List.of(), List.of());
    }

    private static final Map<Site, Map<Double, Phases>> BY_ETA =
            Map.of(
                    Site.EQUAL,
                    Map.of(
                            1.0,
                            new Phases(List.of(10.18), List.of(9.91)),
                            0.5,
                            new Phases(List.of(10.34), List.of(9.92)),
                            SIXTEENTH,
                            new Phases(List.of(10.47), List.of(10.26))),
                    Site.THREE_KINDS,
                    Map.of(
                            0.5,
                            new Phases(List.of(7.16, 12.02, 25.4), List.of(6.68, 11.33, 23.54))),
                    Site.TWO_KINDS,
                    Map.of(0.5, new Phases(List.of(4.99, 14.8), List.of(4.78, 13.57))));

    private static final Map<Site, Map<String, List<Double>>> WITHOUT_ETA =
            Map.of(
                    Site.EQUAL,
                    Map.of(
                            "pvm-round-robin",
                            List.of(9.99),
                            "glunix",
                            List.of(8.07),
                            "rid",
                            List.of(10.03)),
                    Site.THREE_KINDS,
                    Map.of(
                            "pvm-round-robin",
                            List.of(6.07, 9.62, 20.22),
                            "glunix",
                            List.of(5.47, 9.30, 19.91),
                            "rid",
                            List.of(6.16, 9.75, 20.8)),
                    Site.TWO_KINDS,
                    Map.of(
                            "pvm-round-robin",
                            List.of(4.65, 13.21),
                            "glunix",
                            CANNOT_RUN,
                            "rid",
                            List.of(4.52, 13.05)));

    /**
     * What the paper has of one of its yardsticks, {@link #CANNOT_RUN} of one that could not run;
     * null of a policy it does not have.
     */
    static @Nullable List<Double> yardstick(Site site, String policy) {
        return WITHOUT_ETA.getOrDefault(site, Map.of()).get(policy);
    }

    /**
     * What the paper has of its phases; empty where it has nothing of such an eta.
     *
     * @param moving whether started tasks are moved
     */
    static List<Double> phases(Site site, double eta, boolean moving) {
        Phases phases = BY_ETA.getOrDefault(site, Map.of()).getOrDefault(eta, Phases.NONE);
        return moving ? phases.moving() : phases.staying();
    }
}
