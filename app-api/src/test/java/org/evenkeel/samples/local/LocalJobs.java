package org.evenkeel.samples.local;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskHandle;

/** Tasks for a cluster in the same JVM: they may share static fields, which no real task can. */
public final class LocalJobs {

    /** What tasks did, in order. */
    public static final List<String> DONE = new CopyOnWriteArrayList<>();

    /** How often tasks began. */
    public static final AtomicInteger BEGUN = new AtomicInteger();

    private LocalJobs() {}

    /** Forgets what earlier tests did. */
    public static void reset() {
        DONE.clear();
        BEGUN.set(0);
    }

    /** Fibonacci's numbers, by children that wait for children. */
    public record Fib(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            if (n < 2) {
                return n;
            }
            TaskHandle<Integer> other = context.spawn(new Fib(n - 1));
            return context.invokeAll(List.of(new Fib(n - 2))).getFirst() + other.get();
        }
    }

    /** Says that it runs, and has children that do. */
    public record Named(String name, int children) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            DONE.add(name);
            List<TaskHandle<Integer>> handles = new ArrayList<>();
            for (int i = 0; i < children; i++) {
                handles.add(context.spawn(new Named(name + i, 0)));
            }
            context.awaitAll(handles);
            DONE.add(name + " ends");
            return children;
        }
    }

    /** Ends by a child. */
    public record Tail(int n) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return n == 0 ? 42 : context.tailCall(new Tail(n - 1));
        }
    }

    /** Fails so many times. */
    public record Flaky(int times) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            BEGUN.incrementAndGet();
            if (context.attempt() <= times) {
                throw new IllegalStateException("attempt " + context.attempt());
            }
            return context.attempt();
        }
    }

    /** Publishes values; fails at its first attempt. */
    public record Publishes() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            List<String> list = new ArrayList<>(List.of("a"));
            context.publish(list);
            list.add("b");
            context.publish(list);
            if (context.attempt() == 1) {
                throw new IllegalStateException("the first attempt");
            }
            return 2;
        }
    }

    /** Has a child that publishes, which only tasks of a program may. */
    public record ParentOfOneThatPublishes() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            return context.spawn(new Publishes()).get();
        }
    }

    /** Comes to checkpoints for ever. */
    public record Endless() implements Task<Integer> {
        /** Opened when one has begun. */
        public static volatile CountDownLatch begun = new CountDownLatch(1);

        @Override
        public Integer run(TaskContext context) {
            begun.countDown();
            try {
                while (true) {
                    Evenkeel.checkpoint();
                    Thread.onSpinWait();
                }
            } finally {
                DONE.add("stopped");
            }
        }
    }

    /** Waits for a child that does not end. */
    public record Waits() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            return context.spawn(new Endless()).get();
        }
    }

    /** When it is to stop, another thread comes to a checkpoint first. */
    public record Shares() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            while (!context.isCancelled()) {
                Thread.onSpinWait();
            }
            CompletableFuture.runAsync(Evenkeel::checkpoint, Thread::startVirtualThread).join();
            DONE.add("passed");
            Evenkeel.checkpoint();
            return 0;
        }
    }

    /** Uses the program's files and console. */
    public record Writes(String file) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException {
            Files.writeString(context.files().path(file), "written");
            context.out().println("on the console");
            return Files.readString(context.files().path(file));
        }
    }

    /** Connects, as only programs may. */
    public record Connects() implements Task<String> {
        @Override
        public String run(TaskContext context) {
            try (Cluster cluster = Evenkeel.local()) {
                return cluster.jobId();
            }
        }
    }
}
