package org.evenkeel.samples.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.evenkeel.api.ProcessCalls;
import org.evenkeel.api.ReceivedTask;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskCancelledException;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskProcess;

/** Tasks for worker processes. */
public final class Jobs {

    private Jobs() {}

    /** Fibonacci by tasks. */
    public record Fib(int n) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            if (n < 2) {
                return (long) n;
            }
            TaskHandle<Long> left = context.spawn(new Fib(n - 1));
            TaskHandle<Long> right = context.spawn(new Fib(n - 2));
            return left.get() + right.get();
        }
    }

    /** Waits for many children at once. */
    public record Many(int children) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws Exception {
            List<Fib> tasks = new ArrayList<>();
            for (int i = 0; i < children; i++) {
                tasks.add(new Fib(1));
            }
            return context.invokeAll(tasks).stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Waits for a child that takes longer than it waits. */
    public record Impatient(int millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            TaskHandle<String> child = context.spawn(new Sleeps(5_000));
            try {
                return child.get(Duration.ofMillis(millis));
            } catch (TimeoutException e) {
                return "late: " + child.cancel();
            }
        }
    }

    /** Goes on as another task, n times. */
    public record Tail(int n) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return n == 0 ? "the end" : context.tailCall(new Tail(n - 1));
        }
    }

    /** Sleeps and can be interrupted. */
    public record Sleeps(int millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            Thread.sleep(millis);
            return "slept";
        }
    }

    /** Makes a file and runs until there is another. */
    public record Until(String begun, String end) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException, InterruptedException {
            Files.createFile(Path.of(begun));
            while (!Files.exists(Path.of(end))) {
                Thread.sleep(5);
            }
            return "ended";
        }
    }

    /** Sleeps; yields the process it ran in. */
    public record Process(int millis) implements Task<Long> {
        @Override
        public Long run(TaskContext context) throws InterruptedException {
            Thread.sleep(millis);
            return ProcessHandle.current().pid();
        }
    }

    /** Cannot be interrupted. */
    public record Spins(int n) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            while (true) {
                Thread.onSpinWait();
            }
        }
    }

    /** Makes a file and spins until there is another; it has no checkpoint. */
    public record SpinsUntil(String begun, String end) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException {
            Files.createFile(Path.of(begun));
            while (!Files.exists(Path.of(end))) {
                Thread.onSpinWait();
            }
            return "ended";
        }
    }

    /** Waits until it is cancelled, politely. */
    public record Polite(int n) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            while (!context.isCancelled()) {
                Thread.onSpinWait();
            }
            context.checkpoint();
            return "never";
        }
    }

    /** The same behind a wait for a child. */
    public record PoliteAfterChild(int n) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            try {
                context.spawn(new Sleeps(1)).join();
            } catch (TaskCancelledException e) {
                return new Polite(n).run(context);
            }
            return "its child was not cancelled";
        }
    }

    /** Recurses for ever. */
    public record Deep(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return dive(n);
        }

        @SuppressWarnings("InfiniteRecursion") // as it says
        private static int dive(int n) {
            return dive(n + 1) + 1;
        }
    }

    /** Eats all memory. */
    @SuppressWarnings("ModifiedButNotUsed") // held, that is all
    public record Hungry(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            List<long[]> all = new ArrayList<>();
            while (true) {
                all.add(new long[1 << 20]);
            }
        }
    }

    /** A result of many bytes. */
    public record Large(int bytes) implements Task<byte[]> {
        @Override
        public byte[] run(TaskContext context) {
            byte[] result = new byte[bytes];
            result[bytes - 1] = 7;
            return result;
        }
    }

    /** Says how many bytes it was given. */
    public record Heavy(byte[] bytes) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return bytes.length;
        }
    }

    /** A result that cannot travel. */
    public record BadResult(int n) implements Task<Object> {
        @Override
        public Object run(TaskContext context) {
            return Thread.currentThread();
        }
    }

    /** Says where it runs. */
    public record Where(int n) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            return context.node() + " attempt " + context.attempt();
        }
    }

    /** Holds a lock that all tasks of its worker have in common while it waits for a child. */
    public record HoldsLock(int millis) implements Task<String> {
        private static final Object LOCK = new Object();

        @Override
        public String run(TaskContext context) throws Exception {
            TaskHandle<String> child = context.spawn(new Sleeps(millis));
            synchronized (LOCK) {
                return child.get();
            }
        }
    }

    /** Makes a file, then takes the same lock. */
    public record TakesLock(int n, String file) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws IOException {
            Files.createFile(Path.of(file));
            synchronized (HoldsLock.LOCK) {
                return n;
            }
        }
    }

    /** Looks for classes that a program must not see. */
    public record Looks(String name) implements Task<Boolean> {
        @Override
        public Boolean run(TaskContext context) {
            try {
                Class.forName(name, false, getClass().getClassLoader());
                return true;
            } catch (ClassNotFoundException e) {
                return false;
            }
        }
    }

    /** Waits for a child inside a static initialiser, where a virtual thread keeps its carrier. */
    public record Pinned(int n) implements Task<String> {
        private static TaskContext context;

        private static final class Initialised {
            static final String VALUE = wait(context);

            private static String wait(TaskContext context) {
                return context.spawn(new Sleeps(1)).join();
            }
        }

        @Override
        public String run(TaskContext mine) {
            context = mine;
            return Initialised.VALUE;
        }
    }

    /** A program of the old kind: Fibonacci by the five calls. */
    public static final class FibProcess implements TaskProcess {
        @Override
        public void run(ProcessCalls calls) throws Exception {
            while (true) {
                ReceivedTask task = calls.receiveTask();
                int n = (Integer) task.body();
                if (n < 0) {
                    throw new IllegalArgumentException("negative");
                }
                if (n < 2) {
                    calls.sendResult(task, n);
                } else {
                    TaskHandle<Integer> left = calls.sendTask(n - 1);
                    TaskHandle<Integer> right = calls.sendTask(n - 2);
                    int sum =
                            calls.<Integer>receiveResult(left)
                                    + calls.<Integer>receiveResult(right);
                    calls.sendResult(task, sum);
                }
            }
        }
    }

    /** Returns without having received. */
    public static final class LazyProcess implements TaskProcess {
        @Override
        public void run(ProcessCalls calls) {}
    }
}
