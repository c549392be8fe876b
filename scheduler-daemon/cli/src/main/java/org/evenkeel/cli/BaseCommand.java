package org.evenkeel.cli;

import java.util.concurrent.Callable;
import org.evenkeel.model.TaskId;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command, and how it says that its command line is invalid. */
public abstract class BaseCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    protected CommandSpec spec;

    /** For the caller to throw: the command line is invalid. */
    protected final ParameterException invalid(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** The same, with the message of what was thrown. */
    protected final ParameterException invalid(Exception cause) {
        return new ParameterException(
                spec.commandLine(), String.valueOf(cause.getMessage()), cause);
    }

    /** Refuses the value of an option that is not from {@code least} to {@code most}. */
    protected final void requireRange(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw invalid(
                    "%s: %d is out of range; use %d to %d".formatted(option, value, least, most));
        }
    }

    /** The id of a task as a user types it. */
    final TaskId taskId(String text) {
        try {
            return TaskId.parse(text);
        } catch (IllegalArgumentException e) {
            throw invalid(e);
        }
    }

    /** The id of a job as a user types it, in the form in which commands print it. */
    final String jobId(String text) {
        return JobArgument.checked(spec, text);
    }
}
