package org.evenkeel.samples.explicit;

import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Checkpointable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** Two ways to sum: one keeps its own state, the other its stack. */
public final class Sums {

    private Sums() {}

    /** Keeps its own state; its thread, a local, would not travel. */
    public static final class Explicit implements Task<Long>, Checkpointable<long[]> {
        private int at;
        private long sum;

        @Override
        public Long run(TaskContext context) {
            Thread here = Thread.currentThread();
            for (; at < 10; at++) {
                context.checkpoint();
                sum += at;
            }
            return here.isAlive() ? sum : -1;
        }

        @Override
        public long[] state() {
            return new long[] {at, sum};
        }

        @Override
        public void restore(long[] state) {
            at = (int) state[0];
            sum = state[1];
        }
    }

    /** Has no context: its checkpoints are static ones. */
    public static final class Contextless implements Callable<Long>, Supplier<Long>, Runnable {
        public long left;

        @Override
        public Long call() {
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                Evenkeel.checkpoint();
                sum += i;
            }
            return sum;
        }

        @Override
        public Long get() {
            return call();
        }

        @Override
        public void run() {
            left = call();
        }

        /** A lambda that no compiler has prepared for travelling. */
        public static Callable<Long> lambda(int most) {
            return () -> {
                long sum = 0;
                for (int i = 0; i < most; i++) {
                    Evenkeel.checkpoint();
                    sum += i;
                }
                return sum;
            };
        }
    }

    /** Kept as it is. */
    public static final class Implicit implements Task<Long> {
        @Override
        public Long run(TaskContext context) {
            long sum = 0;
            for (int i = 0; i < 10; i++) {
                context.checkpoint();
                sum += i;
            }
            return sum;
        }
    }
}
