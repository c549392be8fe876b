package org.evenkeel.continuations.hop;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.continuations.capture.AddOpensFlags;

/** A few JVMs that tasks go round; started once for all tests of this JVM, ended with it. */
public final class HopPool {

    private static final int SIZE = 3;

    /** Tasks that hop more often than that do not end. */
    private static final int MAX_HOPS = 20_000;

    /**
     * How a journey went.
     *
     * @param obstacles why checkpoints on the way did not put the task away
     */
    public record Journey(String result, int hops, int largestBytes, List<String> obstacles) {}

    private static final class Jvm {
        final Process process;
        final DataOutputStream to;
        final DataInputStream from;

        Jvm() throws IOException {
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
            command.addAll(AddOpensFlags.words());
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.add(HopMain.class.getName());
            process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
            from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        }

        /** One after the other. */
        synchronized Reply run(
                int command, Path program, int every, byte[] content, List<String> obstacles)
                throws IOException {
            to.writeByte(command);
            to.writeUTF(program.toString());
            to.writeInt(every);
            to.writeInt(content.length);
            to.write(content);
            to.flush();
            int code = from.readByte();
            int count = from.readInt();
            for (int i = 0; i < count; i++) {
                obstacles.add(from.readUTF());
            }
            return new Reply(code, from.readNBytes(from.readInt()));
        }
    }

    private record Reply(int code, byte[] content) {}

    private static final List<Jvm> JVMS = new ArrayList<>();
    private static int journeys;

    private HopPool() {}

    /** Where the next journey begins. */
    private static synchronized int start() {
        try {
            if (JVMS.isEmpty()) {
                for (int i = 0; i < SIZE; i++) {
                    JVMS.add(new Jvm());
                }
                Runtime.getRuntime()
                        .addShutdownHook(
                                new Thread(() -> JVMS.forEach(each -> each.process.destroy())));
            }
            return journeys++ % SIZE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lets a task run to its end, in another JVM after each hop. Several may be on their way.
     *
     * @param program folder with its classes
     * @param task name of its class
     * @param every how many checkpoints make one hop
     */
    public static Journey travel(Path program, String task, int every) throws IOException {
        byte[] content = task.getBytes(StandardCharsets.UTF_8);
        int command = HopMain.BEGIN;
        List<String> obstacles = new ArrayList<>();
        int largest = 0;
        int start = start();
        for (int hops = 0; hops < MAX_HOPS; hops++) {
            Reply reply =
                    JVMS.get((start + hops) % SIZE)
                            .run(command, program, every, content, obstacles);
            content = reply.content();
            if (reply.code() == HopMain.FINISHED) {
                String result = new String(content, StandardCharsets.UTF_8);
                return new Journey(result, hops, largest, obstacles);
            }
            largest = Math.max(largest, content.length);
            command = HopMain.GO_ON;
        }
        throw new AssertionError(task + " does not end");
    }
}
