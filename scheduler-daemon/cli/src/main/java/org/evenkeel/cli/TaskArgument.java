package org.evenkeel.cli;

import org.evenkeel.model.TaskId;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The id of a task as a user types it. */
final class TaskArgument {
    private TaskArgument() {}

    /** Whether it is meant to be that of a task, where that of a job may stand too. */
    static boolean isTask(String text) {
        return text.indexOf('-') >= 0;
    }

    /**
     * The id.
     *
     * @throws ParameterException if it is none
     */
    static TaskId checked(CommandSpec spec, String text) {
        try {
            return TaskId.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** No node that answered has started it. */
    static CommandFailure notRunning(TaskId task) {
        return new CommandFailure(
                ExitCode.NOTHING,
                "no node that answered runs task %s; \"evenkeel explain %s\" says where it is"
                        .formatted(task, task));
    }
}
