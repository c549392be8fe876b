package org.evenkeel.examples.pi;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Throws points from a seed of its own and says how many fell into the quarter circle. */
public record ThrowsTask(long seed, long count) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
        return Throws.hits(seed, count);
    }
}
