package org.evenkeel.migration.hop;

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
import org.evenkeel.migration.capture.Opens;

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
            command.addAll(Opens.words());
            command.addAll(List.of("-cp", System.getProperty("java.class.path")));
            command.add(HopMain.class.getName());
            process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            to = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
            from = new DataInputStream(new BufferedInputStream(process.getInputStream()));
        }
    }

    private static final List<Jvm> JVMS = new ArrayList<>();
    private static int next;

    private HopPool() {}

    private static synchronized Jvm jvm() {
        try {
            if (JVMS.isEmpty()) {
                for (int i = 0; i < SIZE; i++) {
                    JVMS.add(new Jvm());
                }
                Runtime.getRuntime()
                        .addShutdownHook(
                                new Thread(() -> JVMS.forEach(each -> each.process.destroy())));
            }
            return JVMS.get(next++ % SIZE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lets a task run to its end, in another JVM after each hop.
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
        for (int hops = 0; hops < MAX_HOPS; hops++) {
            Jvm jvm = jvm();
            jvm.to.writeByte(command);
            jvm.to.writeUTF(program.toString());
            jvm.to.writeInt(every);
            jvm.to.writeInt(content.length);
            jvm.to.write(content);
            jvm.to.flush();
            int reply = jvm.from.readByte();
            int count = jvm.from.readInt();
            for (int i = 0; i < count; i++) {
                obstacles.add(jvm.from.readUTF());
            }
            content = jvm.from.readNBytes(jvm.from.readInt());
            if (reply == HopMain.FINISHED) {
                String result = new String(content, StandardCharsets.UTF_8);
                return new Journey(result, hops, largest, obstacles);
            }
            largest = Math.max(largest, content.length);
            command = HopMain.GO_ON;
        }
        throw new AssertionError(task + " does not end");
    }
}
