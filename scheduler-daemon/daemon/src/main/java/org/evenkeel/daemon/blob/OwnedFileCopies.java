package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
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

    /**
     * Copies it later, if it is still here.
     *
     * @param size its bytes, as it was taken over
     * @param isHere whether it still is; asked on any thread
     * @param replace puts the copy, which is on the disk for good, in its place or away
     */
    void later(Path file, Path copy, long size, BooleanSupplier isHere, Consumer<Path> replace) {
        executor.execute(() -> {
            if (isHere.getAsBoolean()) {
                copy(file, copy, size, replace);
            }
        });
    }

    private static void copy(Path file, Path copy, long size, Consumer<Path> replace) {
        try {
            WorkerFileTransfer.copyForGood(file, copy, size);
            replace.accept(copy);
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
