package org.evenkeel.examples.queens;

import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Counts the boards that {@link QueensTask} looks at for the same board. */
public record CostTask(QueensBoard queensBoard) implements Task<Long> {
    @Override
    public Long run(TaskContext context) {
        return queensBoard.countBoards();
    }
}
