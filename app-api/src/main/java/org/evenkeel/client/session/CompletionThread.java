package org.evenkeel.client.session;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that completes futures and tells progress: one for all connections, ended when idle.
 * The common pool would do, but has a single thread on small machines and belongs to the program.
 */
public final class CompletionThread {

    private static final long IDLE_SECONDS = 5;

    private static final ExecutorService EXECUTOR = create();

    private static ExecutorService create() {
        ThreadPoolExecutor executor =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new LinkedBlockingQueue<>(),
                        Thread.ofPlatform().daemon().name("evenkeel-callbacks").factory());
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Runs this soon, after what was given before. */
    public static void run(Runnable action) {
        EXECUTOR.execute(action);
    }
}
