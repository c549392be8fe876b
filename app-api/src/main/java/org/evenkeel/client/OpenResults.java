package org.evenkeel.client;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.TaskCancelledException;
import org.jspecify.annotations.Nullable;

/**
 * Tasks whose results were not taken, at most as many as a window has.
 *
 * <p>For one thread at a time.
 */
public final class OpenResults<R extends @Nullable Object> {

    private final MapOptions options;

    /** In the order in which they were added. */
    private final Set<Handle<R>> open = new LinkedHashSet<>();

    /** The same in the order in which they ended; used where that is asked for. */
    private final BlockingQueue<Handle<R>> ended = new LinkedBlockingQueue<>();

    public OpenResults(MapOptions options) {
        this.options = options;
    }

    /** Adds a task that was submitted. */
    public void add(Handle<R> handle) {
        open.add(handle);
        if (!options.ordered()) {
            handle.whenEnded(task -> ended.add(handle));
        }
    }

    public boolean isEmpty() {
        return open.isEmpty();
    }

    /** Whether as many are open as the window has. */
    public boolean isFull() {
        return open.size() >= options.window();
    }

    /** Whether {@link #take} would not wait. */
    public boolean isReady() {
        return !open.isEmpty()
                && (options.ordered() ? open.iterator().next().isDone() : !ended.isEmpty());
    }

    /**
     * Waits for the next result: of the task that was added first, or that ended first. For when
     * there is one.
     *
     * @throws TaskCancelledException if the thread is interrupted; the tasks are cancelled then
     */
    public R take() {
        try {
            Handle<R> next = options.ordered() ? open.iterator().next() : ended.take();
            R result = next.get();
            open.remove(next);
            return result;
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new TaskCancelledException(
                    "the thread that took results was interrupted; the tasks were cancelled");
        }
    }

    /** Cancels all that are open; there are none then. */
    public void cancel() {
        List<Handle<R>> left = List.copyOf(open);
        open.clear();
        left.forEach(Handle::endAsCancelled);
        if (!left.isEmpty()) {
            left.getFirst().openSubmissions().cancel(left, "its results are not wanted any more");
        }
        ended.clear();
    }
}
