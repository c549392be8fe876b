package org.evenkeel.migration.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.Handle;
import org.evenkeel.migration.frames.WrongFrame;
import org.evenkeel.session.OpenTask;
import org.jspecify.annotations.Nullable;

/**
 * A task's wait for its children: as it is put away in there, and as it waits again where it goes
 * on.
 *
 * @param word for which of the API's calls it waits
 * @param tasks all that the call is about
 */
record ChildWait(String word, List<? extends OpenTask> tasks) {

    /** {@code handle.get()}. */
    private static final String ONE = "child";

    static final String ALL = "all children";
    static final String ANY = "a child of some";

    /** {@code context.invokeAll()}. */
    static final String RESULTS = "results of children";

    /** The wait of a handle; null when it is for several. */
    static @Nullable ChildWait of(List<? extends OpenTask> tasks) {
        return tasks.size() == 1 ? new ChildWait(ONE, tasks) : null;
    }

    /**
     * Puts the task away if that is possible.
     *
     * @param nanos for which it would still wait
     */
    void leave(TaskRun run, long nanos) {
        List<Object> what = new ArrayList<>(tasks.size() + 2);
        what.add(word);
        what.addAll(tasks);
        if (word.equals(ONE)) {
            what.add(nanos);
        }
        run.waiting(what.toArray());
    }

    /** Waits again; gives what the call returns. */
    static @Nullable Object again(TaskRun run, @Nullable Object[] what) throws Exception {
        String word = what.length > 0 && what[0] instanceof String known ? known : "";
        switch (word) {
            case ONE -> {
                if (what.length == 3
                        && what[1] instanceof Handle<?> handle
                        && what[2] instanceof Long nanos) {
                    return nanos == Long.MAX_VALUE
                            ? handle.get()
                            : handle.get(Duration.ofNanos(Math.max(0, nanos)));
                }
            }
            case ALL -> {
                run.awaitAll(handles(what));
                return null;
            }
            case ANY -> {
                run.awaitAny(handles(what));
                return null;
            }
            case RESULTS -> {
                return run.results(handles(what));
            }
            default -> {}
        }
        throw new WrongFrame("a task waited for something that is not known: " + word);
    }

    @SuppressWarnings("unchecked") // of whatever; nobody looks before the task does
    private static List<TaskHandle<Object>> handles(@Nullable Object[] what) {
        List<TaskHandle<Object>> handles = new ArrayList<>(what.length);
        for (int i = 1; i < what.length; i++) {
            if (!(what[i] instanceof Handle<?> handle)) {
                throw new WrongFrame("a task waited for what is no child");
            }
            handles.add((TaskHandle<Object>) handle);
        }
        return handles;
    }
}
