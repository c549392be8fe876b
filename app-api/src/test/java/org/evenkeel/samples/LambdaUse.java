package org.evenkeel.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;

/** A program that submits lambdas; the compiler must choose the overloads that make them travel. */
public final class LambdaUse {

    private LambdaUse() {}

    public static String callable(Cluster cluster) throws InterruptedException {
        String captured = "from a ";
        cluster.submit(context -> captured + (context == null)).get();
        return cluster.submit(() -> captured + "lambda").get();
    }

    public static void plain(ClusterExecutor executor, Callable<Integer> callable)
            throws Exception {
        executor.submit(callable).get();
    }

    public static TaskHandle<Integer> task(Cluster cluster, Task<Integer> task) {
        return cluster.submit(task);
    }

    public static int viaExecutor(ClusterExecutor executor) throws Exception {
        int captured = 41;
        executor.submit(() -> System.getProperty("x")).get();
        executor.submit(() -> {}).get();
        executor.execute(() -> {});
        return executor.submit(() -> captured + 1).get();
    }

    public static Future<Integer> failingViaExecutor(ClusterExecutor executor) {
        return executor.submit(() -> {
            if (true) {
                throw new IllegalStateException("as meant");
            }
            return 1;
        });
    }

    public static List<Integer> invokeAll(ClusterExecutor executor) throws Exception {
        List<RemoteCallable<Integer>> calls = List.of(() -> 1, () -> 2, () -> 3);
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> future : executor.invokeAll(calls)) {
            results.add(future.get());
        }
        return results;
    }

    public static Stream<Integer> squares(
            Cluster cluster, Iterable<Integer> values, MapOptions options) {
        return cluster.map(values, value -> value * value, options);
    }

    public static Stream<Integer> divided(Cluster cluster, List<Integer> values) {
        return cluster.map(values, value -> 12 / value);
    }

    public static List<Integer> plainly(Cluster cluster, Function<Integer, Integer> function) {
        return cluster.map(List.of(1), function).toList();
    }

    public static int invokeAny(ClusterExecutor executor) throws Exception {
        List<RemoteCallable<Integer>> calls = List.of(() -> 7, () -> 7);
        return executor.invokeAny(calls);
    }
}
