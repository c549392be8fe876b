package org.evenkeel.testcontainers;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Does things with several containers at a time; each of them is mostly waiting. */
final class Together {

    private Together() {}

    /** Runs all to their ends, then throws what the first of them threw. */
    static void run(List<Runnable> steps) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture.allOf(
                            steps.stream()
                                    .map(step -> CompletableFuture.runAsync(step, threads))
                                    .toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }
}
