package org.evenkeel.cli.start;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** How a daemon's process relates to this one. */
public interface Starter {

    /**
     * Starts a process.
     *
     * @param output file for what it prints
     */
    Process start(List<String> command, Path output) throws IOException;

    /** Whether daemons are to end when their standard input does. */
    default boolean exitOnStdinEof() {
        return false;
    }

    /** Processes that end with this one. */
    static Starter asChildrenIn(ChildProcesses childProcesses) {
        return new Starter() {
            @Override
            public Process start(List<String> command, Path output) throws IOException {
                return childProcesses.start(
                        new ProcessBuilder(command)
                                .redirectErrorStream(true)
                                .redirectOutput(output.toFile()));
            }

            @Override
            public boolean exitOnStdinEof() {
                return true;
            }
        };
    }

    /** Processes that stay, out of reach of this terminal's signals. */
    static Starter inBackground() {
        return new BackgroundProcess();
    }
}
