package org.evenkeel.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.api.Checkpointable;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.files.StaleCopyException;

/** Tasks that write down each step they take, so that a step that is taken twice is seen. */
final class MovingWork {

    private MovingWork() {}

    private static void note(String file, int step, TaskContext context) throws IOException {
        Files.writeString(
                Path.of(file),
                step + " " + context.node() + "\n",
                StandardCharsets.US_ASCII,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /** Steps at each node, after which a task that has moves to come waits for the next one. */
    private static final int STAY = 20;

    private static boolean isToMove(int step, int moves, List<String> nodes) {
        return nodes.size() <= moves && step >= STAY * nodes.size();
    }

    private static void noteStay(List<String> nodes, TaskContext context) {
        if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
            nodes.add(context.node());
        }
    }

    /**
     * Takes its steps in a loop in a recursion; yields the nodes it was at, and their sum.
     *
     * @param moves so many at least: it does not end before, however long they take
     */
    record Steps(String file, int rows, int columns, long millis, int moves)
            implements Task<String> {
        Steps(String file, int rows, int columns, long millis) {
            this(file, rows, columns, millis, 0);
        }

        @Override
        public String run(TaskContext context) throws Exception {
            List<String> nodes = new ArrayList<>();
            long sum = row(context, 0, nodes);
            return sum + " " + nodes;
        }

        private long row(TaskContext context, int row, List<String> nodes) throws Exception {
            if (row == rows) {
                return 0;
            }
            long sum = 0;
            for (int column = 0; column < columns; column++) {
                int step = row * columns + column + 1;
                note(file, step, context);
                Thread.sleep(millis);
                noteStay(nodes, context);
                sum += step;
                context.checkpoint();
                while (isToMove(step, moves, nodes) || step == rows * columns && isHeld(file)) {
                    Thread.sleep(2);
                    context.checkpoint();
                    noteStay(nodes, context);
                }
            }
            return sum + row(context, row + 1, nodes);
        }
    }

    /**
     * Moves so often at the deepest of a recursion; yields the sum of its numbers, and its moves.
     */
    record Dive(String file, int depth, int moves) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<String> nodes = new ArrayList<>();
            long sum = dive(context, depth, nodes);
            return sum + " " + (nodes.size() - 1);
        }

        private long dive(TaskContext context, int left, List<String> nodes) throws Exception {
            if (left > 0) {
                return left + dive(context, left - 1, nodes);
            }
            while (nodes.size() <= moves) {
                int stays = nodes.size();
                noteStay(nodes, context);
                if (nodes.size() > stays) {
                    note(file, nodes.size(), context);
                }
                compute();
                context.checkpoint();
            }
            return 0;
        }

        /** For a while. A virtual thread cannot sleep this deep (README, known issues). */
        private static void compute() {
            long end = System.nanoTime() + 2_000_000;
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * Whether the task that writes to a file is not to end yet: there is another, {@code .hold}.
     */
    private static boolean isHeld(String file) {
        return Files.exists(Path.of(file + ".hold"));
    }

    /** Says itself what is to be kept of it: the last step. */
    static final class Counted implements Task<Integer>, Checkpointable<Integer> {
        private final String file;
        private final int steps;
        private final long millis;
        private int taken;

        Counted(String file, int steps, long millis) {
            this.file = file;
            this.steps = steps;
            this.millis = millis;
        }

        @Override
        public Integer run(TaskContext context) throws Exception {
            while (taken < steps) {
                note(file, ++taken, context);
                Thread.sleep(millis);
                context.checkpoint();
                while (taken == steps && isHeld(file)) {
                    Thread.sleep(2);
                    context.checkpoint();
                }
            }
            return taken;
        }

        @Override
        public Integer state() {
            return taken;
        }

        @Override
        public void restore(Integer state) {
            taken = state;
        }
    }

    /**
     * Has large arrays and comes to checkpoints until it is told to end by a file, {@code .end}
     * behind the name of its own; yields whether they are the same, and where it began and ended.
     */
    record LargeArrays(String file, int bytes) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            note(file, 1, context);
            SplittableRandom random = new SplittableRandom(bytes);
            long[] longs = random.longs(bytes / Long.BYTES / 2).toArray();
            byte[] rest = new byte[bytes / 2];
            random.nextBytes(rest);
            int hash = Arrays.hashCode(longs) * 31 + Arrays.hashCode(rest);
            note(file, 2, context);
            String first = context.node();
            while (!Files.exists(Path.of(file + ".end"))) {
                Thread.sleep(2);
                context.checkpoint();
            }
            boolean same = Arrays.hashCode(longs) * 31 + Arrays.hashCode(rest) == hash;
            return same + " " + first + " " + context.node();
        }
    }

    /**
     * Copies a file of home, a line at a time, with both files open all the while.
     *
     * @param moves so many at least: it does not end before, however long they take
     */
    record Copy(String from, String to, long millis, int moves) implements Task<String> {
        Copy(String from, String to, long millis) {
            this(from, to, millis, 0);
        }

        @Override
        public String run(TaskContext context) throws Exception {
            List<String> nodes = new ArrayList<>();
            InputStream in = context.files().input(from);
            OutputStream out = context.files().output(to);
            byte[] buffer = new byte[1_000];
            int line = 0;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
                context.out().println("copied " + n);
                line++;
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                    context.err().println(context.node() + " has it");
                }
                Thread.sleep(millis);
                context.checkpoint();
                while (isToMove(line, moves, nodes) && nodes.getLast().equals(context.node())) {
                    Thread.sleep(2);
                    context.checkpoint();
                }
            }
            in.close();
            out.close();
            return String.valueOf(nodes);
        }
    }

    /**
     * Stamps a file of home with the name of its node until it may not, or another file is there;
     * it does not stop when it is told to.
     */
    record Stamps(String file, String refusals, String gate) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            byte[] stamp = context.node().getBytes(StandardCharsets.US_ASCII);
            try (SeekableByteChannel channel =
                    Files.newByteChannel(
                            context.files().path(file),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE)) {
                while (!Files.exists(Path.of(gate))) {
                    try {
                        channel.position(0).write(ByteBuffer.wrap(stamp));
                        Thread.sleep(20);
                    } catch (InterruptedException | InterruptedIOException e) {
                        Thread.interrupted();
                    }
                }
            } catch (StaleCopyException e) {
                Files.writeString(Path.of(refusals), context.node() + ": " + e.getMessage());
                throw e;
            }
            return context.node();
        }
    }

    /** Has a large array at each of its checkpoints, and comes to them until it is elsewhere. */
    record Large(int bytes) implements Task<String> {
        @Override
        public String run(TaskContext context) throws InterruptedException {
            byte[] array = new byte[bytes];
            array[bytes - 1] = 1;
            String first = context.node();
            for (int step = 0; context.node().equals(first); step++) {
                Thread.sleep(25);
                context.checkpoint();
                array[step % 1_000] = (byte) step;
            }
            return first + " " + context.node() + " " + array.length + " " + array[bytes - 1];
        }
    }

    /**
     * Keeps its worker until a file is there, and says with another one that it runs; comes to no
     * checkpoint.
     */
    record Held(String begun, String gate) implements Task<String> {
        @Override
        public String run(TaskContext context) throws IOException, InterruptedException {
            note(begun, 1, context);
            while (!Files.exists(Path.of(gate))) {
                Thread.sleep(20);
            }
            return context.node();
        }
    }
}
