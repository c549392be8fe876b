package org.evenkeel.daemon.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.Printable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker process prints, in a file of bounded length: when it is full it becomes the older
 * half and a new one begins. The code of a submitter runs there, so that only printable text, tabs
 * and line ends reach the file.
 */
final class WorkerLog {

    private static final Logger LOG = LoggerFactory.getLogger(WorkerLog.class);
    private static final long MAX_BYTES = 512 << 10;
    private static final int STACK_BYTES = 256 << 10;
    private static final int BUFFER_CHARS = 4 << 10;

    /**
     * Copies until the process closes its output.
     *
     * @return a thread of its own that mostly sleeps, and ends with the output
     */
    static Thread follow(InputStream output, Path file, int worker) {
        return Thread.ofPlatform()
                .name("evenkeel-worker-" + worker + "-output")
                .daemon()
                .stackSize(STACK_BYTES)
                .start(() -> copy(output, file));
    }

    private static void copy(InputStream output, Path file) {
        char[] buffer = new char[BUFFER_CHARS];
        try (Reader in = new InputStreamReader(output, StandardCharsets.UTF_8)) {
            int count = in.read(buffer);
            while (count >= 0) {
                long written = 0;
                Files.deleteIfExists(file);
                try (OutputStream out = Channels.newOutputStream(PrivateFiles.create(file))) {
                    while (count >= 0 && written < MAX_BYTES) {
                        String text = Printable.lines(new String(buffer, 0, count));
                        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                        out.write(bytes);
                        written += bytes.length;
                        count = in.read(buffer);
                    }
                }
                if (count >= 0) {
                    Files.move(file, older(file), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        } catch (IOException e) {
            LOG.debug("output of a worker ended: {}", e.toString());
        }
    }

    static Path older(Path file) {
        return file.resolveSibling(file.getFileName() + ".1");
    }
}
