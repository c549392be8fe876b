package org.evenkeel.client;

import java.util.Collection;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.evenkeel.api.MapOptions;
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
    private final OpenResults<R> open;

    /** Whether it has failed or was closed: nothing more is read. */
    private boolean over;

    private MappedResults(
            Iterable<? extends T> values, Submission<T, R> submission, MapOptions options) {
        super(
                values instanceof Collection<?> all ? all.size() : Long.MAX_VALUE,
                options.ordered() ? Spliterator.ORDERED : 0);
        this.values = values.iterator();
        this.submission = submission;
        this.open = new OpenResults<>(options);
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
            result = open.take();
            fill(); // so that as many run while the program works on the result
        } catch (RuntimeException | Error e) {
            cancel();
            throw e;
        }
        action.accept(result);
        return true;
    }

    private void fill() {
        while (!over && !open.isFull() && values.hasNext()) {
            open.add(submission.submit(values.next()));
        }
    }

    private void cancel() {
        over = true;
        open.cancel();
    }
}
