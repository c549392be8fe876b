package org.evenkeel.daemon.cli.table1;

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

    private record Cell(Site site, String policy, double eta) {}

    private static final String NRICS = "nrics-1999";
    private static final String STAYING = "nrics-no-migration";
    private static final double SIXTEENTH = 1.0 / 16;

    private static final Map<Cell, List<Double>> TABLE =
            Map.ofEntries(
                    Map.entry(new Cell(Site.EQUAL, NRICS, 1), List.of(10.18)),
                    Map.entry(new Cell(Site.EQUAL, NRICS, 0.5), List.of(10.34)),
                    Map.entry(new Cell(Site.EQUAL, NRICS, SIXTEENTH), List.of(10.47)),
                    Map.entry(new Cell(Site.EQUAL, STAYING, 1), List.of(9.91)),
                    Map.entry(new Cell(Site.EQUAL, STAYING, 0.5), List.of(9.92)),
                    Map.entry(new Cell(Site.EQUAL, STAYING, SIXTEENTH), List.of(10.26)),
                    Map.entry(new Cell(Site.THREE_KINDS, NRICS, 0.5), List.of(7.16, 12.02, 25.4)),
                    Map.entry(
                            new Cell(Site.THREE_KINDS, STAYING, 0.5), List.of(6.68, 11.33, 23.54)),
                    Map.entry(new Cell(Site.TWO_KINDS, NRICS, 0.5), List.of(4.99, 14.8)),
                    Map.entry(new Cell(Site.TWO_KINDS, STAYING, 0.5), List.of(4.78, 13.57)));

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

    private Published() {}

    /**
     * What the paper has of a policy that ours is to be set beside, or null.
     *
     * @param policy ours, without options; {@code nrics} stands beside the paper's NRICS-SPM, too
     * @param eta not a number where the policy has none
     */
    static @Nullable List<Double> of(Site site, String policy, double eta) {
        if (Double.isNaN(eta)) {
            return WITHOUT_ETA.getOrDefault(site, Map.of()).get(policy);
        }
        return TABLE.get(new Cell(site, policy.equals("nrics") ? NRICS : policy, eta));
    }
}
