package org.evenkeel.continuations.hop;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.evenkeel.api.Task;
import org.evenkeel.continuations.capture.SuspendableRun;
import org.evenkeel.continuations.envelope.StackCodec;
import org.evenkeel.continuations.graph.Pieces;
import org.evenkeel.continuations.graph.UncapturableObjectException;
import org.evenkeel.continuations.weave.WovenLoader;

/**
 * A JVM through which tasks pass: begins one or takes one over, runs it to the next checkpoint, and
 * hands it back as bytes. Commands come on standard input, replies go to standard output.
 */
public final class HopMain {

    static final int BEGIN = 'B';
    static final int GO_ON = 'G';
    static final int FINISHED = 'F';
    static final int SUSPENDED = 'P';

    /** File at home with the port where messages are kept, of programs that have some. */
    public static final String PORT = "port";

    private static final int MAX_BYTES = 64 << 20;

    private static final Map<String, WovenLoader> PROGRAMS = new HashMap<>();

    private HopMain() {}

    /** Runs until its input ends. */
    public static void main(String[] args) throws Exception {
        DataInputStream in = new DataInputStream(System.in);
        DataOutputStream out = new DataOutputStream(new BufferedOutputStream(System.out));
        System.setOut(new PrintStream(System.err, true));
        try {
            for (int n = 0; ; n++) {
                serve(in, out, n);
            }
        } catch (EOFException e) {
            System.exit(0);
        }
    }

    private static void serve(DataInputStream in, DataOutputStream out, int number)
            throws Exception {
        int command = in.readByte();
        String folder = in.readUTF();
        int every = in.readInt();
        byte[] argument = in.readNBytes(in.readInt());
        WovenLoader program = PROGRAMS.computeIfAbsent(folder, f -> Programs.woven(Path.of(f)));
        Path home = homeOf(Path.of(folder));
        Path port = home.resolve(PORT);
        HopContext context =
                Files.exists(port) ? asking(Files.readString(port)) : new FilesContext(every, home);
        FutureTask<Reply> hop = new FutureTask<>(() -> hop(program, command, context, argument));
        // Carriers of both sorts in turn.
        Thread thread =
                number % 2 == 0
                        ? Thread.ofVirtual().unstarted(hop)
                        : new Thread(null, hop, "hop", 64L << 20);
        thread.setContextClassLoader(program);
        thread.start();
        Reply reply = hop.get();
        out.writeByte(reply.kind());
        out.writeInt(reply.obstacles().size());
        for (String each : reply.obstacles()) {
            out.writeUTF(each);
        }
        out.writeInt(reply.content().length);
        out.write(reply.content());
        out.flush();
    }

    /** Where the files are that tasks of a program find at home. */
    public static Path homeOf(Path program) {
        return program.resolveSibling(program.getFileName() + "-home");
    }

    private record Reply(int kind, List<String> obstacles, byte[] content) {}

    /** A context of the named class that asks at the port before it. */
    private static HopContext asking(String portAndClass) throws IOException {
        String[] words = portAndClass.split(" ", -1);
        try {
            return Class.forName(words[1])
                    .asSubclass(HopContext.class)
                    .getConstructor(int.class)
                    .newInstance(Integer.parseInt(words[0]));
        } catch (ReflectiveOperationException e) {
            throw new IOException(portAndClass, e);
        }
    }

    private static Reply hop(
            WovenLoader program, int command, HopContext context, byte[] argument) {
        try {
            SuspendableRun.Outcome outcome =
                    command == BEGIN
                            ? SuspendableRun.begin(
                                    task(program, new String(argument, StandardCharsets.UTF_8)),
                                    context)
                            : SuspendableRun.resume(
                                    StackCodec.read(
                                            Pieces.of(context.unpack(argument)),
                                            program,
                                            context,
                                            null));
            while (outcome instanceof SuspendableRun.Outcome.Suspended away) {
                try {
                    byte[] bytes =
                            StackCodec.write(away.stack(), program, MAX_BYTES, null).toBytes();
                    return new Reply(SUSPENDED, context.obstacles, context.pack(bytes));
                } catch (UncapturableObjectException e) {
                    context.obstacles.add(e.getMessage());
                    outcome = SuspendableRun.resume(away.stack());
                }
            }
            Object value = ((SuspendableRun.Outcome.Finished) outcome).value();
            return new Reply(
                    FINISHED,
                    context.obstacles,
                    String.valueOf(value).getBytes(StandardCharsets.UTF_8));
        } catch (Throwable e) {
            e.printStackTrace();
            return new Reply(
                    FINISHED, context.obstacles, ("threw " + e).getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Task<?> task(WovenLoader program, String name)
            throws ReflectiveOperationException, IOException {
        return (Task<?>) program.loadClass(name).getDeclaredConstructor().newInstance();
    }
}
