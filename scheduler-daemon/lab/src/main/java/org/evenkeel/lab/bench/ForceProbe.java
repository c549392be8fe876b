package org.evenkeel.lab.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** How long a disk takes to make 4 KiB durable that were added to a file. */
final class ForceProbe {

    private static final int BYTES = 4 << 10;

    /** Median, microseconds. */
    static double medianMicros(Path directory, int samples) throws IOException {
        Path file = Files.createTempFile(directory, "force", ".probe");
        double[] micros = new double[samples];
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer page = ByteBuffer.allocateDirect(BYTES);
            for (int i = 0; i < samples; i++) {
                long start = System.nanoTime();
                channel.write(page.clear());
                channel.force(false);
                micros[i] = (System.nanoTime() - start) / 1e3;
            }
        } finally {
            Files.deleteIfExists(file);
        }
        Arrays.sort(micros);
        return micros[samples / 2];
    }
}
