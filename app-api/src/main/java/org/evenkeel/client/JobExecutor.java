package org.evenkeel.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.RemoteRunnable;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.codec.TaskAdapters;
import org.jspecify.annotations.Nullable;

/** A job as an executor service. */
final class JobExecutor extends AbstractExecutorService implements ClusterExecutor {

    private final Cluster cluster;
    private final AtomicLong open = new AtomicLong();
    private final Set<TaskHandle<?>> started = ConcurrentHashMap.newKeySet();
    private final Object quiet = new Object();
    private volatile boolean shutdown;

    JobExecutor(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public <R extends @Nullable Object> Future<R> submit(RemoteCallable<R> task) {
        return send(task);
    }

    @Override
    public <R extends @Nullable Object> Future<R> submit(Callable<R> task) {
        return send(task);
    }

    private <R extends @Nullable Object> Future<R> send(Callable<R> task) {
        return track(new TaskAdapters.OfCallable<>(task));
    }

    @Override
    public Future<?> submit(RemoteRunnable task) {
        return this.<@Nullable Void>track(new TaskAdapters.OfRunnable(task));
    }

    @Override
    public Future<?> submit(Runnable task) {
        return this.<@Nullable Void>track(new TaskAdapters.OfRunnable(task));
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Runnable task, T result) {
        return new HandleFuture<>(
                trackHandle(new TaskAdapters.OfRunnable(task)), nothing -> result);
    }

    @Override
    public void execute(RemoteRunnable task) {
        this.<@Nullable Void>trackHandle(new TaskAdapters.OfRunnable(task));
    }

    @Override
    public void execute(Runnable task) {
        if (task instanceof FutureTask<?>) {
            throw new RejectedExecutionException(
                    "a FutureTask cannot travel; submit the task that it wraps");
        }
        this.<@Nullable Void>trackHandle(new TaskAdapters.OfRunnable(task));
    }

    private <R extends @Nullable Object> Future<R> track(org.evenkeel.api.Task<R> task) {
        return new HandleFuture<>(trackHandle(task), value -> value);
    }

    private <R extends @Nullable Object> Handle<R> trackHandle(org.evenkeel.api.Task<R> task) {
        if (shutdown) {
            throw new RejectedExecutionException("this executor was shut down");
        }
        Handle<R> handle = (Handle<R>) cluster.submit(task);
        open.incrementAndGet();
        started.add(handle);
        handle.whenEnded(ended -> {
            started.remove(handle);
            if (open.decrementAndGet() == 0) {
                synchronized (quiet) {
                    quiet.notifyAll();
                }
            }
        });
        return handle;
    }

    // AbstractExecutorService's own forms go through tasks that cannot travel.

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        throw new UnsupportedOperationException(
                "an ExecutorCompletionService makes tasks that cannot travel;"
                        + " use invokeAll, or forEachAsCompleted of Cluster.submitAll");
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks)
            throws InterruptedException {
        return invokeAll(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    @Override
    public <T> List<Future<T>> invokeAll(
            Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        long deadline = deadline(timeout, unit);
        List<Future<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) {
            futures.add(send(task));
        }
        boolean late = false;
        for (Future<T> future : futures) {
            late = late || !((HandleFuture<?, ?>) future).awaitUntil(deadline);
        }
        if (late) {
            futures.forEach(future -> future.cancel(true));
        }
        return futures;
    }

    private static long deadline(long timeout, TimeUnit unit) {
        long nanos = unit.toNanos(timeout);
        long now = System.nanoTime();
        return nanos >= Long.MAX_VALUE - Math.abs(now) ? Long.MAX_VALUE : now + nanos;
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks)
            throws InterruptedException, ExecutionException {
        try {
            return invokeAny(tasks, Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new AssertionError("without a limit", e);
        }
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (tasks.isEmpty()) {
            throw new IllegalArgumentException("no tasks");
        }
        BlockingQueue<HandleFuture<T, T>> done = new LinkedBlockingQueue<>();
        List<HandleFuture<T, T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) {
            HandleFuture<T, T> future =
                    new HandleFuture<>(
                            trackHandle(new TaskAdapters.OfCallable<>(task)), value -> value);
            futures.add(future);
            future.handle().whenEnded(ended -> done.add(future));
        }
        try {
            long deadline = deadline(timeout, unit);
            ExecutionException last = null;
            for (int i = 0; i < futures.size(); i++) {
                long rest = deadline == Long.MAX_VALUE ? deadline : deadline - System.nanoTime();
                HandleFuture<T, T> next = done.poll(rest, TimeUnit.NANOSECONDS);
                if (next == null) {
                    throw new TimeoutException("none of the tasks has ended");
                }
                try {
                    return next.get();
                } catch (ExecutionException e) {
                    last = e;
                }
            }
            throw last != null ? last : new ExecutionException("no task succeeded", null);
        } finally {
            futures.forEach(future -> future.cancel(true));
        }
    }

    // ---- Ending

    @Override
    public void shutdown() {
        shutdown = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutdown = true;
        for (TaskHandle<?> handle : started) {
            handle.cancel();
        }
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return shutdown && open.get() == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = deadline(timeout, unit);
        synchronized (quiet) {
            while (!isTerminated()) {
                if (deadline == Long.MAX_VALUE) {
                    quiet.wait();
                    continue;
                }
                long rest = deadline - System.nanoTime();
                if (rest <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(quiet, Math.max(rest, 1_000_000));
            }
            return true;
        }
    }
}
