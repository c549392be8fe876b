package org.evenkeel.cli;

/** Ends a command with a message for the user and an exit code; no stack trace is of use. */
public final class CommandFailure extends Exception {
    private final int exitCode;

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
