package org.evenkeel.examples.rules;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Finds what follows from a part of the new facts. */
record MatchTask(Match match) implements Task<long[]> {
    @Override
    public long[] run(TaskContext context) {
        return match.conclusions();
    }
}
