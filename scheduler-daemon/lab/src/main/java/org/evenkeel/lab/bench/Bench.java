package org.evenkeel.lab.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.cli.start.Installation;

/** Starts the chain and the two clients, and lets them take turns. */
public record Bench(Starts starts) {
    /** Starts a process that ends with this one. */
    public interface Starts {
        Process start(ProcessBuilder builder) throws IOException;
    }

    private static final int WORKERS = 2;
    private static final String BENCH_CLIENT = "org.evenkeel.examples.bench.BenchClient";

    /**
     * Measures a daemon beside the bare chain.
     *
     * @param nodeDirectory of the daemon
     */
    public BenchRun.Result run(Path nodeDirectory, BenchRun.Size size, Consumer<String> progress)
            throws IOException {
        Installation installation = Installation.find();
        String chainPath = installation.classPath("daemon", "cli");
        Measured daemon =
                new Measured(java(chainPath, List.of(), ChainMain.class.getName(), "daemon"));
        String[] ports = daemon.await("PORTS").split(" ");
        for (int i = 0; i < WORKERS; i++) {
            java(chainPath, List.of(), ChainMain.class.getName(), "worker", ports[1]);
        }
        Measured chain =
                new Measured(
                        java(chainPath, List.of(), ChainMain.class.getName(), "client", ports[0]));
        chain.await("READY");
        Measured ours = client(installation, "-Devenkeel.daemon=" + nodeDirectory);
        return new BenchRun(ours, chain, size, progress).run();
    }

    /**
     * Measures what durability costs.
     *
     * @param nodeDirectory of the daemon
     */
    public DurabilityRun.Result durability(
            Path nodeDirectory,
            DurabilityRun.Where where,
            DurabilityRun.Size size,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        Measured client = client(Installation.find(), "-Devenkeel.daemon=" + nodeDirectory);
        return new DurabilityRun(where, client, size, progress).run();
    }

    /** Measures ways to daemons; the first one is what the others are compared with. */
    public List<WaysRun.Result> ways(
            List<WaysRun.Way> ways, WaysRun.Size size, Consumer<String> progress)
            throws IOException {
        List<Measured> clients = new ArrayList<>();
        for (WaysRun.Way way : ways) {
            clients.add(
                    client(
                            Installation.find(),
                            "-Devenkeel.daemon=" + way.daemon(),
                            "-Devenkeel.state=" + way.state()));
        }
        return new WaysRun(ways, clients, size, progress).run();
    }

    /** Measures what moving a task with a large array takes, beside a plain copy of the array. */
    public MoveRun.Results move(MoveRun.Size size, Consumer<String> progress)
            throws IOException, InterruptedException {
        String path = Installation.find().classPath("daemon", "cli");
        Measured receiver =
                new Measured(java(path, List.of(), CopyMain.class.getName(), "receive"));
        String port = receiver.await("PORT");
        Measured sender =
                new Measured(java(path, List.of(), CopyMain.class.getName(), "send", port));
        sender.await("READY");
        return new MoveRun(size, sender, progress).run();
    }

    private Measured client(Installation installation, String... properties) throws IOException {
        Measured client =
                new Measured(
                        java(
                                installation.classPath("client", "examples"),
                                List.of(properties),
                                BENCH_CLIENT));
        client.await("READY");
        return client;
    }

    private Process java(String classPath, List<String> flags, String... words) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Installation.java().toString());
        command.addAll(
                List.of(
                        "-Xmx1g",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath);
        command.addAll(List.of(words));
        return starts.start(
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
    }
}
