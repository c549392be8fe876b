package org.evenkeel.client.codec;

import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.jspecify.annotations.Nullable;

/** What programs submit that is no {@link Task}, made one. */
public final class TaskAdapters {
    /** A task around what the program wrote. */
    public sealed interface Adapter {
        /** What the program wrote. */
        Object body();
    }

    /** A callable as a task. */
    public record OfCallable<R extends @Nullable Object>(Callable<R> body)
            implements Task<R>, Adapter {
        @Override
        public R run(TaskContext context) throws Exception {
            return body.call();
        }
    }

    /** A runnable as a task. */
    public record OfRunnable(Runnable body) implements Task<@Nullable Void>, Adapter {
        @Override
        public @Nullable Void run(TaskContext context) {
            body.run();
            return null;
        }
    }

    /** A supplier as a task. */
    public record OfSupplier<R extends @Nullable Object>(Supplier<R> body)
            implements Task<R>, Adapter {
        @Override
        public R run(TaskContext context) {
            return body.get();
        }
    }

    /** A function of one value as a task. */
    public record OfFunction<T extends @Nullable Object, R extends @Nullable Object>(
            Function<T, R> body, T input) implements Task<R>, Adapter {
        @Override
        public R run(TaskContext context) {
            return body.apply(input);
        }
    }
}
