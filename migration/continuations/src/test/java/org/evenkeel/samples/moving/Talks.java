package org.evenkeel.samples.moving;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.messages.Message;

/**
 * Task 1 of two. Task 2 sends it numbers from 0 on, four in each of three rounds, and comes to the
 * barrier "round" behind each.
 */
public final class Talks {

    /** Rounds of both. */
    public static final int ROUNDS = 3;

    private Talks() {}

    record Pair(long from, Object value) {}

    /** Waits in the middle of all sorts of expressions. */
    public static final class Everywhere implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<Object> got = new ArrayList<>();
            long sum = 0;
            Callable<Message> next = () -> context.receive(2L);
            for (int round = 0; round < ROUNDS; round++) {
                sum = 31 * sum + number(context) * (long) (int) context.receive(2L).value();
                try {
                    synchronized (got) {
                        got.add(
                                new Pair(
                                        next.call().from(), context.receive(2L).as(Integer.class)));
                    }
                } finally {
                    context.send(context.index(), "self " + round);
                }
                got.add(context.receive(context.index()).value());
                got.add(context.receive(1L, Duration.ZERO));
                context.barrier("round", 2);
                context.barrier(1);
            }
            got.add(sum);
            got.add(context.receive(Duration.ofMillis(20)));
            return got.toString();
        }

        private static int number(TaskContext context) throws IOException {
            return context.receive(2L).as(Integer.class);
        }
    }

    /** Waits where it cannot be put away, and is right all the same. */
    public static final class InAStream implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<Object> got = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                List.of(1, 2, 3, 4).forEach(n -> got.add(unchecked(context)));
                context.barrier("round", 2);
            }
            return got.toString();
        }

        private static Object unchecked(TaskContext context) {
            try {
                return context.receive().as(Integer.class);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }
}
