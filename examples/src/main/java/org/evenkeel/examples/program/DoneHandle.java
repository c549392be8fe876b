package org.evenkeel.examples.program;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.evenkeel.api.TaskHandle;
import org.jspecify.annotations.Nullable;

/** A task that ended with a result before any thread could wait for it. */
record DoneHandle<R extends @Nullable Object>(String id, R result) implements TaskHandle<R> {

    @Override
    public String name() {
        return id;
    }

    @Override
    public boolean isDone() {
        return true;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public R get() {
        return result;
    }

    @Override
    public R get(Duration longest) {
        return result;
    }

    @Override
    public R join() {
        return result;
    }

    @Override
    public boolean cancel() {
        return false;
    }

    @Override
    public String where() {
        return id;
    }

    @Override
    public void onDone(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> callback) {
        callback.accept(result, null);
    }

    @Override
    public CompletableFuture<R> toCompletableFuture() {
        return CompletableFuture.completedFuture(result);
    }
}
