package org.evenkeel.daemon.cli;

/** Ends a command with a message for the user and an exit code; no stack trace is of use. */
final class CommandFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final int exitCode;

    CommandFailure(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    int exitCode() {
        return exitCode;
    }
}
