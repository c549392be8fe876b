package org.evenkeel.samples.checkpoints;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.RemoteTask;
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

    /** Declares what {@link Steps} does as well. */
    public interface Stepping {
        void step(TaskContext context);
    }

    /** Has a checkpoint in a method that a class below overrides. */
    public static class Steps {
        public void step(TaskContext context) {
            context.checkpoint();
        }
    }

    /** Its name comes first, and its method too. */
    public static class AlsoSteps extends Steps {
        @Override
        public void step(TaskContext context) {
            context.checkpoint();
        }
    }

    /** Implements the interface by the method of the class above. */
    public static class InheritedSteps extends Steps implements Stepping {}

    /** Knows the interface alone. */
    public record Walks(Stepping stepping) implements Task<Object> {
        public static List<Walks> all() {
            return List.of(new Walks(new InheritedSteps()), new Walks(new BothSteps()));
        }

        @Override
        public Object run(TaskContext context) {
            stepping.step(context);
            return "walked";
        }
    }

    /** Has the method of the class that is found first. */
    public static final class BothSteps extends AlsoSteps implements Stepping {}

    /** Makes what has a checkpoint in its constructor. */
    public static final class Makes implements Task<Object> {
        @Override
        public Object run(TaskContext context) {
            return new InConstructor(context);
        }
    }

    /** A program's other half: it waits in an interface of the JDK, and no task is ever in it. */
    public static final class AtHome implements Closeable {
        private final TaskHandle<Object> handle;

        public AtHome(TaskHandle<Object> handle) {
            this.handle = handle;
        }

        @Override
        public void close() {
            handle.join();
        }

        public static void main(TaskHandle<Object> handle) {
            try (AtHome home = new AtHome(handle)) {
                System.out.println(home.handle);
            }
        }
    }

    /** An executor takes it as it is. */
    public static final class Submitted implements Runnable {
        private final Stepping stepping;
        private final TaskContext context;

        public Submitted(Stepping stepping, TaskContext context) {
            this.stepping = stepping;
            this.context = context;
        }

        @Override
        public void run() {
            stepping.step(context);
        }
    }

    /** Has no context. */
    public record Contextless(int steps) implements Callable<Integer> {
        @Override
        public Integer call() {
            int taken = 0;
            while (taken < steps) {
                taken = step(taken);
            }
            return taken;
        }

        private static int step(int taken) {
            Evenkeel.checkpoint();
            return taken + 1;
        }
    }

    /** Only the agent makes its lambda one that can be sent. */
    public static final class Supplies {
        private Supplies() {}

        public static Supplier<Integer> supplier(int given) {
            return () -> {
                Evenkeel.checkpoint();
                return given;
            };
        }
    }

    /** A lambda that can be sent. */
    public static RemoteTask<Object> lambda() {
        return context -> {
            context.checkpoint();
            return "done";
        };
    }
}
