package org.evenkeel.model.protocol;

import org.evenkeel.model.Grant;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;

/**
 * One ended task.
 *
 * @param runNanos time spent running, waits for children excluded; counts from the start of this
 *     run, so a later checkpoint's is higher
 * @param tailChild number (origin: the worker's session) of the child whose result is the task's; 0
 *     when the outcome counts
 */
public record Finish(TaskId task, Grant grant, Outcome outcome, long runNanos, TaskId tailChild) {
    /** Stands for "no tail call". */
    public static final TaskId NO_TAIL = new TaskId(0, 0);
}
