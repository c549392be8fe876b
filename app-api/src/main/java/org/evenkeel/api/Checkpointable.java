package org.evenkeel.api;

import org.jspecify.annotations.Nullable;

/**
 * A {@link Task} that says itself what has to be kept of it, where that is less or simpler than its
 * whole stack: a task that implements this is not suspended with its locals.
 *
 * <p>At a {@link TaskContext#checkpoint()} where it is wanted elsewhere, {@link #state()} is asked;
 * the run then ends by an {@link Error} that passes through the task and must not be caught. Later,
 * maybe in another JVM, the task as it was submitted is given {@link #restore} and its {@link
 * Task#run} is called from the start. Both are called on the thread that runs the task. Children
 * that have not ended go with it where the state has their handles; the others are stopped. For a
 * checkpoint of a task that runs on, {@link #state()} is asked, written down, and the run resumes.
 *
 * @param <S> of what it keeps; travels by value
 */
public interface Checkpointable<S extends @Nullable Object> {

    /** What {@link Task#run} needs to resume from here. */
    S state();

    /** Takes it back, before {@link Task#run} is called. */
    void restore(S state);
}
