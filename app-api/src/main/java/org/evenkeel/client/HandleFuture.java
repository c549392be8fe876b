package org.evenkeel.client;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskFailedException;
import org.jspecify.annotations.Nullable;

/**
 * A handle with the manners of {@link Future}: what the task threw is the cause of an
 * ExecutionException.
 */
final class HandleFuture<T extends @Nullable Object, R extends @Nullable Object>
        implements Future<R> {

    private final Handle<T> handle;
    private final Function<? super T, ? extends R> result;

    HandleFuture(Handle<T> handle, Function<? super T, ? extends R> result) {
        this.handle = handle;
        this.result = result;
    }

    Handle<T> handle() {
        return handle;
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return handle.cancel();
    }

    @Override
    public boolean isCancelled() {
        return handle.isCancelled();
    }

    @Override
    public boolean isDone() {
        return handle.isDone();
    }

    @Override
    public R get() throws InterruptedException, ExecutionException {
        try {
            return result.apply(handle.get());
        } catch (EvenkeelException e) {
            throw translate(e);
        }
    }

    @Override
    public R get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return result.apply(handle.get(Duration.ofNanos(unit.toNanos(timeout))));
        } catch (EvenkeelException e) {
            throw translate(e);
        }
    }

    private static ExecutionException translate(EvenkeelException e) {
        if (e instanceof TaskCancelledException) {
            CancellationException cancelled = new CancellationException(e.getMessage());
            cancelled.initCause(e);
            throw cancelled;
        }
        Throwable cause =
                e instanceof TaskFailedException && e.getCause() != null ? e.getCause() : e;
        return new ExecutionException(e.getMessage(), cause);
    }

    /** Waits until then, {@link Long#MAX_VALUE} for ever; whether it has ended. */
    boolean awaitUntil(long deadlineNanos) throws InterruptedException {
        if (handle.isDone()) {
            return true;
        }
        long rest =
                deadlineNanos == Long.MAX_VALUE ? deadlineNanos : deadlineNanos - System.nanoTime();
        return handle.openSubmissions().await(java.util.List.of(handle), false, Math.max(0, rest));
    }
}
