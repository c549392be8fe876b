package org.evenkeel.testcontainers.engine;

/**
 * A command that ran to its end.
 *
 * @param what the command, for messages
 * @param exitCode 0 is fine
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandResult(String what, long exitCode, String out, String err) {

    /**
     * Standard output of a command that must not fail.
     *
     * @throws EngineException if its exit code is not 0
     */
    public String fine() {
        if (exitCode != 0) {
            throw new EngineException(
                    "%s ended with %d:%n%s%s".formatted(what, exitCode, out, err));
        }
        return out;
    }
}
