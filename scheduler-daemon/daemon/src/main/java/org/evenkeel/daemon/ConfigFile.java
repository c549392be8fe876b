package org.evenkeel.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.evenkeel.daemon.config.AvailabilitySchedule;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.config.ConfigKey;
import org.evenkeel.daemon.config.ConfigReader;
import org.evenkeel.daemon.config.DaemonConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A daemon's configuration file, which is read again when it was changed. What says when the node
 * takes tasks counts at once; all else does when the daemon is started again.
 */
final class ConfigFile {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigFile.class);
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** Of a longer file, only its length is compared. */
    private static final int MAX_BYTES = 1 << 20;

    private final Map<ConfigKey, String> flags;
    private final Path file;

    /** As it was read last, and as it was at the last look. */
    private String read;

    private String seen;
    private AvailabilitySchedule schedule;

    /** A configuration, and the file that it is from. */
    record Opened(DaemonConfig config, ConfigFile file) {}

    private ConfigFile(
            Map<ConfigKey, String> flags, Path file, String text, AvailabilitySchedule schedule) {
        this.flags = flags;
        this.file = file;
        this.read = text;
        this.seen = text;
        this.schedule = schedule;
    }

    /**
     * Reads it.
     *
     * @param flags values given on the command line; they override the file
     */
    static Opened open(Map<ConfigKey, String> flags, Path file) throws ConfigException {
        String text = text(file); // before it is read: what changes meanwhile is read again
        DaemonConfig config = ConfigReader.read(flags, file);
        return new Opened(config, new ConfigFile(flags, file, text, config.hours()));
    }

    /** Looks every second, on a thread of its own that ends with the process. */
    void follow(Consumer<AvailabilitySchedule> changed) {
        Thread.ofPlatform()
                .name("evenkeel-config-file")
                .daemon()
                .start(() -> {
                    while (!Thread.currentThread().isInterrupted()) {
                        try {
                            Thread.sleep(EVERY);
                        } catch (InterruptedException e) {
                            return;
                        }
                        look(changed);
                    }
                });
    }

    /**
     * Reads the file if it was changed and is as at the last look, so that it is not half written;
     * and tells what counts from now on.
     */
    void look(Consumer<AvailabilitySchedule> changed) {
        String now = text(file);
        boolean still = now.equals(seen);
        seen = now;
        if (!still || now.equals(read)) {
            return;
        }
        read = now;
        try {
            AvailabilitySchedule next = ConfigReader.read(flags, file).hours();
            boolean same = next.equals(schedule);
            LOG.info(
                    "{} was changed: calendar, at-close and owner {}; other keys count when the "
                            + "daemon is started again",
                    file,
                    same ? "are as before" : "count from now on");
            if (!same) {
                schedule = next;
                changed.accept(next);
            }
        } catch (ConfigException | RuntimeException e) {
            LOG.error(
                    "{} was changed and is invalid, the one before stays in force: {}",
                    file,
                    e.getMessage());
        }
    }

    private static String text(Path file) {
        try {
            long size = Files.size(file);
            return size > MAX_BYTES ? size + " bytes" : Files.readString(file);
        } catch (IOException e) {
            return "unreadable: " + e.getMessage();
        }
    }
}
