package org.evenkeel.api;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The processes that serve one kind of tasks, seen from the program that sends them. */
public interface ProcessGroup {

    /** send_task: blocks while too many tasks are open. */
    <R extends @Nullable Object> TaskHandle<R> sendTask(Object body);

    /** The same with options. */
    <R extends @Nullable Object> TaskHandle<R> sendTask(Object body, TaskOptions options);

    /** receive_result: blocks until the result is there. */
    default <R extends @Nullable Object> R receiveResult(TaskHandle<R> handle)
            throws InterruptedException {
        return handle.get();
    }

    /** send_waiting: the future completes when the result is there. */
    default <R extends @Nullable Object> CompletableFuture<R> sendWaiting(TaskHandle<R> handle) {
        return handle.toCompletableFuture();
    }
}
