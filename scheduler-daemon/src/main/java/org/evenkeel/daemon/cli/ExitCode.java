package org.evenkeel.daemon.cli;

/** What a command's exit code says; {@code --help} lists them. */
final class ExitCode {
    static final int OK = 0;

    /** The work failed, or its result is wrong. */
    static final int FAILED = 1;

    /** The command line is not understood. */
    static final int USAGE = 2;

    /** No cluster runs, or what was asked for is not there. */
    static final int NOTHING = 3;

    /** What was to be started runs already. */
    static final int RUNNING = 4;

    private ExitCode() {}
}
