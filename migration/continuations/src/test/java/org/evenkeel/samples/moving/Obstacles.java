package org.evenkeel.samples.moving;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;

/** What cannot be put away everywhere: the result is right all the same. */
public final class Obstacles {

    private Obstacles() {}

    public static final class BelowForEach implements Task<String> {
        @Override
        public String run(TaskContext context) {
            StringBuilder text = new StringBuilder();
            context.checkpoint();
            List.of(1, 2, 3)
                    .forEach(each -> {
                        context.checkpoint();
                        text.append(each);
                    });
            context.checkpoint();
            return text.toString();
        }
    }

    public static final class BelowStream implements Task<String> {
        @Override
        public String run(TaskContext context) {
            int sum =
                    List.of(1, 2, 3).stream()
                            .mapToInt(each -> {
                                context.checkpoint();
                                return each;
                            })
                            .sum();
            context.checkpoint();
            return "" + sum;
        }
    }

    public static final class InConstructor implements Task<String> {
        static final class Made {
            final int value;

            Made(TaskContext context) {
                int v = 4;
                context.checkpoint();
                value = v + 1;
            }
        }

        @Override
        public String run(TaskContext context) {
            context.checkpoint();
            Made made = new Made(context);
            context.checkpoint();
            return "" + made.value;
        }
    }

    public static final class InInitialiser implements Task<String> {
        static TaskContext current;

        static final class Late {
            static final int VALUE = value();

            private static int value() {
                current.checkpoint();
                return 6;
            }
        }

        @Override
        public String run(TaskContext context) {
            current = context;
            int value = Late.VALUE;
            context.checkpoint();
            return "" + value;
        }
    }

    public static final class ByReflection implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            Object result =
                    ByReflection.class
                            .getDeclaredMethod("work", TaskContext.class)
                            .invoke(null, context);
            context.checkpoint();
            return "" + result;
        }

        static int work(TaskContext context) {
            context.checkpoint();
            return 3;
        }
    }

    public static final class WithStream implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            int sum = 0;
            try (InputStream in = new ByteArrayInputStream(new byte[] {1, 2, 3})) {
                for (int each = in.read(); each >= 0; each = in.read()) {
                    context.checkpoint();
                    sum += each;
                }
            }
            context.checkpoint();
            return "" + sum;
        }
    }

    public static final class WithLock implements Task<String> {
        @Override
        public String run(TaskContext context) {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            try {
                context.checkpoint();
            } finally {
                lock.unlock();
            }
            lock = null;
            context.checkpoint();
            return "done";
        }
    }

    public static final class WithThread implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            StringBuilder text = new StringBuilder();
            Object[] holder = {null, new Object[] {Thread.ofVirtual().unstarted(() -> {})}};
            context.checkpoint();
            text.append(holder.length);
            holder = null;
            context.checkpoint();
            return text.toString();
        }
    }
}
