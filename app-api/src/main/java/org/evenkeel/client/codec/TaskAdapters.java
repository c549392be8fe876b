package org.evenkeel.client.codec;

import java.util.concurrent.Callable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** What programs submit that is no {@link Task}, made one. */
public final class TaskAdapters {

    private TaskAdapters() {}

    /** A callable as a task. */
    public record OfCallable<R extends @Nullable Object>(Callable<R> body) implements Task<R> {
        @Override
        public R run(TaskContext context) throws Exception {
            return body.call();
        }
    }

    /** A runnable as a task. */
    public record OfRunnable(Runnable body) implements Task<@Nullable Void> {
        @Override
        public @Nullable Void run(TaskContext context) {
            body.run();
            return null;
        }
    }
}
