package org.evenkeel.daemon.cli.start;

import java.io.File;
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

    /** Small, steady, silent; nothing is ever deserialised. */
    private static final List<String> FLAGS =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xms16m",
                    "-Xmx128m",
                    "-XX:+UseCompactObjectHeaders",
                    "-XX:+ExitOnOutOfMemoryError",
                    "-Xlog:disable",
                    "-Djdk.serialFilter=!*",
                    "--enable-native-access=ALL-UNNAMED",
                    "--sun-misc-unsafe-memory-access=allow");

    private DaemonJvm() {}

    /**
     * @param quickly compiled once and not optimised: for many daemons on few processors, which
     *     would be busy optimising for longer than they live
     */
    static List<String> command(Installation installation, List<String> arguments, boolean quickly)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.java().toString());
        command.addAll(FLAGS);
        if (quickly) {
            command.add("-XX:TieredStopAtLevel=1");
        }
        Path cache = installation.home().resolve(CACHE);
        if (Files.isReadable(cache) && Files.size(cache) > 0) {
            command.add("-XX:AOTCache=" + cache);
        }
        command.add("-Devenkeel.home=" + installation.home());
        command.add("-cp");
        command.add(
                String.join(
                        File.pathSeparator,
                        installation.jars("daemon").stream().map(Path::toString).toList()));
        command.add(MAIN_CLASS);
        command.addAll(arguments);
        return command;
    }
}
