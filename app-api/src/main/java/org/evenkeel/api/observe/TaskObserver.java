package org.evenkeel.api.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Follows tasks from the program that submits them to the workers that run them, and back, as
 * tracing does. What it knows of a task travels with the task as a note.
 *
 * <p>An implementation has a public constructor without arguments, and is named in {@code
 * META-INF/services/org.evenkeel.api.observe.TaskObserver} of the program or one of its libraries.
 * One object is made for each connection of the program, and one in each worker, when the first
 * task with a note begins there. With two implementations none is used.
 *
 * <p>Threading: any thread may call, several at a time. What a method throws is printed once to
 * standard error, and the task continues as if there were no observer. A note that is null counts
 * as empty.
 */
public interface TaskObserver {

    /** Most bytes of a note; a longer one does not travel. */
    int MAX_NOTE_BYTES = 4_096;

    /**
     * A task is submitted: by the program, or in a worker by a task that spawns it. Called on the
     * thread that submits.
     *
     * @param kind the name of the task's kind: its class, {@code Class::lambda}, {@code
     *     serve:Class}, or what the program calls it
     * @return is told what follows; null to leave this task alone
     */
    @Nullable Submission submits(String kind);

    /**
     * A task begins in a worker, or resumes there from a checkpoint. Called on the thread that runs
     * it, before the task begins. Not called for a task without a note, nor for a child that runs
     * at once within its parent because too many tasks are open.
     *
     * @return is told what follows; null to leave this run alone
     */
    @Nullable Run begins(Begin begin);

    /**
     * A worker ends while no task runs in it: what is still to be written goes out now. The worker
     * waits for half a second at most.
     */
    default void close() {}

    /**
     * A submitted task, where it was submitted. Its end is not told when the program or the parent
     * leaves it before.
     */
    interface Submission {

        /** What travels with the task; empty for nothing, then its run is not observed. */
        byte[] note();

        /**
         * It was submitted.
         *
         * @param task its id
         */
        void submitted(String task);

        /** It could not be submitted. */
        void refused(Throwable why);

        /** It has ended. Called on a thread that must not block. */
        void ended(End end);
    }

    /** A run of a task in a worker. */
    interface Run {

        /**
         * A checkpoint of the task is taken, and the run continues or ends here. Called on the
         * thread that runs it.
         *
         * @return the note with which a next run begins that resumes from the checkpoint
         */
        byte[] checkpoint();

        /**
         * The task leaves with the checkpoint that was taken last. Called on the thread that ran
         * it.
         */
        void moved();

        /**
         * The task has ended here. Called on the thread that ran it; for a task that a program
         * serves in a loop, on the thread that answers it.
         *
         * @param thrown why it failed; null when it has a result
         * @return what travels back with the outcome; empty for nothing
         */
        byte[] ended(@Nullable Throwable thrown);
    }

    /**
     * Where and how a run begins.
     *
     * @param task its id
     * @param kind the name of its kind
     * @param node the node's name
     * @param attempt counts the runs, from 1; a move counts as well
     * @param at when the worker took the task up
     * @param resumes whether it resumes from a checkpoint
     * @param note what its submission, or the run before, has sent along; not copied
     */
    record Begin(
            String task,
            String kind,
            String node,
            int attempt,
            Instant at,
            boolean resumes,
            byte[] note) {}

    /**
     * How a task ended, as its submitter hears.
     *
     * @param task its id
     * @param succeeded whether it has a result
     * @param node where it ran; empty when that is not known
     * @param summary of its failure, one line; empty for none
     * @param note what its last run has sent back; empty for nothing; not copied
     */
    record End(String task, boolean succeeded, String node, String summary, byte[] note) {}
}
