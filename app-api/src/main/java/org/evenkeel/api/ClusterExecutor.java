package org.evenkeel.api;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as an {@link ExecutorService}: a program that uses one changes the line that makes it.
 *
 * <p>The overloads make lambdas serialisable. A plain {@link Callable} or {@link Runnable} is taken
 * too when it can travel; one that cannot fails at once with a {@link PayloadException} that says
 * what to do.
 */
public interface ClusterExecutor extends ExecutorService {

    <R extends @Nullable Object> Future<R> submit(RemoteCallable<R> task);

    Future<?> submit(RemoteRunnable task);

    /** Runs it somewhere; what it throws is lost, as with any executor. */
    void execute(RemoteRunnable task);

    @Override
    <R extends @Nullable Object> Future<R> submit(Callable<R> task);

    @Override
    Future<?> submit(Runnable task);
}
