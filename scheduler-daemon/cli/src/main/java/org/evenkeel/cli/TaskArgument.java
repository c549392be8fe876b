package org.evenkeel.cli;

import org.evenkeel.model.TaskId;

/** The id of a task as a user types it. */
final class TaskArgument {
    /** Whether it is meant to be that of a task, where that of a job may stand too. */
    static boolean isTask(String text) {
        return text.indexOf('-') >= 0;
    }

    /** No node that answered has started it. */
    static CommandFailure notRunning(TaskId task) {
        return new CommandFailure(
                ExitCode.NOTHING,
                "no node that answered runs task %s; \"evenkeel explain %s\" says where it is"
                        .formatted(task, task));
    }
}
