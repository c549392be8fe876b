package org.evenkeel.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.messages.Message;

/** Tasks that send each other numbered messages, and have no checkpoints but their waits. */
final class TalkingWork {

    private TalkingWork() {}

    /**
     * What goes round.
     *
     * @param end the last round, as far as it is known
     */
    record Token(int from, int round, long sum, int end) {}

    /**
     * One of a ring: gives a token to the next and takes one of the one before, round by round, and
     * comes to a barrier with all others now and then. They end together, soon after there is a
     * file {@code .end} behind the name of their own, however long that takes. Yields how many
     * rounds it made, its sum and the nodes it was at.
     *
     * @param file gets a line with index and node whenever the node is another one, and a line with
     *     the number of a round now and then
     * @param millis between two rounds
     */
    record Ring(String file, int index, int size, long millis) implements Task<String> {
        /** Rounds between two lines. */
        static final int LINE_EVERY = 10;

        @Override
        public String run(TaskContext context) throws Exception {
            List<String> nodes = new ArrayList<>();
            long first = context.index() - index;
            int before = (index + size - 1) % size;
            long sum = index;
            int end = Integer.MAX_VALUE;
            int round = 0;
            for (; round < end; round++) {
                if (index == 0
                        && end == Integer.MAX_VALUE
                        && Files.exists(Path.of(file + ".end"))) {
                    end = round + size + 1; // all have heard of it by then
                }
                context.send(first + (index + 1) % size, new Token(index, round, sum, end));
                Message message = context.receive(first + before);
                Token token = message.as(Token.class);
                if (token.from() != before || token.round() != round) {
                    throw new IllegalStateException(token + " in round " + round + " at " + index);
                }
                end = Math.min(end, token.end());
                sum = 31 * sum + token.sum();
                if (round % 4 == 3) {
                    context.barrier("round", size);
                }
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                    note(index + " " + context.node());
                }
                if (index == 0 && round % LINE_EVERY == 0) {
                    note("round " + round);
                }
                Thread.sleep(millis);
            }
            return round + " " + sum + " " + nodes;
        }

        private void note(String line) throws IOException {
            Files.writeString(
                    Path.of(file),
                    line + "\n",
                    StandardCharsets.US_ASCII,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }

        /** What the tasks of a ring have to yield. */
        static long[] sums(int size, int rounds) {
            long[] sums = new long[size];
            for (int i = 0; i < size; i++) {
                sums[i] = i;
            }
            for (int round = 0; round < rounds; round++) {
                long[] next = new long[size];
                for (int i = 0; i < size; i++) {
                    next[i] = 31 * sums[i] + sums[(i + size - 1) % size];
                }
                sums = next;
            }
            return sums;
        }
    }

    /** Meets others at a barrier, and says when all have come. */
    record Meets(int parties) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            context.barrier(parties);
            return "met at " + context.node();
        }
    }

    /** Sends its word to another task; without one it waits for such a word. */
    record Word(long to, String word) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            if (to > 0) {
                context.send(to, word);
                return word;
            }
            Object heard = context.receive().value();
            return context.node() + " heard " + heard;
        }
    }

    /** Waits for a message that nobody sends, or sends one to a task that is not there. */
    record Alone(boolean sends) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            if (sends) {
                context.send(context.index() - 1, "x");
            }
            return String.valueOf(context.receive().value());
        }
    }
}
