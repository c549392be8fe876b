package org.evenkeel.lab.simulate;

import java.util.List;
import org.evenkeel.model.Numbers;

/** What the scenarios of an experiment differ in, and therefore what results are drawn over. */
public enum Axis {
    /** There is one scenario. */
    NONE(""),
    /** Offered work over capacity. */
    LOAD("load"),
    /** Machines. */
    NODES("nodes");

    private final String label;

    Axis(String label) {
        this.label = label;
    }

    /** Of these results, at least one. */
    public static Axis of(List<ScenarioRuns.Result> results) {
        List<Scenario> scenarios = results.stream().map(ScenarioRuns.Result::scenario).toList();
        if (NODES.varies(scenarios)) {
            return NODES;
        }
        return LOAD.varies(scenarios) ? LOAD : NONE;
    }

    /** Whether the scenarios differ in two things, so that no line could be drawn. */
    static boolean isCrossed(List<Scenario> scenarios) {
        return NODES.varies(scenarios) && LOAD.varies(scenarios);
    }

    private boolean varies(List<Scenario> scenarios) {
        return scenarios.stream().mapToDouble(this::valueOf).distinct().count() > 1;
    }

    /** For a heading. */
    public String label() {
        return label;
    }

    /** Where a scenario stands on it. */
    public double valueOf(Scenario scenario) {
        return switch (this) {
            case NONE -> 0;
            case LOAD -> scenario.load();
            case NODES -> scenario.nodes();
        };
    }

    /** The same as people write it. */
    String textOf(Scenario scenario) {
        double at = valueOf(scenario);
        return this == NODES ? Numbers.format("%.0f", at) : "" + at;
    }
}
