package org.evenkeel.cli;

/** What a command's exit code says; {@code --help} lists them. */
public final class ExitCode {
    public static final int OK = 0;

    /** The work failed, or its result is wrong. */
    public static final int FAILED = 1;

    /** The command line is not understood. */
    public static final int USAGE = 2;

    /** No cluster runs, or what was asked for is not there. */
    public static final int NOTHING = 3;

    /** What was to be started runs already. */
    public static final int RUNNING = 4;
}
