package org.evenkeel.cli;

import java.io.IOException;

/** Starts a process that commands take for a daemon, by its command line. */
final class LookalikeProcess {

    private LookalikeProcess() {}

    /**
     * Starts one that ends with its standard input. It says something first: until a process has
     * begun to run its program, which takes long on a busy machine, its command line may be empty.
     */
    static Process start() throws IOException {
        Process process =
                new ProcessBuilder("sh", "-c", "echo; read _", "org.evenkeel.daemon.DaemonMain")
                        .start();
        String _ = process.inputReader().readLine();
        return process;
    }
}
