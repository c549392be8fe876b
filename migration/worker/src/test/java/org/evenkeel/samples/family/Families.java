package org.evenkeel.samples.family;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.evenkeel.api.Checkpointable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.TaskFailedException;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.jspecify.annotations.Nullable;

/** Parents that go on elsewhere while their children have not ended. */
public final class Families {

    private Families() {}

    /** A child. */
    public record Leaf(int number, int millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Thread.sleep(millis);
            if (number < 0) {
                throw new IllegalArgumentException("leaf " + number);
            }
            return number;
        }
    }

    /** A child that is never started. */
    public record Never() implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) {
            throw new IllegalStateException("it was started");
        }
    }

    private record Pair(TaskHandle<Integer> one, TaskHandle<Integer> other) {}

    /** Has handles in locals, fields, arrays, records and collections, asked for and not. */
    @SuppressWarnings("ReferenceEquality") // a handle is itself again
    public record Holds(int millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<TaskHandle<Integer>> list = new ArrayList<>();
            Map<String, TaskHandle<Integer>> map = new LinkedHashMap<>();
            ArrayDeque<TaskHandle<Integer>> queue = new ArrayDeque<>();
            TaskHandle<?>[] array = new TaskHandle<?>[3];
            for (int i = 0; i < 6; i++) {
                TaskHandle<Integer> child = context.spawn(new Leaf(i, millis));
                list.add(child);
                map.put("child " + i, child);
                queue.push(child);
                array[i % 3] = child;
                step(context);
            }
            Pair pair = new Pair(list.get(0), list.get(5));
            context.spawn(new Leaf(99, millis)); // that nobody asks for
            step(context);
            boolean same = map.get("child 5") == queue.peek() && array[2] == pair.other();
            int sum = 0;
            for (TaskHandle<Integer> each : list) {
                sum = 10 * sum + each.get();
                step(context);
                sum += each.join() - each.get();
            }
            StringBuilder text = new StringBuilder().append(sum).append(' ').append(same);
            for (Map.Entry<String, TaskHandle<Integer>> each : map.entrySet()) {
                step(context);
                text.append(' ').append(each.getValue().get());
            }
            return text.append(' ').append(pair.one().isDone()).toString();
        }

        /** Long enough to be asked meanwhile. */
        private void step(TaskContext context) throws InterruptedException {
            Thread.sleep(millis);
            context.checkpoint();
        }
    }

    /** Waits in all the ways there are. */
    public record Waits(int millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            context.checkpoint();
            int got = context.spawn(new Leaf(1, millis)).get();
            int joined = context.spawn(new Leaf(2, millis)).join();
            List<Leaf> leaves = List.of(new Leaf(3, millis), new Leaf(4, 2 * millis));
            List<Integer> all = context.invokeAll(leaves);
            List<TaskHandle<Integer>> some = context.spawnAll(leaves);
            context.awaitAny(some);
            boolean any = some.get(0).isDone() || some.get(1).isDone();
            context.awaitAll(some);
            boolean both = some.get(0).isDone() && some.get(1).isDone();
            return got + " " + joined + " " + all + " " + any + " " + both + " " + failed(context);
        }

        private String failed(TaskContext context) throws InterruptedException {
            TaskHandle<Integer> fails =
                    context.spawn(new Leaf(-5, millis), TaskOptions.DEFAULT.withRetries(0));
            String said;
            try {
                said = "no failure: " + fails.get();
            } catch (TaskFailedException e) {
                said = String.valueOf(e.getCause());
            }
            context.checkpoint();
            try {
                said += fails.get();
            } catch (TaskFailedException e) {
                said += ", again: " + e.getCause().getMessage();
            }
            try {
                said += context.spawn(new Never()).get(Duration.ofMillis(millis));
            } catch (TimeoutException e) {
                said += ", late";
            }
            return said;
        }
    }

    /** A tree of parents: all of them wait. */
    public record Tree(int depth, int millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            context.checkpoint();
            if (depth == 0) {
                Thread.sleep(millis);
                return 1;
            }
            TaskHandle<Integer> left = context.spawn(new Tree(depth - 1, millis));
            TaskHandle<Integer> right = context.spawn(new Tree(depth - 1, millis));
            context.checkpoint();
            return left.get() + right.get();
        }
    }

    /** Says itself what is to be kept: its children's handles. */
    public static final class Keeps implements Task<Integer>, Checkpointable<Keeps.State> {

        /** What it keeps. */
        public record State(@Nullable TaskHandle<Integer> child, int sum, int next) {}

        private @Nullable TaskHandle<Integer> child;
        private int sum;
        private int next;

        @Override
        public Integer run(TaskContext context) throws Exception {
            while (next < 4) {
                TaskHandle<Integer> mine =
                        child == null ? context.spawn(new Leaf(next, 10)) : child;
                child = mine;
                Thread.sleep(20);
                context.checkpoint();
                sum = 10 * sum + mine.get();
                child = null;
                next++;
                Thread.sleep(20);
                context.checkpoint();
            }
            return sum;
        }

        @Override
        public State state() {
            return new State(child, sum, next);
        }

        @Override
        public void restore(State state) {
            child = state.child();
            sum = state.sum();
            next = state.next();
        }
    }

    /** Comes to one checkpoint; yields how often it was started. */
    public record Once(int millis) implements Task<Integer> {
        @Override
        public Integer run(TaskContext context) throws Exception {
            Thread.sleep(millis);
            context.checkpoint();
            return context.attempt();
        }
    }

    private static final class Said {
        private volatile String text = "";
    }

    /** Is to be called when its child ends, and so stays. */
    public record Called() implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            Said said = new Said();
            TaskHandle<Integer> child = context.spawn(new Leaf(7, 0));
            child.onDone((value, failure) -> said.text = "called: " + value);
            for (int i = 0; i < 20; i++) {
                context.checkpoint();
                Thread.sleep(5);
            }
            child.get();
            while (said.text.isEmpty()) {
                Thread.sleep(1);
            }
            return said.text;
        }
    }
}
