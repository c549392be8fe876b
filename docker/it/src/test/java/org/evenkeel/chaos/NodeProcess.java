package org.evenkeel.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.evenkeel.it.Home;

/** One daemon as a process, started as often as it is killed. */
public final class NodeProcess {

    private Installation installation;
    private final String name;
    private final int port;
    private final List<String> flags;
    private Process process;
    private int starts;

    /**
     * What daemons are started from.
     *
     * @param home holds lib/
     * @param cluster the directory they share
     * @param javaOptions of the daemons
     * @param inside words in front of their commands
     * @param host where they listen
     * @param flags of daemons of this installation
     */
    record Installation(
            Path home,
            Path cluster,
            List<String> javaOptions,
            List<String> inside,
            String host,
            List<String> flags) {

        /** On loopback. */
        Installation(Path home, Path cluster, List<String> javaOptions) {
            this(home, cluster, javaOptions, List.of(), "127.0.0.1", List.of());
        }

        /** Of this build, and linked with daemons of builds that do not seal their links. */
        Installation besideEarlier() {
            return new Installation(
                    home, cluster, javaOptions, inside, host, List.of("--plain-loopback=accept"));
        }
    }

    /**
     * @param port where it listens, the same after every start
     * @param flags of every start
     */
    NodeProcess(Installation installation, String name, int port, List<String> flags)
            throws IOException {
        this.installation = installation;
        this.name = name;
        this.port = port;
        this.flags = flags;
        this.process = launch(0);
    }

    String name() {
        return name;
    }

    private Process launch(int clockHours) throws IOException {
        List<String> command = new ArrayList<>(installation.inside());
        command.addAll(Home.daemonJvm(installation.home(), installation.javaOptions()));
        command.addAll(
                List.of(
                        "--cluster-dir",
                        installation.cluster().toString(),
                        "--home",
                        installation.home().toString(),
                        "--node",
                        name,
                        "--listen",
                        installation.host() + ":" + port,
                        "--exit-on-stdin-eof"));
        command.addAll(flags);
        command.addAll(installation.flags());
        if (Home.compilesOnce()) {
            command.add(Home.WORKERS_COMPILE_ONCE);
        }
        if (clockHours != 0) {
            command.add("--wall-clock-offset=" + clockHours + "h");
        }
        starts++;
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(
                                installation.cluster().resolve(name + ".out").toFile()))
                .start();
    }

    /** Starts it again; its clock is off by so many hours. */
    void start(int clockHours) throws IOException {
        process = launch(clockHours);
    }

    /** From now on it is started from this installation, in the same directory. */
    void upgrade(Path home) {
        installation =
                new Installation(home, installation.cluster(), installation.javaOptions())
                        .besideEarlier();
    }

    Process process() {
        return process;
    }

    int starts() {
        return starts;
    }

    Path directory() {
        return installation.cluster().resolve("nodes").resolve(name);
    }

    /** Whether this process has said that it listens. */
    boolean isReady() {
        try {
            return process.isAlive()
                    && Files.readString(directory().resolve("daemon.json"))
                            .replace(" ", "")
                            .contains("\"pid\":" + process.pid() + ",");
        } catch (IOException e) {
            return false;
        }
    }

    /** The live worker processes. */
    List<ProcessHandle> workers() {
        try (Stream<ProcessHandle> children = process.descendants()) {
            return children.filter(NodeProcess::isWorker).toList();
        }
    }

    private static boolean isWorker(ProcessHandle child) {
        return child.info().commandLine().map(c -> c.contains("WorkerMain")).orElse(false);
    }

    /** SIGKILL; the pids of the workers that end with it. */
    List<Long> kill() throws InterruptedException {
        List<Long> orphans = workers().stream().map(ProcessHandle::pid).toList();
        process.destroyForcibly().waitFor();
        return orphans;
    }

    /** Sends a signal by name. */
    static void signal(String signal, long pid) throws IOException, InterruptedException {
        run("kill", "-" + signal, String.valueOf(pid));
    }

    /**
     * Lets a process write no byte to any file, or again as many as it likes; whether that was
     * possible.
     */
    public static boolean limitFiles(long pid, boolean full) {
        try {
            return run(
                    "prlimit",
                    "--pid",
                    String.valueOf(pid),
                    "--fsize=" + (full ? "0" : "unlimited") + ":unlimited");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether this JVM has collected its garbage. */
    static boolean collectGarbage(long pid) throws IOException, InterruptedException {
        return run(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                "-J-XX:TieredStopAtLevel=1",
                String.valueOf(pid),
                "GC.run");
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process run =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        if (!run.waitFor(60, TimeUnit.SECONDS)) {
            run.destroyForcibly();
            return false;
        }
        return run.exitValue() == 0;
    }

    /** The lines of its logs, oldest first. */
    List<String> logLines() {
        List<String> lines = new ArrayList<>();
        for (String file : List.of("daemon.log.3", "daemon.log.2", "daemon.log.1", "daemon.log")) {
            try {
                lines.addAll(Files.readAllLines(directory().resolve(file)));
            } catch (IOException e) {
                // There are fewer.
            }
        }
        return lines;
    }
}
