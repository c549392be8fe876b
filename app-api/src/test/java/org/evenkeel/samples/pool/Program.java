package org.evenkeel.samples.pool;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;

/** A program that was written for a thread pool, with the cluster in its place. */
public final class Program {

    private final int factor;

    private Program(int factor) {
        this.factor = factor;
    }

    public static void main(String[] arguments) throws Exception {
        try (Cluster cluster = Evenkeel.connect();
                ExecutorService pool = cluster.executor()) {
            new Program(3).run(pool);
            tellOfCancelling(pool);
            tellOfClosing(cluster.executor());
        }
    }

    private void run(ExecutorService pool) throws Exception {
        Future<Integer> lambda = pool.submit(() -> factor * 7);
        say("lambda " + lambda.get());
        List<Callable<String>> calls = new ArrayList<>();
        for (String word : List.of(" a", "b ", " c ")) {
            calls.add(word::strip);
        }
        StringBuilder all = new StringBuilder();
        for (Future<String> future : pool.invokeAll(calls)) {
            all.append(future.get());
        }
        say("all " + all);
        List<Callable<Integer>> fives = List.of(() -> 5, () -> 5);
        say("any " + pool.invokeAny(fives));
        say("supplied " + CompletableFuture.supplyAsync(() -> factor + 1, pool).get());
        say(
                "applied "
                        + CompletableFuture.supplyAsync(() -> 20, pool)
                                .thenApplyAsync(value -> value + factor, pool)
                                .thenApply(value -> value + 1)
                                .get());
        CompletableFuture.runAsync(() -> {}, pool).get();
        FutureTask<Integer> task = new FutureTask<>(() -> factor * factor);
        pool.execute(task);
        say("task " + task.get());
        FutureTask<String> fixed = new FutureTask<>(() -> {}, "fixed");
        pool.submit(fixed).get();
        say("result " + fixed.get());
        FutureTask<Integer> inner = new FutureTask<>(() -> 8);
        say("with " + pool.submit(inner, "a result").get() + ", " + inner.get());
        say("completed " + completed(pool));
        tellOfFailures(pool);
    }

    private static int completed(ExecutorService pool) throws Exception {
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        IntStream.range(0, 20).forEach(i -> service.submit(() -> i * i));
        int sum = 0;
        for (int i = 0; i < 20; i++) {
            sum += service.take().get();
        }
        return sum;
    }

    private static void tellOfFailures(ExecutorService pool) throws InterruptedException {
        Supplier<Integer> fails =
                () -> {
                    throw new IllegalStateException("as meant");
                };
        try {
            CompletableFuture.supplyAsync(fails, pool).get();
        } catch (ExecutionException e) {
            say("failed " + e.getCause());
        }
        CompletableFuture<Integer> failed = CompletableFuture.supplyAsync(fails, pool);
        try {
            failed.thenApplyAsync(value -> value + 1, pool).get();
        } catch (ExecutionException e) {
            say("failed again " + e.getCause());
        }
        AtomicInteger changed = new AtomicInteger();
        CompletableFuture.runAsync(changed::incrementAndGet, pool).join();
        say("changed here " + changed);
        CompletableFuture<Void> stage = CompletableFuture.completedFuture(null);
        try {
            stage.thenAcceptAsync(value -> say("never"), pool).join();
        } catch (CompletionException e) {
            say("refused " + e.getCause().getMessage());
        }
        Thread own = Thread.currentThread();
        try {
            pool.submit(() -> own.getName());
        } catch (RuntimeException e) {
            say("refused " + e.getMessage());
        }
    }

    /** A task that never ends by itself stops as its future is cancelled. */
    private static void tellOfCancelling(ExecutorService pool) throws Exception {
        CompletableFuture<Integer> endless = CompletableFuture.supplyAsync(Program::spin, pool);
        endless.cancel(true);
        Future<Integer> also = new ExecutorCompletionService<Integer>(pool).submit(Program::spin);
        also.cancel(true);
        say("cancelled " + endless.isCancelled() + " " + also.isCancelled());
    }

    /** A pool is closed when what its tasks complete is complete, too. */
    private static void tellOfClosing(ExecutorService pool) {
        CompletableFuture<Integer> last =
                CompletableFuture.supplyAsync(() -> 6, pool)
                        .thenApply(value -> {
                            LockSupport.parkNanos(200_000_000);
                            return value;
                        });
        pool.close();
        say("closed " + last.isDone());
    }

    private static Integer spin() {
        while (true) {
            Evenkeel.checkpoint();
            Thread.onSpinWait();
        }
    }

    private static void say(String text) {
        System.out.println(text);
    }
}
