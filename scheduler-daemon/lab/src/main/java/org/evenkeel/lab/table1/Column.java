package org.evenkeel.lab.table1;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.NameWithOptions;
import org.evenkeel.model.Numbers;

/**
 * A policy of the table, under one eta where it has phases.
 *
 * @param policy as the user wrote it
 * @param eta part of the nodes that must be ready before a phase begins; not a number where the
 *     policy knows no such thing, or says it itself
 */
public record Column(String policy, double eta) {
    private static final String ETA = "eta";

    /** A column for each policy, and for those with phases one for each eta. */
    static List<Column> of(List<String> policies, List<Double> etas) {
        List<Column> columns = new ArrayList<>();
        for (String policy : policies) {
            if (takesEta(policy)) {
                etas.forEach(eta -> columns.add(new Column(policy, eta)));
            } else {
                columns.add(new Column(policy, Double.NaN));
            }
        }
        return columns;
    }

    private static boolean takesEta(String policy) {
        return hasPhases(policy) && !NameWithOptions.parse(policy).options().containsKey(ETA);
    }

    private static boolean hasPhases(String policy) {
        String name = NameWithOptions.parse(policy).name();
        return Policies.all().stream()
                .filter(entry -> entry.name().equals(name))
                .anyMatch(entry -> entry.options().contains(ETA + "="));
    }

    /** Whether it needs a master. */
    boolean hasPhases() {
        return hasPhases(policy);
    }

    /** Its name alone. */
    String name() {
        return NameWithOptions.parse(policy).name();
    }

    boolean hasEta() {
        return !Double.isNaN(eta);
    }

    /** As {@link Policies#parse} reads it. */
    String withEta() {
        if (!hasEta()) {
            return policy;
        }
        String option = ETA + "=" + eta + ")";
        return policy.endsWith(")")
                ? policy.substring(0, policy.length() - 1) + "," + option
                : policy + "(" + option;
    }

    /** Human-readable eta, empty where there is none. */
    String etaText() {
        return !hasEta() ? "" : eta == 1.0 / 16 ? "1/16" : Numbers.format("%.3g", eta);
    }
}
