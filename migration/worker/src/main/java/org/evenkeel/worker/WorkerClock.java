package org.evenkeel.worker;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The time in which tasks of a worker wait, nanoseconds; a test has one that it moves by hand. */
interface WorkerClock {
    /** The machine's. */
    WorkerClock SYSTEM =
            new WorkerClock() {
                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public <T> @Nullable T await(CompletableFuture<T> future, long nanos)
                        throws InterruptedException, ExecutionException {
                    try {
                        return future.get(nanos, TimeUnit.NANOSECONDS);
                    } catch (TimeoutException e) {
                        return null;
                    }
                }
            };

    /** Now, from an origin of its own. */
    long nanos();

    /** Blocks until the future is complete; null when that takes longer. */
    <T> @Nullable T await(CompletableFuture<T> future, long nanos)
            throws InterruptedException, ExecutionException;

    /** Blocks for so long. */
    default void sleep(long nanos) throws InterruptedException {
        try {
            await(new CompletableFuture<>(), nanos);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
