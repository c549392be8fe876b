package org.evenkeel.examples.program;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.jspecify.annotations.Nullable;

/** Runs a task's children at once, on its own thread: the serial form of a program, same code. */
public final class SerialContext implements TaskContext {
    private static final String ID = "serial";

    @Override
    public <R extends @Nullable Object> TaskHandle<R> spawn(Task<R> child, TaskOptions options) {
        return new DoneHandle<>(ID, call(child));
    }

    @Override
    public <R extends @Nullable Object> List<R> invokeAll(Collection<? extends Task<R>> children) {
        List<R> results = new ArrayList<>();
        for (Task<R> child : children) {
            results.add(call(child));
        }
        return results;
    }

    @Override
    public void awaitAll(Collection<? extends TaskHandle<?>> handles) {
        // All have ended.
    }

    @Override
    public void awaitAny(Collection<? extends TaskHandle<?>> handles) {
        // All have ended.
    }

    @Override
    public <R extends @Nullable Object> R tailCall(Task<R> child) {
        return call(child);
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public void checkpoint() {
        // No thread can stop it.
    }

    @Override
    public String taskId() {
        return ID;
    }

    @Override
    public String node() {
        return ID;
    }

    @Override
    public int attempt() {
        return 1;
    }

    private <R extends @Nullable Object> R call(Task<R> child) {
        try {
            return child.run(this);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new TaskFailedException(child + " failed", ID, ID, e);
        }
    }
}
