package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes copies of files that another user may still hold open, and write on into where nobody
 * counts it: of those that stay. Most have gone on by then, and a copy would have delayed them.
 */
final class OwnCopies {

    private static final Logger LOG = LoggerFactory.getLogger(OwnCopies.class);

    private final long afterNanos;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("evenkeel-copies").daemon().factory());

    /**
     * @param afterNanos how long a file must have stayed
     */
    OwnCopies(long afterNanos) {
        this.afterNanos = afterNanos;
    }

    /** A file that may be copied. */
    interface Kept {
        /** Its bytes, as it was taken over. */
        long size();

        /** Whether it is still here; on any thread. */
        boolean isHere();

        /** Puts the copy, which is on the disk for good, in its place or away. */
        void replaceBy(Path copy);
    }

    /** Copies it later, if it is still here. */
    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is logged there
    void later(Path file, Path copy, Kept kept) {
        thread.schedule(() -> copy(file, copy, kept), afterNanos, TimeUnit.NANOSECONDS);
    }

    private static void copy(Path file, Path copy, Kept kept) {
        if (!kept.isHere()) {
            return;
        }
        try {
            TakenFiles.copyForGood(file, copy, kept.size());
            kept.replaceBy(copy);
        } catch (IOException e) {
            LOG.warn("a worker's checkpoint could not be copied: {}", e.toString());
            delete(copy);
        }
    }

    private static void delete(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException e) {
            LOG.debug("{}", e.toString());
        }
    }
}
