package org.evenkeel.samples.moving;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.Task;
import org.evenkeel.api.TaskContext;
import org.evenkeel.api.files.ClientFileReader;
import org.evenkeel.api.files.ClientFileWriter;

/** Tasks that are put away with files at home open: {@code /bytes} and {@code /text}. */
public final class HomeUse {

    private HomeUse() {}

    /** In odd pieces, so that buffers are half full and half read whenever it hops. */
    public static final class CopiesBytes implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            InputStream in = context.files().input("/bytes");
            OutputStream out = context.files().output("/copy");
            byte[] piece = new byte[9_973];
            long all = 0;
            for (int n = in.read(piece); n >= 0; n = in.read(piece)) {
                context.checkpoint();
                out.write(piece, 0, n);
                all += n;
            }
            context.checkpoint();
            in.close();
            out.close();
            return "" + all;
        }
    }

    public static final class CopiesLines implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            ClientFileReader in = context.files().reader("text");
            ClientFileWriter out = context.files().writer("copy");
            int lines = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (++lines % 100 == 0) {
                    context.checkpoint();
                }
                out.write(line);
                out.newLine();
            }
            context.checkpoint();
            out.append("end").append('\n').append("xendx", 1, 4);
            out.close();
            in.close();
            return "" + lines;
        }
    }

    /** From the end to the beginning, by one channel that is read and written. */
    public static final class Turns implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            Path from = context.files().path("bytes");
            Path to = context.files().path("/").resolve("copy");
            SeekableByteChannel in = Files.newByteChannel(from);
            SeekableByteChannel out =
                    Files.newByteChannel(
                            to,
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            int piece = 70_000;
            for (long at = in.size(); at > 0; at -= piece) {
                byte[] bytes = new byte[(int) Math.min(at, piece)];
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                in.position(at - bytes.length);
                while (buffer.hasRemaining()) {
                    in.read(buffer);
                }
                buffer = null;
                out.position(at - bytes.length);
                context.checkpoint();
                out.write(ByteBuffer.wrap(bytes));
            }
            context.checkpoint();
            return in.size() + " " + out.size() + " " + Files.size(to);
        }
    }

    /** What {@link Files} does with paths. */
    public static final class Manages implements Task<String> {
        @Override
        public String run(TaskContext context) throws Exception {
            Path top = context.files().path("/made");
            List<Object> seen = new ArrayList<>();
            Path deep = Files.createDirectories(top.resolve("x").resolve("y"));
            Path file = Files.writeString(deep.resolve("file"), "first\nsecond\n");
            context.checkpoint();
            seen.add(Files.readString(file));
            seen.add(Files.readAllLines(file));
            seen.add(Files.size(file));
            seen.add(Files.exists(file));
            seen.add(Files.exists(deep.resolve("none")));
            seen.add(Files.isDirectory(deep));
            context.checkpoint();
            Files.copy(file, top.resolve("copy"));
            Files.move(file, top.resolve("moved"));
            Files.writeString(top.resolve("moved"), "third\n", StandardOpenOption.APPEND);
            context.checkpoint();
            try (var lines = Files.lines(top.resolve("moved"))) {
                seen.add(lines.toList());
            }
            try (var all = Files.walk(top)) {
                seen.add(all.map(Path::toString).sorted().toList());
            }
            try (var out = Files.newBufferedWriter(top.resolve("copy"))) {
                out.write("again");
            }
            context.checkpoint();
            seen.add(Files.readString(top.resolve("copy")));
            seen.add(Files.mismatch(top.resolve("copy"), top.resolve("moved")));
            Files.delete(top.resolve("copy"));
            Files.delete(top.resolve("moved"));
            Files.delete(deep);
            Files.delete(top.resolve("x"));
            Files.delete(top);
            seen.add(Files.exists(top));
            return seen.toString();
        }
    }

    /** Each problem is the exception that {@link Files} has for it. */
    public static final class Fails implements Task<String> {
        private interface Step {
            Object take() throws Exception;
        }

        private static void note(List<String> seen, Step step) {
            try {
                seen.add("no exception: " + step.take());
            } catch (Exception e) {
                seen.add(e.getClass().getSimpleName());
            }
        }

        @Override
        @SuppressWarnings("StreamResourceLeak") // none is opened
        public String run(TaskContext context) throws Exception {
            List<String> seen = new ArrayList<>();
            Path none = context.files().path("/none");
            Path there = context.files().path("/text");
            note(seen, () -> Files.readString(none));
            note(seen, () -> Files.createDirectory(there));
            note(seen, () -> Files.readString(context.files().path("/../secret")));
            note(seen, () -> Files.readString(context.files().path("/link")));
            note(seen, () -> Files.readString(context.files().path("/")));
            note(seen, () -> Files.newByteChannel(there, StandardOpenOption.DELETE_ON_CLOSE));
            note(seen, () -> Files.newInputStream(none));
            note(seen, () -> Files.newDirectoryStream(none));
            context.checkpoint();
            note(seen, () -> Files.newDirectoryStream(there));
            return seen.toString();
        }
    }
}
