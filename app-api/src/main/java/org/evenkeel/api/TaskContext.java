package org.evenkeel.api;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.evenkeel.api.files.HomeFiles;
import org.evenkeel.api.files.TaskPrinter;
import org.evenkeel.api.messages.Message;
import org.evenkeel.client.messages.MessageDesk;
import org.jspecify.annotations.Nullable;

/**
 * What a running task can ask and do. Belongs to one run of one task; children may be spawned from
 * any of its threads, {@link #tailCall}, {@link #checkpoint}, messages and barriers are for the
 * thread that runs it.
 */
public interface TaskContext {

    /**
     * Submits a child. Never blocks: when too many tasks are open, the child runs at once, here.
     *
     * @throws PayloadException if it cannot travel
     */
    <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child);

    /** The same with options. */
    <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options);

    /** Submits children, in order. */
    <R extends @Nullable Object> List<TaskHandle<R>> spawnAll(
            Collection<? extends Task<R>> children);

    /**
     * Submits children and waits for all; the slot runs other tasks meanwhile.
     *
     * @return their results in order
     * @throws TaskFailedException of the first, in order, that failed
     */
    <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> children)
            throws InterruptedException;

    /** Waits until all have ended, in whatever way; the slot runs other tasks meanwhile. */
    void awaitAll(Collection<? extends TaskHandle<?>> handles) throws InterruptedException;

    /** Waits until at least one has ended; the slot runs other tasks meanwhile. */
    void awaitAny(Collection<? extends TaskHandle<?>> handles) throws InterruptedException;

    /**
     * Ends this task by a child: the child's result becomes this task's, and goes straight to who
     * waits for this task. To be used as {@code return context.tailCall(child)}.
     *
     * @return what {@link Task#run} must return now
     */
    <R extends @Nullable Object> R tailCall(Task<R> child);

    /** Whether the task is to stop: it was cancelled or ran too long. */
    boolean isCancelled();

    /**
     * A place where the task may be stopped, or put away with all calls it stands in to go on
     * behind this line, maybe in another JVM, or captured while it runs on ({@code
     * Builder.checkpointEvery}). Returns at once when nobody asks for either. In a program with
     * checkpoints waits for children are such places, too.
     *
     * @throws TaskCancelledException if it is to stop
     */
    void checkpoint();

    /**
     * The files of the program that submitted this task. What is opened by it stays open when the
     * task is put away, and goes on elsewhere where it was.
     */
    default HomeFiles files() {
        return HomeFiles.of(this);
    }

    /**
     * Standard output of the program that submitted this task: each line appears there once and in
     * order, however often the task moves. {@code System.out} of a task is that of the worker it
     * runs in, which ends in that worker's log.
     */
    default PrintStream out() {
        return TaskPrinter.out(this);
    }

    /** The same for standard error. */
    default PrintStream err() {
        return TaskPrinter.err(this);
    }

    /**
     * Number of this task among those its program has submitted, by which others of the job send to
     * it: what {@link TaskHandle#pstrn} is for the program. Tasks submitted one after the other
     * have numbers one after the other. Children of tasks have none that others could send to.
     */
    default long pstrn() {
        return MessageDesk.number(taskId());
    }

    /**
     * Sends a message to another task of this job. What is sent is a copy; what one task sends to
     * one other comes in the order in which it was sent, and once, however often both move or run
     * again. It may be sent before the other task is submitted. Waits while 10,000 messages or 16
     * MiB wait for the other task; may be put away meanwhile.
     *
     * @param to number of the task, see {@link #pstrn}
     * @param value what could be a result, at most 4 MiB
     * @throws org.evenkeel.api.messages.NoSuchTaskException if that task has ended or is of another
     *     job
     * @throws org.evenkeel.api.files.HomeGoneException if the program that submitted this task,
     *     which keeps the mailboxes, cannot be reached for 30 s
     * @throws PayloadException if the value cannot travel
     * @throws IOException if it cannot be sent for another reason, which it says
     */
    default void send(long to, @Nullable Object value) throws IOException {
        MessageDesk.of(this).send(to, value);
    }

    /**
     * Waits for the next message, from whomever. May be put away meanwhile; its slot runs others
     * after a second.
     *
     * @throws org.evenkeel.api.files.HomeGoneException as {@link #send} does
     * @throws IOException if none can be received, for a reason that it says
     * @throws TaskCancelledException if the task is to stop
     */
    default Message receive() throws IOException {
        return Objects.requireNonNull(
                MessageDesk.of(this).receive(MessageDesk.ANYBODY, Long.MAX_VALUE));
    }

    /**
     * The same from one task; messages of others wait.
     *
     * @throws org.evenkeel.api.messages.NoSuchTaskException if that one has ended, or is of another
     *     job, and no message of it is left
     */
    default Message receive(long from) throws IOException {
        return Objects.requireNonNull(MessageDesk.of(this).receive(from, Long.MAX_VALUE));
    }

    /**
     * Waits for the next message, from whomever, for at most this long.
     *
     * @return null when none came
     */
    default @Nullable Message receive(Duration longest) throws IOException {
        return MessageDesk.of(this).receive(MessageDesk.ANYBODY, MessageDesk.nanos(longest));
    }

    /**
     * The same from one task.
     *
     * @return null when none came
     */
    default @Nullable Message receive(long from, Duration longest) throws IOException {
        return MessageDesk.of(this).receive(from, MessageDesk.nanos(longest));
    }

    /** Waits at the barrier that has no name, see {@link #barrier(String, int)}. */
    default void barrier(int parties) throws IOException {
        MessageDesk.of(this).barrier("", parties);
    }

    /**
     * Waits until so many tasks of this job have come to the barrier of this name. It can be used
     * again and again, by the same tasks each time. May be put away meanwhile.
     *
     * @param parties how many, the same for all; where they are more than there are workers, those
     *     that wait give way to the others after a second each, see {@link Evenkeel.Builder#width}
     * @throws org.evenkeel.api.messages.NoSuchTaskException if one that came the times before has
     *     ended
     * @throws IOException if others take the barrier for one of another number, or the task is not
     *     one of those that came the times before
     */
    default void barrier(String name, int parties) throws IOException {
        MessageDesk.of(this).barrier(name, parties);
    }

    /** Id of this task. */
    String taskId();

    /** Name of the node it runs on. */
    String node();

    /** How many runs of this task have begun, this one included. */
    int attempt();
}
