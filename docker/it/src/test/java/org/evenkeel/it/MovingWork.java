package org.evenkeel.it;

import java.io.IOException;
import java.io.InputStream;
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

    /** Takes its steps in a loop in a recursion; yields the nodes it was at, and their sum. */
    record Steps(String file, int rows, int columns, long millis) implements Task<String> {
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
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                }
                sum += step;
                context.checkpoint();
            }
            return sum + row(context, row + 1, nodes);
        }
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
     * Has large arrays and comes to checkpoints until it is at another node, or is told to end;
     * yields whether they are the same, and where it began and ended.
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
            while (context.node().equals(first) && !Files.exists(Path.of(file + ".end"))) {
                Thread.sleep(2);
                context.checkpoint();
            }
            boolean same = Arrays.hashCode(longs) * 31 + Arrays.hashCode(rest) == hash;
            return same + " " + first + " " + context.node();
        }
    }

    /** Copies a file of home, a line at a time, with both files open all the while. */
    record Copy(String from, String to, long millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            List<String> nodes = new ArrayList<>();
            InputStream in = context.files().input(from);
            OutputStream out = context.files().output(to);
            byte[] buffer = new byte[1_000];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
                context.out().println("copied " + n);
                if (nodes.isEmpty() || !nodes.getLast().equals(context.node())) {
                    nodes.add(context.node());
                    context.err().println(context.node() + " has it");
                }
                Thread.sleep(millis);
                context.checkpoint();
            }
            in.close();
            out.close();
            return String.valueOf(nodes);
        }
    }

    /** Stamps a file of home with the name of its node again and again, until it may not. */
    record Stamps(String file, String refusals, int times) implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            byte[] stamp = context.node().getBytes(StandardCharsets.US_ASCII);
            try (SeekableByteChannel channel =
                    Files.newByteChannel(
                            context.files().path(file),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE)) {
                for (int i = 0; i < times; i++) {
                    channel.position(0).write(ByteBuffer.wrap(stamp));
                    Thread.sleep(20);
                }
            } catch (StaleCopyException e) {
                Files.writeString(Path.of(refusals), context.node() + ": " + e.getMessage());
                throw e;
            }
            return context.node();
        }
    }

    /** Comes to no checkpoint. */
    record Stubborn(long millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws InterruptedException {
            Thread.sleep(millis);
            return context.node();
        }
    }

    /** Has a large array at each of its checkpoints. */
    record Large(int bytes, int steps, long millis) implements Task<String> {
        @Override
        public String run(TaskContext context) throws InterruptedException {
            byte[] array = new byte[bytes];
            array[bytes - 1] = 1;
            String first = context.node();
            for (int step = 0; step < steps; step++) {
                Thread.sleep(millis);
                context.checkpoint();
                array[step] = (byte) step;
            }
            return first + " " + context.node() + " " + array.length + " " + array[bytes - 1];
        }
    }

    /** Keeps its worker until a file is there, and says with another one that it runs. */
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
