package org.evenkeel.examples.queens;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Counts the ways to fill the remaining rows of one board. */
public record QueensTask(QueensBoard queensBoard) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
        return queensBoard.countSolutions();
    }
}
