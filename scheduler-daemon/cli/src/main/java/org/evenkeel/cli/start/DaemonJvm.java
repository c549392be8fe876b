package org.evenkeel.cli.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a daemon's own JVM. */
final class DaemonJvm {
    private static final String MAIN_CLASS = "org.evenkeel.daemon.DaemonMain";

    /**
     * What a daemon loads at its start; the launcher writes it, and Java ignores it when it does
     * not fit.
     */
    private static final String CACHE = "cache/daemon.aot";

    /** Java's options of a daemon, in a file that Java reads by itself. */
    private static final String OPTIONS = "lib/daemon/jvm.options";

    /**
     * @param quickly compiled once and not optimised: for many daemons on few processors, which
     *     would be busy optimising for longer than they live
     */
    static List<String> command(Installation installation, List<String> arguments, boolean quickly)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.java().toString());
        command.add("@" + installation.home().resolve(OPTIONS));
        if (quickly) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        Path cache = installation.home().resolve(CACHE);
        if (Files.isReadable(cache) && Files.size(cache) > 0) {
            command.add("-XX:AOTCache=" + cache);
        }
        command.add("-Devenkeel.home=" + installation.home());
        command.add("-cp");
        command.add(installation.classPath("daemon"));
        command.add(MAIN_CLASS);
        command.addAll(arguments);
        return command;
    }
}
