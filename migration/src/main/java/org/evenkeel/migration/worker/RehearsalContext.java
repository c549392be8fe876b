package org.evenkeel.migration.worker;

import java.util.Collection;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.migration.capture.MovableTask;
import org.jspecify.annotations.Nullable;

/** Where the task of a {@link Rehearsal} runs: it has checkpoints and nothing else. */
final class RehearsalContext implements TaskContext {

    private final MovableTask task;

    RehearsalContext(MovableTask task) {
        this.task = task;
    }

    @Override
    public void checkpoint() {
        task.checkpoint();
    }

    private static UnsupportedOperationException no() {
        return new UnsupportedOperationException("not in a rehearsal");
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child) {
        throw no();
    }

    @Override
    public <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options) {
        throw no();
    }

    @Override
    public <R extends @Nullable Object> List<TaskHandle<R>> spawnAll(
            Collection<? extends Task<R>> children) {
        throw no();
    }

    @Override
    public <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> children) {
        throw no();
    }

    @Override
    public void awaitAll(Collection<? extends TaskHandle<?>> handles) {
        throw no();
    }

    @Override
    public void awaitAny(Collection<? extends TaskHandle<?>> handles) {
        throw no();
    }

    @Override
    public <R extends @Nullable Object> R tailCall(Task<R> child) {
        throw no();
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public String taskId() {
        return "rehearsal";
    }

    @Override
    public String node() {
        return "";
    }

    @Override
    public int attempt() {
        return 1;
    }
}
