package org.evenkeel.client;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.evenkeel.api.TaskHandle;
import org.jspecify.annotations.Nullable;

/** A FutureTask whose task runs on the cluster; cancelling it cancels the task there. */
final class RemoteFutureTask<T extends @Nullable Object> extends FutureTask<T> {

    private volatile @Nullable TaskHandle<?> handle;

    RemoteFutureTask(Callable<T> task) {
        super(task);
    }

    /** Its task was submitted. */
    void follow(TaskHandle<?> started) {
        handle = started;
        if (isCancelled()) {
            started.cancel();
        }
    }

    @Override
    protected void done() {
        TaskHandle<?> started = handle;
        if (started != null && isCancelled()) {
            started.cancel();
        }
    }
}
