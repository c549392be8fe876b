package org.evenkeel.agent;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** An X server without a screen, on a free display. */
public final class VirtualDisplay implements AutoCloseable {

    private final Child server;
    private final String name;

    /**
     * @param directory for its files
     */
    public VirtualDisplay(Path directory) throws IOException {
        Path number = directory.resolve("display");
        Path log = directory.resolve("display.log");
        Files.deleteIfExists(number);
        server =
                Child.start(
                        log.toFile(),
                        Map.of(),
                        "sh",
                        "-c",
                        "exec Xvfb -displayfd 3 -nolisten tcp -screen 0 320x240x24 3> '%s'"
                                .formatted(number));
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        !server.isAlive()
                                || Files.exists(number) && Files.readString(number).endsWith("\n"));
        if (!server.isAlive()) {
            throw new IOException(Files.readString(log));
        }
        name = ":" + Files.readString(number).strip();
    }

    /** What DISPLAY is to say. */
    public String name() {
        return name;
    }

    /** The server itself, to suspend or kill it. */
    Child server() {
        return server;
    }

    /** As its user would. */
    public void pressKey() throws IOException, InterruptedException {
        ProcessBuilder xdotool = new ProcessBuilder("xdotool", "key", "a").inheritIO();
        xdotool.environment().put("DISPLAY", name);
        if (xdotool.start().waitFor() != 0) {
            throw new IOException("xdotool failed");
        }
    }

    /** Removes also the files that a killed server has left. */
    @Override
    public void close() {
        server.close();
        Path lock = Path.of("/tmp/.X" + name.substring(1) + "-lock");
        try {
            if (Files.exists(lock)
                    && Files.readString(lock).strip().equals(Long.toString(server.pid()))) {
                Files.deleteIfExists(Path.of("/tmp/.X11-unix/X" + name.substring(1)));
                Files.delete(lock);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
