package org.evenkeel.testcontainers;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Does things with several containers at a time, but not with all of many: of thirty daemons that
 * start together on a small machine each is as late as the last one.
 */
final class RunConcurrently {
    private static final int AT_A_TIME = 8;

    private RunConcurrently() {}

    /** Runs all to their ends, then throws what the first of them threw. */
    static void run(List<Runnable> steps) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_A_TIME, Thread.ofVirtual().factory())) {
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
