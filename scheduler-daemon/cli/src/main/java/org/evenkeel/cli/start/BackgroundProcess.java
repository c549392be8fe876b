package org.evenkeel.cli.start;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Starts processes in a session of their own, so that neither Ctrl-C nor a closed terminal ends
 * them.
 */
final class BackgroundProcess implements Starter {
    private static final List<Path> SETSID =
            List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    /**
     * Where there is no setsid (macOS): a JVM leaves signals alone that were ignored at its start.
     */
    private static final List<String> DEAF =
            List.of("/bin/sh", "-c", "trap '' INT HUP QUIT; exec \"$@\"", "evenkeel");

    @Override
    public Process start(List<String> command, Path output) throws IOException {
        List<String> whole = new ArrayList<>(prefix());
        whole.addAll(command);
        return new ProcessBuilder(whole)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    private static List<String> prefix() {
        for (Path setsid : SETSID) {
            if (Files.isExecutable(setsid)) {
                return List.of(setsid.toString());
            }
        }
        return DEAF;
    }
}
