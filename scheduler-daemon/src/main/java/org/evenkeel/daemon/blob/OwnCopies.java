package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes copies of files that another user may still hold open, and write on into where nobody
 * counts it: of those that stay. Most have gone on by then, and a copy would have delayed them.
 */
final class OwnCopies {

    private static final Logger LOG = LoggerFactory.getLogger(OwnCopies.class);

    private final Consumer<Runnable> later;

    /**
     * @param later does something when a file has stayed for long enough to be copied
     */
    OwnCopies(Consumer<Runnable> later) {
        this.later = later;
    }

    /** Files that have stayed for so long are copied, on a thread for that. */
    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is logged there
    static OwnCopies after(long nanos) {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("evenkeel-copies").daemon().factory());
        return new OwnCopies(work -> thread.schedule(work, nanos, TimeUnit.NANOSECONDS));
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
    void later(Path file, Path copy, Kept kept) {
        later.accept(() -> copy(file, copy, kept));
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
