package org.evenkeel.api;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.evenkeel.client.messages.MessageDesk;
import org.jspecify.annotations.Nullable;

/**
 * One submitted task; it ends exactly once.
 *
 * <p>A failed task makes {@link #get()} throw {@link TaskFailedException} and its relatives. The
 * result is decoded once, by the first thread that asks for it.
 *
 * @param <R> what the task yields
 */
public interface TaskHandle<R extends @Nullable Object> {

    /**
     * Id of the task, like {@code 3k7x0a9q2m4fz-17}; {@code evenkeel explain} knows it. A child
     * that is submitted again because its parent has moved has another one then.
     */
    String id();

    /**
     * Number of the task among those its submitter has submitted: what other tasks of the job
     * {@linkplain TaskContext#send send to}. Tasks submitted one after the other have numbers one
     * after the other.
     */
    default long pstrn() {
        return MessageDesk.number(id());
    }

    /** What the task is called in displays: its class, or the name its submitter gave it. */
    String name();

    /** Whether it has ended, in whatever way. */
    boolean isDone();

    /** Whether it ended by being cancelled. */
    boolean isCancelled();

    /**
     * Waits for the end. Inside a task this parks the task: its slot runs others meanwhile.
     *
     * @throws InterruptedException if the calling thread is interrupted; the task goes on
     * @throws EvenkeelException if the task ended without a result
     */
    R get() throws InterruptedException;

    /**
     * The same, for at most this long.
     *
     * @throws TimeoutException if the task has not ended by then; it goes on
     */
    R get(Duration longest) throws InterruptedException, TimeoutException;

    /** Waits for the end and is not disturbed by interruption, which is kept for later. */
    R join();

    /**
     * Stops the task if it has not ended: it ends here at once with {@link TaskCancelledException},
     * and the worker is told to stop it.
     *
     * @return whether this call ended it
     */
    boolean cancel();

    /** Name of the node where it ran; empty before the end, or when it ran nowhere. */
    String where();

    /**
     * Calls back when it has ended, with the result or the exception; at once if it has.
     *
     * <p>The call comes on the connection's own thread, so it must be short, must not wait for
     * other tasks and cannot submit any; use {@link #toCompletableFuture()} for more.
     */
    void onDone(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> callback);

    /** A future that completes with the result or the exception, on a thread made for callbacks. */
    CompletableFuture<R> toCompletableFuture();
}
