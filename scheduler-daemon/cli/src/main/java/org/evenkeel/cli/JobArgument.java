package org.evenkeel.cli;

import org.evenkeel.model.Ids;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The id of a job as a user types it. */
public final class JobArgument {
    private JobArgument() {}

    /**
     * The id as commands print it.
     *
     * @throws ParameterException if it is none
     */
    public static String checked(CommandSpec spec, String text) {
        try {
            return Ids.text(Ids.parse(text));
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "\"" + text + "\" is not a job id; a job id looks like 3k7x0a9q2m4fz",
                    e);
        }
    }
}
