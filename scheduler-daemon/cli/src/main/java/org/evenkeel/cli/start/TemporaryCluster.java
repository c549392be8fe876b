package org.evenkeel.cli.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.daemon.files.DirectoryWipe;

/** A directory for a cluster that ends with this process. */
public final class TemporaryCluster {
    /** Makes a directory; it is deleted when the children have ended. */
    public static Path directory(ChildProcesses childProcesses) throws IOException {
        Path directory = Files.createTempDirectory("evenkeel");
        childProcesses.afterwards(() -> wipe(directory));
        return directory;
    }

    private static void wipe(Path directory) {
        try {
            DirectoryWipe.wipe(directory, true);
        } catch (IOException e) {
            // Temporary files of a machine that is short of something; not worth a word.
        }
    }
}
