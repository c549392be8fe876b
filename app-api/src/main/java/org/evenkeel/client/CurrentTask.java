package org.evenkeel.client;

import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** The task that the calling thread runs, for code that was given no context. */
public final class CurrentTask {

    /** Who knows what runs. */
    public interface Finder {
        /** The context of the task whose own thread calls; null for none. */
        @Nullable TaskContext find();
    }

    private static volatile @Nullable Finder finder;

    private CurrentTask() {}

    /** Says who knows. Called where tasks run, before the first one does. */
    public static void foundBy(Finder whoKnows) {
        finder = whoKnows;
    }

    /** Its context; null where the calling thread runs none. */
    public static @Nullable TaskContext context() {
        Finder whoKnows = finder;
        return whoKnows == null ? null : whoKnows.find();
    }

    /**
     * Requires that the calling thread runs no task.
     *
     * @throws IllegalStateException if it does
     */
    public static void requireNone() {
        if (context() != null) {
            throw new IllegalStateException(
                    "a task cannot connect to a cluster; it spawns tasks by its TaskContext");
        }
    }

    /** Its checkpoint; does nothing where the calling thread runs none. */
    public static void checkpoint() {
        TaskContext context = context();
        if (context != null) {
            context.checkpoint();
        }
    }
}
