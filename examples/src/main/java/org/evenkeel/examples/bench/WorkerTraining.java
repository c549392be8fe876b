package org.evenkeel.examples.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;

/**
 * What a worker does in most jobs, in two seconds: small tasks, children, a task that fails, and
 * one of which checkpoints are taken. The launcher runs it to make the cache that workers start
 * from.
 */
public final class WorkerTraining {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final int SMALL = 200;
    private static final int STEPS = 250;
    private static final long STEP_MILLIS = 2;

    private WorkerTraining() {}

    private record Small(int number) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            return number + 1;
        }
    }

    private record Fails(String message) implements Task<String> {
        @Override
        public String run(TaskContext context) {
            throw new IllegalStateException(message);
        }
    }

    private record Parent(int children) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws InterruptedException {
            List<TaskHandle<Integer>> handles = new ArrayList<>();
            for (int i = 0; i < children; i++) {
                handles.add(context.spawn(new Small(i)));
            }
            int sum = 0;
            for (TaskHandle<Integer> handle : handles) {
                sum += handle.get();
            }
            return sum;
        }
    }

    private record Steps(int count) implements Task<List<String>> {
        @Override
        public List<String> run(TaskContext context) throws InterruptedException {
            List<String> steps = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                steps.add("step " + i);
                Thread.sleep(STEP_MILLIS);
                context.checkpoint();
            }
            return steps;
        }
    }

    public static void main(String[] arguments) throws Exception {
        try (Cluster cluster = Evenkeel.builder().checkpointEvery(EVERY).connect()) {
            List<TaskHandle<Integer>> handles = new ArrayList<>();
            for (int i = 0; i < SMALL; i++) {
                handles.add(cluster.submit(new Small(i)));
            }
            for (TaskHandle<Integer> handle : handles) {
                handle.get(LIMIT);
            }
            cluster.submit(new Parent(2)).get(LIMIT);
            try {
                cluster.submit(new Fails("as it should")).get(LIMIT);
            } catch (TaskFailedException e) {
                // What it was submitted for.
            }
            cluster.submit(new Steps(STEPS)).get(LIMIT);
        }
    }
}
