package org.evenkeel.client;

import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Stream;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.ClusterExecutor;
import org.evenkeel.api.MapOptions;
import org.evenkeel.api.RemoteCallable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskGroup;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.client.codec.TaskAdapters;
import org.jspecify.annotations.Nullable;

/** The ways to submit tasks, all by {@link #start}. */
public abstract class SubmittingCluster implements Cluster {

    private final TaskOptions defaults;

    /**
     * @param defaults options of tasks that are submitted without
     */
    protected SubmittingCluster(TaskOptions defaults) {
        this.defaults = defaults;
    }

    /** Submits a task. */
    protected abstract <R extends @Nullable Object> Handle<R> start(
            Task<R> task, TaskOptions options);

    @Override
    public <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task) {
        return start(task, defaults);
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> submit(Task<R> task, TaskOptions options) {
        return start(task, options);
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> submit(RemoteCallable<R> task) {
        return start(new TaskAdapters.OfCallable<>(task), defaults);
    }

    @Override
    public <R extends @Nullable Object> TaskGroup<R> submitAll(
            Collection<? extends Task<R>> tasks) {
        return submitAll(tasks, defaults);
    }

    @Override
    public <R extends @Nullable Object> TaskGroup<R> submitAll(
            Collection<? extends Task<R>> tasks, TaskOptions options) {
        SubmittedGroup<R> group = new SubmittedGroup<>(tasks.size());
        for (Task<R> task : tasks) {
            group.add(this.<R>start(task, options));
        }
        return group;
    }

    @Override
    public <T extends @Nullable Object, R extends @Nullable Object> Stream<R> map(
            Iterable<? extends T> values, Function<T, R> function, MapOptions options) {
        TaskOptions each = options.tasks() == null ? defaults : options.tasks();
        return MappedResults.stream(
                values,
                (T value) -> start(new TaskAdapters.OfFunction<>(function, value), each),
                options);
    }

    @Override
    public ClusterExecutor executor() {
        return new JobExecutor(this);
    }
}
