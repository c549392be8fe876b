package org.evenkeel.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.Handle;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.continuations.frames.WrongFrame;
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
        run.waiting(word, new ArrayList<>(tasks), nanos);
    }

    /** Whether it is children that were waited for. */
    static boolean isMeant(@Nullable Object[] what) {
        return what.length == 3 && what[1] instanceof List<?>;
    }

    /** Waits again; gives what the call returns. */
    static @Nullable Object again(TaskRun run, @Nullable Object[] what) throws Exception {
        if (what.length != 3
                || !(what[0] instanceof String word)
                || !(what[1] instanceof List<?> list)
                || !(what[2] instanceof Long nanos)) {
            throw new WrongFrame("a task waited for something that is not known");
        }
        List<TaskHandle<Object>> handles = handles(list);
        switch (word) {
            case ONE -> {
                TaskHandle<Object> child = handles.getFirst();
                return nanos == Long.MAX_VALUE
                        ? child.get()
                        : child.get(Duration.ofNanos(Math.max(0, nanos)));
            }
            case ALL -> run.awaitAll(handles);
            case ANY -> run.awaitAny(handles);
            case RESULTS -> {
                return run.results(handles);
            }
            default -> throw new WrongFrame("a task waited for " + word);
        }
        return null;
    }

    @SuppressWarnings("unchecked") // of whatever; nobody looks before the task does
    private static List<TaskHandle<Object>> handles(List<?> list) {
        List<TaskHandle<Object>> handles = new ArrayList<>(list.size());
        for (Object each : list) {
            if (!(each instanceof Handle<?> handle)) {
                throw new WrongFrame("a task waited for what is no child");
            }
            handles.add((TaskHandle<Object>) handle);
        }
        return handles;
    }
}
