package org.evenkeel.api.observe;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Follows tasks from the program that submits them to the workers that run them, and back, as
 * tracing does. What it knows of a task travels with the task as a note.
 *
 * <p>A class with a public constructor without arguments that is named in {@code
 * META-INF/services/org.evenkeel.api.observe.TaskObserver} of the program or one of its libraries.
 * One object of it is made in the program, and one in each worker that runs the program's tasks. A
 * program has at most one.
 *
 * <p>Threading: any thread may call, several at a time. What a method throws is printed once to
 * standard error, and the task continues as if there were no observer.
 */
public interface TaskObserver {

    /** Most bytes of a note; a longer one does not travel. */
    int MAX_NOTE_BYTES = 4_096;

    /**
     * A task is submitted: by the program, or in a worker by a task that spawns it. On the thread
     * that submits.
     *
     * @param kind the class of the task
     * @return hears the rest; null to leave this task alone
     */
    @Nullable Submission submits(String kind);

    /**
     * A task begins in a worker, or resumes there from a checkpoint. On the thread that runs it,
     * before the task does. Not called for a task without a note.
     *
     * @return hears the rest; null to leave this run alone
     */
    @Nullable Run begins(Begin begin);

    /** A worker ends in order; what is still to be written goes out now. At most two seconds. */
    default void close() {}

    /** A task on its way, where it was submitted. */
    interface Submission {

        /** What travels with the task; empty for nothing, then its run is not observed. */
        byte[] note();

        /**
         * It is on its way.
         *
         * @param task its id
         */
        void submitted(String task);

        /** It could not be submitted. */
        void refused(Throwable why);

        /** Its outcome is here. On a thread that must not wait. */
        void ended(End end);
    }

    /** A run of a task in a worker. */
    interface Run {

        /**
         * A checkpoint of the task is taken, and the run continues or leaves. On the thread that
         * runs it.
         *
         * @return the note with which a next run begins that resumes from the checkpoint
         */
        byte[] checkpoint();

        /** The task leaves with the checkpoint that was taken last. On the thread that ran it. */
        void left();

        /**
         * The task has returned or thrown. On the thread that ran it.
         *
         * @param thrown null when it has returned
         * @return what travels back with the outcome; empty for nothing
         */
        byte[] ended(@Nullable Throwable thrown);
    }

    /**
     * Where and how a run begins.
     *
     * @param task its id
     * @param kind the class of the task
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
