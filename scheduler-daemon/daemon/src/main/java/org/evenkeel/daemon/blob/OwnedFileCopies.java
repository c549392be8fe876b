package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes copies of files that another user may still hold open, and write on into where nothing
 * counts it: of those that stay. Most have gone on by then, and a copy would have delayed them.
 *
 * @param executor does what it is given when a file has stayed for long
 */
record OwnedFileCopies(Executor executor) {
    private static final Logger LOG = LoggerFactory.getLogger(OwnedFileCopies.class);

    /** What has stayed so long may stay for longer. */
    private static final long AFTER_SECONDS = 10;

    /** A thread that does everything some seconds after it was asked to. */
    @SuppressWarnings("FutureReturnValueIgnored") // what goes wrong is logged there
    static Executor later() {
        ScheduledExecutorService thread =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().name("evenkeel-copies").daemon().factory());
        return copy -> thread.schedule(copy, AFTER_SECONDS, TimeUnit.SECONDS);
    }

    /** A file that may be copied. */
    interface SourceFile {
        /** Its bytes, as it was taken over. */
        long size();

        /** Whether it is still here; on any thread. */
        boolean isHere();

        /** Puts the copy, which is on the disk for good, in its place or away. */
        void replaceBy(Path copy);
    }

    /** Copies it later, if it is still here. */
    void later(Path file, Path copy, SourceFile kept) {
        executor.execute(() -> copy(file, copy, kept));
    }

    private static void copy(Path file, Path copy, SourceFile kept) {
        if (!kept.isHere()) {
            return;
        }
        try {
            WorkerFileTransfer.copyForGood(file, copy, kept.size());
            kept.replaceBy(copy);
        } catch (IOException e) {
            LOG.warn("checkpoint of a worker could not be copied: {}", e.toString());
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
