package org.evenkeel.lab.table1;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/** What the paper has beside a column of ours. */
final class PaperFigure {
    /** Those of our policies with phases that move started tasks. */
    private static final Set<String> MOVES = Set.of("nrics", "nrics-1999");

    /**
     * Speed-ups against each kind of node, {@link Published#CANNOT_RUN}, or null where the paper
     * has nothing. Phases that may move started tasks stand beside those that did.
     */
    static @Nullable List<Double> of(Site site, Column column) {
        if (!column.hasPhases()) {
            return Published.yardstick(site, column.name());
        }
        List<Double> phases = Published.phases(site, column.eta(), MOVES.contains(column.name()));
        return phases.isEmpty() ? null : phases;
    }

    /** Human-readable; empty where there is nothing. */
    static String text(@Nullable List<Double> speedUps) {
        return speedUps == null ? "" : speedUps.isEmpty() ? "cannot run" : join(speedUps);
    }

    /** Part of the bound; empty where there is nothing. */
    static String share(Site site, @Nullable List<Double> speedUps) {
        return speedUps == null || speedUps.isEmpty()
                ? ""
                : NumberFormatter.share(speedUps.getFirst() / site.bounds().getFirst());
    }

    /** {@code 14.64 / 25.65}. */
    static String join(List<Double> numbers) {
        return numbers.stream()
                .map(number -> Numbers.format("%.2f", number))
                .collect(Collectors.joining(" / "));
    }
}
