package org.evenkeel.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
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
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.client.codec.TaskAdapters;
import org.evenkeel.client.lambdas.AgentPresence;
import org.jspecify.annotations.Nullable;

/** A job as an executor service. */
public final class JobExecutor extends AbstractExecutorService implements ClusterExecutor {

    private final Cluster cluster;
    private final AtomicLong open = new AtomicLong();
    private final Set<TaskHandle<?>> started = ConcurrentHashMap.newKeySet();
    private final Object quiet = new Object();
    private volatile boolean shutdown;

    /**
     * @param cluster whose handles are this client's own
     */
    public JobExecutor(Cluster cluster) {
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
        if (JdkWrappers.inside(task) != null) {
            return onCluster(Executors.callable(task));
        }
        return this.<@Nullable Void>track(new TaskAdapters.OfRunnable(task));
    }

    @Override
    public <T extends @Nullable Object> Future<T> submit(Runnable task, T result) {
        if (JdkWrappers.inside(task) != null) {
            return onCluster(Executors.callable(task, result));
        }
        return new HandleFuture<>(
                trackHandle(new TaskAdapters.OfRunnable(task)), nothing -> result);
    }

    private <T extends @Nullable Object> Future<T> onCluster(Callable<T> task) {
        RunnableFuture<T> future = new RemoteFutureTask<>(task);
        execute(future);
        return future;
    }

    @Override
    public void execute(RemoteRunnable task) {
        this.<@Nullable Void>trackHandle(new TaskAdapters.OfRunnable(task));
    }

    @Override
    public void execute(Runnable task) {
        JdkWrappers.Inside inside = JdkWrappers.inside(task);
        if (inside != null) {
            if (inside.body() == null) {
                task.run();
            } else {
                complete(task, inside, inside.body());
            }
            return;
        }
        if (task instanceof FutureTask<?>) {
            throw new RejectedExecutionException(
                    "a FutureTask cannot travel; submit the task that it wraps, or "
                            + AgentPresence.HOW);
        }
        this.<@Nullable Void>trackHandle(new TaskAdapters.OfRunnable(task));
    }

    /** Runs a task of the JDK here, with the outcome of what it wraps; it is open until then. */
    private <R extends @Nullable Object> void complete(
            Runnable wrapper, JdkWrappers.Inside inside, Task<R> body) {
        open.incrementAndGet();
        try {
            Handle<R> handle = trackHandle(body);
            HandleFuture<R, R> future = new HandleFuture<>(handle, value -> value);
            inside.follow().accept(handle);
            // What waits for a future may wait for others, too: each has a thread of its own.
            handle.whenEnded(ended ->
                    Thread.startVirtualThread(() -> {
                        try {
                            inside.put().accept(() -> outcome(future));
                            wrapper.run();
                        } finally {
                            countDown();
                        }
                    }));
        } catch (RuntimeException | Error e) {
            countDown();
            throw e;
        }
    }

    /** What the task returned or threw. */
    private static <R extends @Nullable Object> R outcome(HandleFuture<?, R> future)
            throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw JdkWrappers.<RuntimeException>unchecked(Objects.requireNonNull(e.getCause()));
        }
    }

    private <R extends @Nullable Object> Future<R> track(Task<R> task) {
        return new HandleFuture<>(trackHandle(task), value -> value);
    }

    private <R extends @Nullable Object> Handle<R> trackHandle(Task<R> task) {
        if (shutdown) {
            throw new RejectedExecutionException("this executor was shut down");
        }
        Handle<R> handle = (Handle<R>) cluster.submit(task);
        open.incrementAndGet();
        started.add(handle);
        handle.whenEnded(ended -> {
            started.remove(handle);
            countDown();
        });
        return handle;
    }

    private void countDown() {
        if (open.decrementAndGet() == 0) {
            synchronized (quiet) {
                quiet.notifyAll();
            }
        }
    }

    // AbstractExecutorService's own forms go through tasks that can travel with the agent only.

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> task) {
        if (!JdkWrappers.areOpen()) {
            throw new UnsupportedOperationException(
                    "an ExecutorCompletionService makes tasks that cannot travel;"
                            + " use invokeAll, or forEachAsCompleted of Cluster.submitAll, or "
                            + AgentPresence.HOW);
        }
        return new RemoteFutureTask<>(task);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable task, T result) {
        return newTaskFor(Executors.callable(task, result));
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
