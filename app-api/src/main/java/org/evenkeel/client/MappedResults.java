package org.evenkeel.client;

import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.TaskCancelledException;
import org.jspecify.annotations.Nullable;

/**
 * The results of a function for many values. Values are read, and tasks submitted, as results are
 * taken: no more are open than the window has.
 *
 * <p>For one thread at a time.
 */
public final class MappedResults<T extends @Nullable Object, R extends @Nullable Object>
        extends Spliterators.AbstractSpliterator<R> {

    /** Submits the task for one value. */
    public interface Submission<T extends @Nullable Object, R extends @Nullable Object> {
        Handle<R> submit(T value);
    }

    private final Iterator<? extends T> values;
    private final Submission<T, R> submission;
    private final MapOptions options;

    /** Tasks whose results were not taken, in the order of their values. */
    private final Set<Handle<R>> open = new LinkedHashSet<>();

    /** The same in the order in which they ended; used where that is asked for. */
    private final BlockingQueue<Handle<R>> ended = new LinkedBlockingQueue<>();

    /** Whether it has failed or was closed: nothing more is read. */
    private boolean over;

    private MappedResults(
            Iterable<? extends T> values, Submission<T, R> submission, MapOptions options) {
        super(
                values instanceof Collection<?> all ? all.size() : Long.MAX_VALUE,
                options.ordered() ? Spliterator.ORDERED : 0);
        this.values = values.iterator();
        this.submission = submission;
        this.options = options;
    }

    /** The results as a stream; closing it cancels the tasks that are open. */
    public static <T extends @Nullable Object, R extends @Nullable Object> Stream<R> stream(
            Iterable<? extends T> values, Submission<T, R> submission, MapOptions options) {
        MappedResults<T, R> results = new MappedResults<>(values, submission, options);
        return StreamSupport.stream(results, false).onClose(results::cancel);
    }

    @Override
    public boolean tryAdvance(Consumer<? super R> action) {
        R result;
        try {
            fill();
            if (open.isEmpty()) {
                return false;
            }
            Handle<R> next = options.ordered() ? open.iterator().next() : ended.take();
            result = next.get();
            open.remove(next);
            fill(); // so that as many run while the program works on the result
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new TaskCancelledException(
                    "the thread that took results was interrupted; the tasks were cancelled");
        } catch (RuntimeException | Error e) {
            cancel();
            throw e;
        }
        action.accept(result);
        return true;
    }

    private void fill() {
        while (!over && open.size() < options.window() && values.hasNext()) {
            Handle<R> handle = submission.submit(values.next());
            open.add(handle);
            if (!options.ordered()) {
                handle.whenEnded(task -> ended.add(handle));
            }
        }
    }

    private void cancel() {
        over = true;
        List<Handle<R>> left = List.copyOf(open);
        open.clear();
        left.forEach(Handle::endAsCancelled);
        if (!left.isEmpty()) {
            left.getFirst().openSubmissions().cancel(left, "its results are not wanted any more");
        }
    }
}
