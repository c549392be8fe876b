package org.evenkeel.samples.checkpoints;

import java.util.concurrent.Callable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/** Programs with checkpoints in various places. */
public final class Searches {

    private Searches() {}

    /** Calls it in a helper, through an interface and in a lambda. */
    public static final class Deep implements Task<Object> {
        @Override
        public Object run(TaskContext context) throws Exception {
            Callable<Object> later = () -> helper(context);
            return later.call();
        }

        private static Object helper(TaskContext context) {
            context.checkpoint();
            return plain();
        }

        private static Object plain() {
            return "nothing";
        }
    }

    /** Calls it where nothing can be put away. */
    public static final class InConstructor {
        public InConstructor(TaskContext context) {
            context.checkpoint();
        }
    }

    /** Waits for a child. */
    public static final class Waits implements Task<Object> {
        @Override
        public Object run(TaskContext context) throws Exception {
            return awaited(context.spawn(new Plain()));
        }

        private static Object awaited(TaskHandle<Object> child) throws InterruptedException {
            return child.get();
        }
    }

    /** Has no checkpoint. */
    public static final class Plain implements Task<Object> {
        @Override
        public Object run(TaskContext context) {
            return context.node();
        }
    }
}
