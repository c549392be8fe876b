package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that touches blob files, in the order it is asked; answers come on the event loop.
 */
public final class Disk implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Disk.class);
    private static final long CLOSE_SECONDS = 5;

    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().name("evenkeel-disk").daemon().factory());
    private final Executor loop;

    public Disk(Executor loop) {
        this.loop = loop;
    }

    /** Something to do on the disk. */
    public interface Work<T extends @Nullable Object> {
        T run() throws IOException;
    }

    /**
     * Does it on the disk thread; {@code then} hears the result or the failure, one of them null,
     * on the event loop.
     */
    public <T extends @Nullable Object> void run(
            Work<T> work, BiConsumer<@Nullable T, @Nullable IOException> then) {
        submit(() -> {
            try {
                T result = work.run();
                answer(() -> then.accept(result, null));
            } catch (IOException e) {
                answer(() -> then.accept(null, e));
            } catch (RuntimeException e) {
                LOG.error("disk", e);
                answer(() -> then.accept(null, new IOException(e)));
            }
        });
    }

    /** Does it some time; a failure is logged. */
    public void run(Work<@Nullable Void> work) {
        run(
                work,
                (nothing, failure) -> {
                    if (failure != null) {
                        LOG.warn("disk: {}", failure.toString());
                    }
                });
    }

    private void submit(Runnable runnable) {
        try {
            thread.execute(runnable);
        } catch (RejectedExecutionException e) {
            LOG.debug("the disk is closed");
        }
    }

    private void answer(Runnable runnable) {
        try {
            loop.execute(runnable);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop is closed");
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
