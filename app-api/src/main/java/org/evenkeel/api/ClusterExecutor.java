package org.evenkeel.api;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as an {@link ExecutorService}.
 *
 * <p>In a program with the Java agent any lambda can travel. Without it, declare the variable as
 * {@code ClusterExecutor}: its overloads make lambdas serializable. A plain {@link Callable} or
 * {@link Runnable} is accepted if it can travel, as records and named classes can. What cannot
 * travel is refused: {@link PayloadException} says what to change.
 */
public interface ClusterExecutor extends ExecutorService {

    <R extends @Nullable Object> Future<R> submit(RemoteCallable<R> task);

    Future<?> submit(RemoteRunnable task);

    /** Runs the task on the cluster. Its exceptions are lost, as with any executor. */
    void execute(RemoteRunnable task);

    @Override
    <R extends @Nullable Object> Future<R> submit(Callable<R> task);

    @Override
    Future<?> submit(Runnable task);
}
