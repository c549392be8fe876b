package org.evenkeel.cli;

import org.evenkeel.model.JobId;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The id of a job as a user types it. */
public final class JobArgument {
    /**
     * The id as commands print it.
     *
     * @throws ParameterException if it is none
     */
    public static String checked(CommandSpec spec, String text) {
        try {
            return JobId.parse(text).toString();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }
}
