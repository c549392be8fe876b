package org.evenkeel.continuations.hop;

import java.util.Collection;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.jspecify.annotations.Nullable;

/** The context of a task that is alone: it has checkpoints and nothing else. */
abstract class StandaloneContext implements TaskContext {

    private static UnsupportedOperationException no() {
        return new UnsupportedOperationException(
                "a task that runs alone supports checkpoints only");
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
        return "t";
    }

    @Override
    public String node() {
        return "n";
    }

    @Override
    public int attempt() {
        return 1;
    }
}
