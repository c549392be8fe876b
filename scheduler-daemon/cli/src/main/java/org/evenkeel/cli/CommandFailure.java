package org.evenkeel.cli;

/** Ends a command with a message for people and an exit code; no stack trace is of use. */
public final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    public CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
