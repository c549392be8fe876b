package org.evenkeel.worker;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.evenkeel.client.CurrentTask;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Bind;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Pong;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * The main of a worker process.
 *
 * <p>Arguments: the daemon's socket ({@code unix:/path}, a path, or {@code host:port}), the
 * worker's number, its work directory. Its secret comes as one line of hexadecimal digits on
 * standard input, whose end means that the daemon is gone.
 */
public final class WorkerMain {

    /** System property: "off" leaves what tasks print to the file of the process. */
    private static final String TASK_LOGS = "evenkeel.task-logs";

    private static final int EXIT_USAGE = 64;

    /** Runs until the link or the daemon ends. */
    public static void main(String[] args) {
        if (args.length != 3) {
            System.err.println(
                    "usage: WorkerMain <socket> <number> <directory>, the secret on standard input");
            Runtime.getRuntime().halt(EXIT_USAGE);
        }
        // One carrier: the run permit then passes between virtual threads without waking another
        // thread.
        setDefault("jdk.virtualThreadScheduler.parallelism", "1");
        setDefault("jdk.virtualThreadScheduler.maxPoolSize", "256");
        setDefault("java.util.logging.config.class", LoggingSetup.class.getName());
        try {
            run(Endpoint.parse(args[0]), Integer.parseInt(args[1]), Path.of(args[2]));
            Runtime.getRuntime().halt(0);
        } catch (IOException e) {
            System.err.println("evenkeel worker: " + e);
            Runtime.getRuntime().halt(0);
        } catch (Throwable e) {
            System.err.println("evenkeel worker: " + e);
            e.printStackTrace(System.err);
            Runtime.getRuntime().halt(Worker.EXIT_INTERNAL);
        }
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    private static void run(Endpoint endpoint, int number, Path directory) throws IOException {
        BufferedReader input =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        String line = input.readLine();
        if (line == null) {
            throw new IOException("no secret on standard input");
        }
        byte[] secret = HexFormat.of().parseHex(line.strip());
        endWithInput(input);
        try (Link link = Link.connect(endpoint)) {
            long origin = SessionKey.ofWorker(number, secret).session();
            Welcome.Builder welcome =
                    Handshake.speak(
                            link, secret, new Handshake.Speaker(Role.WORKER, origin, number))
                            .toBuilder();
            Bind bind = awaitBind(link, welcome);
            if (bind != null) {
                CurrentTask.setWorkerFinder(ChildTasks::ofThisThread);
                Worker worker =
                        new Worker(
                                new Worker.Blank(link, welcome.build(), origin, directory), bind);
                if (!System.getProperty(TASK_LOGS, "on").equals("off")) {
                    TaskOutput.install(worker::log);
                }
                worker.read();
            }
        }
    }

    /**
     * Waits for the job that this worker is to serve.
     *
     * @param welcome permits next to nothing; what the daemon says meanwhile of how many tasks may
     *     be open takes its place
     * @return null when the worker is to end
     */
    private static @Nullable Bind awaitBind(Link link, Welcome.Builder welcome) throws IOException {
        for (Frame frame = link.readFrame(); frame != null; frame = link.readFrame()) {
            switch (frame.getBodyCase()) {
                case BIND -> {
                    return frame.getBind();
                }
                case STOP -> {
                    return null;
                }
                case WINDOW ->
                        welcome.setWindow(frame.getWindow().getTasks())
                                .setWindowBytes(frame.getWindow().getBytes());
                case PING -> {
                    Pong pong = Pong.newBuilder().setNumber(frame.getPing().getNumber()).build();
                    link.write(Frame.newBuilder().setPong(pong).build());
                }
                default -> {
                    // what a later version may say
                }
            }
        }
        return null;
    }

    /** The daemon holds the other end of our input: its end is the daemon's. */
    private static void endWithInput(BufferedReader input) {
        Thread.ofPlatform()
                .daemon()
                .name("evenkeel-input")
                .start(() -> {
                    try {
                        while (input.read() >= 0) {
                            // Nothing more is said there.
                        }
                    } catch (IOException e) {
                        // The end as well.
                    }
                    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
                    Runtime.getRuntime().halt(0);
                });
    }
}
