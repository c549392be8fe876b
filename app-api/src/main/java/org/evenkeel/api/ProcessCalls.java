package org.evenkeel.api;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The five calls of "A universal model of distributed dynamic load balancing", section 2, for the
 * thread that runs a {@link TaskProcess}.
 */
public interface ProcessCalls {

    /** send_task: a new task for some process like this one, a child of the task received last. */
    <R extends @Nullable Object> TaskHandle<R> sendTask(Object body);

    /** receive_task: blocks until there is one. */
    ReceivedTask receiveTask() throws InterruptedException;

    /** send_result: answers a received task, once. */
    void sendResult(ReceivedTask task, @Nullable Object result);

    /** receive_result: blocks until the result of a sent task is there. */
    <R extends @Nullable Object> R receiveResult(TaskHandle<R> handle) throws InterruptedException;

    /** send_waiting: the future completes when the result of a sent task is there. */
    <R extends @Nullable Object> CompletableFuture<R> sendWaiting(TaskHandle<R> handle);
}
