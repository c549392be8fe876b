package org.evenkeel.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this process runs before its workers: whoever starts it may give it a nice value below 0.
 */
final class Priority {

    private static final Logger LOG = LoggerFactory.getLogger(Priority.class);
    private static final Path SELF = Path.of("/proc/self/stat");

    /** Fields after the name in parentheses; the nice value is field 19 of all. */
    private static final int NICE_AFTER_NAME = 16;

    /** Says once in the log that the daemon has no higher priority than normal. */
    static void tellIfNormal() {
        try {
            String stat = Files.readString(SELF);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            if (Integer.parseInt(fields[NICE_AFTER_NAME]) >= 0) {
                LOG.info("daemon runs at normal priority, workers at lower priority");
            }
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            LOG.debug("process priority cannot be read: {}", e.toString());
        }
    }
}
