package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Task} that provides its own checkpoint state, when that is smaller or simpler than its
 * stack. Such a task is not suspended with its local variables.
 *
 * <p>When the task must move, {@link TaskContext#checkpoint()} calls {@link #state()} and ends the
 * run with an {@link Error} that the task must not catch. Later, possibly in another JVM, {@link
 * #restore} is called on the task as it was submitted, and {@link Task#run} starts from the
 * beginning. Both are called on the thread that runs the task. Unfinished children move along if
 * the state contains their handles; others are stopped. For a periodic checkpoint, {@link #state()}
 * is called and the run continues.
 *
 * @param <S> type of the state; copied between machines
 */
public interface Checkpointable<S extends @Nullable Object> {

    /** Returns the state that {@link Task#run} needs to continue from here. */
    S state();

    /** Restores the state, before {@link Task#run} is called. */
    void restore(S state);
}
