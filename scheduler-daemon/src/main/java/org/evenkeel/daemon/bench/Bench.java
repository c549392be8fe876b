package org.evenkeel.daemon.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.evenkeel.daemon.cli.start.Installation;

/** Starts the chain and the two clients, and lets them take turns. */
public final class Bench {

    /** Starts a process that ends with this one. */
    public interface Starts {
        Process start(ProcessBuilder builder) throws IOException;
    }

    private static final int WORKERS = 2;
    private static final String BENCH_CLIENT = "org.evenkeel.examples.bench.BenchClient";

    private final Starts starts;
    private final Path nodeDirectory;

    /**
     * @param nodeDirectory of the daemon to measure
     */
    public Bench(Starts starts, Path nodeDirectory) {
        this.starts = starts;
        this.nodeDirectory = nodeDirectory;
    }

    public BenchRun.Result run(BenchRun.Size size, Consumer<String> progress) throws IOException {
        Installation installation = Installation.find();
        String chainPath = classPath(installation.jars("daemon").stream());
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
        Measured ours = client(installation);
        return new BenchRun(ours, chain, size, progress).run();
    }

    /** Measures what durability costs instead. */
    public DurabilityRun.Result durability(
            DurabilityRun.Where where, DurabilityRun.Size size, Consumer<String> progress)
            throws IOException, InterruptedException {
        return new DurabilityRun(where, client(Installation.find()), size, progress).run();
    }

    private Measured client(Installation installation) throws IOException {
        Measured client =
                new Measured(
                        java(
                                classPath(
                                        Stream.concat(
                                                installation.jars("client").stream(),
                                                installation.jars("examples").stream())),
                                List.of("-Devenkeel.daemon=" + nodeDirectory),
                                BENCH_CLIENT));
        client.await("READY");
        return client;
    }

    private static String classPath(Stream<Path> jars) {
        return String.join(File.pathSeparator, jars.map(Path::toString).toList());
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
