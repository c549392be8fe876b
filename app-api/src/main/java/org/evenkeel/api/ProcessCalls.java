package org.evenkeel.api;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The five calls of "A universal model of distributed dynamic load balancing", section 2. For the
 * thread that runs a {@link TaskProcess}.
 */
public interface ProcessCalls {

    /**
     * Sends a new task to some instance of the same program, as a child of the task received last
     * (send_task).
     */
    <R extends @Nullable Object> TaskHandle<R> sendTask(Object body);

    /** Blocks until a task arrives (receive_task). */
    ReceivedTask receiveTask() throws InterruptedException;

    /** Answers a received task, once (send_result). */
    void sendResult(ReceivedTask task, @Nullable Object result);

    /** Blocks until the result of a sent task is there (receive_result). */
    default <R extends @Nullable Object> R receiveResult(TaskHandle<R> handle)
            throws InterruptedException {
        return handle.get();
    }

    /** Returns a future of the result of a sent task (send_waiting). */
    default <R extends @Nullable Object> CompletableFuture<R> sendWaiting(TaskHandle<R> handle) {
        return handle.toCompletableFuture();
    }
}
