package org.evenkeel.examples.program;

import java.io.Console;

/** Whether a user looks at what this process prints. */
final class Terminal {
    /**
     * Set by the launcher, which can tell each stream apart: the numbers of those on a terminal.
     */
    private static final String PROPERTY = "evenkeel.terminal";

    private Terminal() {}

    /** Whether standard error is a terminal, as far as can be told. */
    @SuppressWarnings("SystemConsoleNull") // as of Java 25 it does return null again
    static boolean isStandardError() {
        String streams = System.getProperty(PROPERTY);
        if (streams != null) {
            return streams.contains("2");
        }
        Console console = System.console();
        return console != null && console.isTerminal();
    }
}
