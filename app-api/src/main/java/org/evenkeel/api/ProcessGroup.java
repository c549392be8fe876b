package org.evenkeel.api;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The processes that serve one kind of tasks, as seen by the program that sends the tasks. */
public interface ProcessGroup {

    /** Sends a task; blocks while the window of open tasks is full (send_task). */
    <R extends @Nullable Object> TaskHandle<R> sendTask(Object body);

    /** Sends a task with options; see {@link #sendTask(Object)}. */
    <R extends @Nullable Object> TaskHandle<R> sendTask(Object body, TaskOptions options);

    /** Blocks until the result is there (receive_result). */
    default <R extends @Nullable Object> R receiveResult(TaskHandle<R> handle)
            throws InterruptedException {
        return handle.get();
    }

    /** Returns a future of the result (send_waiting). */
    default <R extends @Nullable Object> CompletableFuture<R> sendWaiting(TaskHandle<R> handle) {
        return handle.toCompletableFuture();
    }
}
