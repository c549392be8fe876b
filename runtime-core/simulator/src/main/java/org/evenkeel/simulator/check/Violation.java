package org.evenkeel.simulator.check;

import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/** A rule that did not hold. */
public final class Violation extends RuntimeException {
    private final String rule;
    private final transient @Nullable TaskId task;

    /**
     * @param rule its name, e.g. {@code S5}
     * @param task whose story tells more, or null
     */
    public Violation(String rule, @Nullable TaskId task, String what) {
        super(rule + ": " + what);
        this.rule = rule;
        this.task = task;
    }

    public String rule() {
        return rule;
    }

    public @Nullable TaskId task() {
        return task;
    }
}
