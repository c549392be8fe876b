package org.evenkeel.container;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** What a test does on several machines at a time. */
final class Background {

    private Background() {}

    /** Something that may fail. */
    interface Step {
        void run() throws Exception;
    }

    static CompletableFuture<Void> run(Step step) {
        return CompletableFuture.runAsync(() -> {
            try {
                step.run();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    static <T> CompletableFuture<T> get(Callable<T> step) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return step.call();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }
}
