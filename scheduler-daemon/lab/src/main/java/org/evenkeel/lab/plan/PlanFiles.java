package org.evenkeel.lab.plan;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are read and written for plans. */
public final class PlanFiles {
    private static final long MAX_BYTES = 1L << 30;

    /**
     * All of a file.
     *
     * @throws PlanFileException if it is none, or larger than a gibibyte
     */
    public static byte[] read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new PlanFileException(file.toString(), 0, "no such file");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new PlanFileException(file.toString(), 0, "the file is larger than 1 GiB");
        }
        return Files.readAllBytes(file);
    }
}
