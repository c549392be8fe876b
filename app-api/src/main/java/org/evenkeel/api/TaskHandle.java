package org.evenkeel.api;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.evenkeel.client.messages.MessageService;
import org.jspecify.annotations.Nullable;

/**
 * A submitted task. It ends exactly once.
 *
 * <p>If the task failed, {@link #get()} throws {@link TaskFailedException} or a subclass. The first
 * thread that asks for the result decodes it.
 *
 * @param <R> type of the result
 */
public interface TaskHandle<R extends @Nullable Object> {

    /**
     * Returns the id of the task, such as {@code 3k7x0a9q2m4fz-17}; {@code evenkeel explain}
     * accepts it. A child that is resubmitted because its parent has moved gets a new id.
     */
    String id();

    /**
     * Returns the index of the task among the tasks that its program submitted; other tasks of the
     * job {@linkplain TaskContext#send send} messages to it. Tasks submitted one after the other
     * have consecutive numbers.
     */
    default long index() {
        return MessageService.number(id());
    }

    /** Returns the display name of the task: its class, or the name given at submission. */
    String name();

    /** Returns whether the task has ended, with any outcome. */
    boolean isDone();

    /** Returns whether the task was cancelled. */
    boolean isCancelled();

    /**
     * Waits until the task has ended and returns its result. If a task calls this, it is parked and
     * its slot runs other tasks meanwhile.
     *
     * @throws InterruptedException if the calling thread is interrupted; the task continues
     * @throws EvenkeelException if the task ended without a result
     */
    R get() throws InterruptedException;

    /**
     * Waits for the result for at most the given time.
     *
     * @throws TimeoutException if the task has not ended by then; it continues
     */
    R get(Duration longest) throws InterruptedException, TimeoutException;

    /**
     * Waits for the result and ignores interrupts; the thread's interrupt status is restored
     * afterwards.
     */
    R join();

    /**
     * Cancels the task unless it has ended. The handle ends at once with {@link
     * TaskCancelledException}, and the worker is asked to stop the task.
     *
     * @return whether this call ended the task
     */
    boolean cancel();

    /**
     * Returns the name of the node that ran the task; empty before the end, or if the task never
     * ran.
     */
    String where();

    /**
     * Registers a callback for the result or the exception; it is called at once if the task has
     * ended.
     *
     * <p>The connection's own thread calls it, so it must be short, must not wait for tasks and
     * cannot submit any. Use {@link #toCompletableFuture()} otherwise.
     */
    void onDone(BiConsumer<? super @Nullable R, ? super @Nullable Throwable> callback);

    /**
     * Registers a listener for the values that the task {@linkplain TaskContext#publish publishes},
     * in their order. The first is the newest that has come before, if there is one.
     *
     * <p>Listeners are called one at a time on the thread that also serves the program's
     * {@linkplain Cluster#files files}; while one is slow, older values make room for newer ones.
     * The last values may come shortly after the result. Tasks that tasks spawn publish nothing.
     */
    default void onPublished(Consumer<? super PublishedValue> listener) {
        throw new UnsupportedOperationException(this + " has no published values");
    }

    /**
     * Returns a future that completes with the result or the exception, on a thread made for
     * callbacks.
     */
    CompletableFuture<R> toCompletableFuture();
}
