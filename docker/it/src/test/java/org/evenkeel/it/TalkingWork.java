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

    /** What goes round. */
    record Token(int from, int round, long sum) {}

    /**
     * One of a ring: gives a token to the next and takes one of the one before, round by round, and
     * comes to a barrier with all others now and then. Yields its sum and the nodes it was at.
     *
     * @param file gets a line with index and node whenever the node is another one
     * @param millis between two rounds
     */
    record Ring(String file, int index, int size, int rounds, long millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<String> nodes = new ArrayList<>();
            long first = context.pstrn() - index;
            int before = (index + size - 1) % size;
            long sum = index;
            for (int round = 0; round < rounds; round++) {
                context.send(first + (index + 1) % size, new Token(index, round, sum));
                Message message = context.receive(first + before);
                Token token = message.as(Token.class);
                if (token.from() != before || token.round() != round) {
                    throw new IllegalStateException(token + " in round " + round + " at " + index);
                }
                sum = 31 * sum + token.sum();
                if (round % 4 == 3) {
                    context.barrier("round", size);
                }
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                    note(index + " " + context.node());
                }
                Thread.sleep(millis);
            }
            return sum + " " + nodes;
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
                context.send(context.pstrn() - 1, "x");
            }
            return String.valueOf(context.receive().value());
        }
    }
}
