package org.evenkeel.api;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.files.ClientAccess;
import org.evenkeel.api.messages.Message;
import org.evenkeel.client.messages.MessageService;
import org.evenkeel.client.messages.PublicationService;
import org.jspecify.annotations.Nullable;

/**
 * Services for a running task. A context belongs to one run of one task. Any thread of the task may
 * spawn children; {@link #tailCall}, {@link #checkpoint}, messages and barriers are for the thread
 * that runs the task.
 */
public interface TaskContext extends ClientAccess {

    /**
     * Submits a child task. Never blocks: if too many tasks are open, the child runs at once on
     * this thread.
     *
     * @throws PayloadException if the child cannot travel
     */
    default <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child) {
        return spawn(child, TaskOptions.DEFAULT);
    }

    /** Submits a child task with options; see {@link #spawn(Task)}. */
    <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options);

    /** Submits child tasks, in order. */
    default <R extends @Nullable Object> List<TaskHandle<R>> spawnAll(
            Collection<? extends Task<R>> children) {
        List<TaskHandle<R>> handles = new ArrayList<>(children.size());
        for (Task<R> child : children) {
            handles.add(this.<R>spawn(child));
        }
        return handles;
    }

    /**
     * Submits child tasks and waits for all of them. The slot runs other tasks meanwhile.
     *
     * @return their results, in order
     * @throws TaskFailedException the failure of the first child, in order, that failed
     */
    <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> children)
            throws InterruptedException;

    /** Waits until all tasks have ended, with any outcome. The slot runs other tasks meanwhile. */
    void awaitAll(Collection<? extends TaskHandle<?>> handles) throws InterruptedException;

    /** Waits until at least one task has ended. The slot runs other tasks meanwhile. */
    void awaitAny(Collection<? extends TaskHandle<?>> handles) throws InterruptedException;

    /**
     * Ends this task with a child: the child's result becomes the result of this task and is
     * delivered directly to its submitter. Use it as {@code return context.tailCall(child)}.
     *
     * @return the value that {@link Task#run} must return
     */
    <R extends @Nullable Object> R tailCall(Task<R> child);

    /** Returns whether the task must stop, because it was cancelled or exceeded its time-out. */
    boolean isCancelled();

    /**
     * Marks a point at which the task may be stopped, suspended or captured. A suspended task
     * resumes behind this line with all its callers, possibly in another JVM. A captured task
     * ({@code Builder.checkpointEvery}) runs on. The call returns at once when nothing was
     * requested. In a program with checkpoints, waiting for children is such a point too.
     *
     * @throws TaskCancelledException if the task must stop
     */
    void checkpoint();

    /**
     * Returns the index of this task among the tasks that its program submitted; other tasks of the
     * job send messages to it. It equals {@link TaskHandle#index} in the program. Tasks submitted
     * one after the other have consecutive numbers. Children of tasks cannot receive messages.
     */
    default long index() {
        return MessageService.number(taskId());
    }

    /**
     * Sends a copy of a value to another task of this job. Messages between two tasks arrive in the
     * order of sending, and once each, however often both tasks move or run again. A message may be
     * sent before its receiver is submitted. The call blocks while 10,000 messages or 16 MiB wait
     * for the receiver; the task may be suspended meanwhile.
     *
     * @param to number of the receiver, see {@link #index}
     * @param value anything that could be a result, at most 4 MiB
     * @throws org.evenkeel.api.messages.NoSuchTaskException if the receiver has ended or belongs to
     *     another job
     * @throws org.evenkeel.api.files.ClientGoneException if the program that submitted this task,
     *     which keeps the mailboxes, is unreachable for 30 s
     * @throws PayloadException if the value cannot travel
     * @throws IOException if the message cannot be sent for another reason, given in the
     *     exception's text
     */
    default void send(long to, @Nullable Object value) throws IOException {
        MessageService.of(this).send(to, value);
    }

    /**
     * Waits for the next message from any task. The task may be suspended meanwhile; its slot runs
     * other tasks after one second.
     *
     * @throws org.evenkeel.api.files.ClientGoneException if the program that submitted this task is
     *     unreachable for 30 s
     * @throws IOException if no message can be received, for the reason given in the exception's
     *     text
     * @throws TaskCancelledException if the task must stop
     */
    default Message receive() throws IOException {
        return Objects.requireNonNull(
                MessageService.of(this).receive(MessageService.ANYBODY, Long.MAX_VALUE));
    }

    /**
     * Waits for the next message from one task; messages from other tasks stay in the mailbox.
     *
     * @throws org.evenkeel.api.messages.NoSuchTaskException if that task has ended, or belongs to
     *     another job, and none of its messages is left
     */
    default Message receive(long from) throws IOException {
        return Objects.requireNonNull(MessageService.of(this).receive(from, Long.MAX_VALUE));
    }

    /**
     * Waits for the next message from any task, for at most the given time.
     *
     * @return the message; null if none arrived in time
     */
    default @Nullable Message receive(Duration longest) throws IOException {
        return MessageService.of(this)
                .receive(MessageService.ANYBODY, MessageService.nanos(longest));
    }

    /**
     * Waits for the next message from one task, for at most the given time.
     *
     * @return the message; null if none arrived in time
     */
    default @Nullable Message receive(long from, Duration longest) throws IOException {
        return MessageService.of(this).receive(from, MessageService.nanos(longest));
    }

    /** Waits at the unnamed barrier; see {@link #barrier(String, int)}. */
    default void barrier(int parties) throws IOException {
        MessageService.of(this).barrier("", parties);
    }

    /**
     * Waits until the given number of tasks of this job have reached the barrier of this name. The
     * same tasks may use a barrier again and again. The task may be suspended meanwhile.
     *
     * @param name at most 256 printable characters
     * @param parties number of tasks, equal in all calls. If it exceeds the number of workers,
     *     waiting tasks release their slots to others after one second each; see {@link
     *     Evenkeel.Builder#minWorkers}
     * @throws org.evenkeel.api.messages.NoSuchTaskException if a task that passed the barrier
     *     before has ended
     * @throws IOException if other tasks use the barrier with another number, or passed it before
     *     without this task
     */
    default void barrier(String name, int parties) throws IOException {
        MessageService.of(this).barrier(name, parties);
    }

    /**
     * Publishes a value while the task runs: a copy of it goes to the program, to the listeners at
     * {@link TaskHandle#onPublished}. Any thread of the task may call it. The call does not wait
     * for the program. While the program is slower than the task, or not connected, values wait at
     * the worker, up to 4 MiB for all its tasks; the oldest make room for the newest.
     *
     * <p>Values are counted. The count moves with the task, so each value comes once, also if the
     * task repeats it after a checkpoint. What is not sent when the task ends or moves, after some
     * seconds, is lost, and its number is skipped. A task that is run again from its beginning
     * counts from 1 again, as another {@linkplain PublishedValue#attempt attempt}.
     *
     * @param value anything that could be a result, at most 1 MiB
     * @throws PayloadException if the value cannot travel
     * @throws UnsupportedOperationException if another task has spawned this one: values go to the
     *     program that submitted the task. A child may learn that after its first value
     */
    default void publish(@Nullable Object value) {
        PublicationService.of(this).publish(value);
    }

    /** Returns the id of this task, such as {@code 3k7x0a9q2m4fz-17}. */
    String taskId();

    /** Returns the name of the node on which this task runs. */
    String node();

    /** Returns how many runs of this task have started, including this one. */
    int attempt();
}
