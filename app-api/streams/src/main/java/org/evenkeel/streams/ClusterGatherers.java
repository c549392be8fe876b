package org.evenkeel.streams;

import java.util.function.Function;
import java.util.stream.Gatherer;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.PayloadException;
import org.evenkeel.api.RemoteFunction;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.Handle;
import org.evenkeel.client.OpenResults;
import org.evenkeel.client.codec.TaskAdapters;
import org.jspecify.annotations.Nullable;

/**
 * Gatherers that apply a function on a cluster, in the middle of a stream:
 *
 * {@snippet :
 * Files.lines(list)
 *         .gather(ClusterGatherers.mapConcurrent(cluster, line -> survey(line)))
 *         .filter(Survey::isGood)
 *         .limit(10)
 *         .forEach(System.out::println);
 * }
 *
 * <p>{@link Gatherer} is in Java since 24. A program on an earlier Java has {@link
 * Cluster#map(Iterable, RemoteFunction)}.
 */
public final class ClusterGatherers {

    private ClusterGatherers() {}

    /**
     * Applies a function to each element, and passes results on in the order of the elements. At
     * most 1,000 tasks are open: when so many are, the next element waits for the first of them.
     *
     * <p>A result is passed on when it is there and the source has another element or ends. If a
     * task fails, the stream throws its exception and the other tasks are cancelled, as they are
     * when the rest of the stream takes no more, or throws. When the source throws, tasks that are
     * open run to their ends. A parallel stream submits from one thread at a time.
     */
    public static <T extends @Nullable Object, R extends @Nullable Object>
            Gatherer<T, ?, R> mapConcurrent(Cluster cluster, RemoteFunction<T, R> function) {
        return mapConcurrent(cluster, (Function<T, R>) function, MapOptions.ORDERED);
    }

    /**
     * Applies a function to each element, with options: another window, or results as tasks end.
     */
    public static <T extends @Nullable Object, R extends @Nullable Object>
            Gatherer<T, ?, R> mapConcurrent(
                    Cluster cluster, RemoteFunction<T, R> function, MapOptions options) {
        return mapConcurrent(cluster, (Function<T, R>) function, options);
    }

    /**
     * Applies a function to each element; see {@link #mapConcurrent(Cluster, RemoteFunction)}. A
     * lambda that cannot travel is refused with a {@link PayloadException} at the first element.
     */
    public static <T extends @Nullable Object, R extends @Nullable Object>
            Gatherer<T, ?, R> mapConcurrent(Cluster cluster, Function<T, R> function) {
        return mapConcurrent(cluster, function, MapOptions.ORDERED);
    }

    /** Applies a function that can travel to each element, with options. */
    public static <T extends @Nullable Object, R extends @Nullable Object>
            Gatherer<T, ?, R> mapConcurrent(
                    Cluster cluster, Function<T, R> function, MapOptions options) {
        return Gatherer.<T, OpenResults<R>, R>ofSequential(
                () -> new OpenResults<>(options),
                (open, element, downstream) -> {
                    try {
                        boolean wanted = pass(open, downstream);
                        if (wanted) {
                            open.add(submit(cluster, function, element, options));
                        }
                        return wanted;
                    } catch (RuntimeException | Error e) {
                        open.cancel();
                        throw e;
                    }
                },
                (open, downstream) -> {
                    try {
                        passAll(open, downstream);
                    } catch (RuntimeException | Error e) {
                        open.cancel();
                        throw e;
                    }
                });
    }

    /** Passes on what is there, and makes room for a task; false when no more is wanted. */
    private static <R extends @Nullable Object> boolean pass(
            OpenResults<R> open, Gatherer.Downstream<? super R> downstream) {
        boolean wanted = !downstream.isRejecting();
        while (wanted && (open.isFull() || open.isReady())) {
            wanted = downstream.push(open.take());
        }
        if (!wanted) {
            open.cancel();
        }
        return wanted;
    }

    private static <R extends @Nullable Object> void passAll(
            OpenResults<R> open, Gatherer.Downstream<? super R> downstream) {
        boolean wanted = !downstream.isRejecting();
        while (wanted && !open.isEmpty()) {
            wanted = downstream.push(open.take());
        }
        open.cancel(); // what is left of them
    }

    private static <T extends @Nullable Object, R extends @Nullable Object> Handle<R> submit(
            Cluster cluster, Function<T, R> function, T element, MapOptions options) {
        Task<R> task = new TaskAdapters.OfFunction<>(function, element);
        TaskHandle<R> handle =
                options.tasks() == null
                        ? cluster.submit(task)
                        : cluster.submit(task, options.tasks());
        if (handle instanceof Handle<R> own) {
            return own;
        }
        throw new IllegalArgumentException(handle + " is not a handle of this program");
    }
}
