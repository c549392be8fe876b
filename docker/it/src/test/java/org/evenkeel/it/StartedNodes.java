package org.evenkeel.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.evenkeel.Evenkeel;
import org.evenkeel.api.Cluster;
import org.evenkeel.api.Durability;
import org.evenkeel.api.TaskHandle;
import org.evenkeel.api.TaskOptions;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.chaos.Observer;

/**
 * Real daemons with real workers on this machine, in a directory of their own; they can be killed.
 */
final class StartedNodes implements AutoCloseable {
    /** Of whatever must happen at last: on a busy machine it takes longer, and never for ever. */
    static final Duration LIMIT = Duration.ofSeconds(90);

    /** Stands for the node's name in flags. */
    static final String NODE = "{node}";

    final Path directory;
    final List<String> names = new ArrayList<>();
    private final Map<String, Process> daemons = new LinkedHashMap<>();
    private final List<String> flags;
    private final Path home;
    private final int workers;
    private final int masters;
    private final String heap;
    private final String javaOptions;

    /**
     * How the daemons are started.
     *
     * @param token of a cluster that the daemons belong to; none when they have one of their own
     * @param masters so many, the first ones, may be master of scheduling phases
     * @param javaOptions options of all its JVMs, workers too
     */
    record Setup(
            List<String> names,
            int workers,
            String topology,
            String heap,
            List<String> flags,
            Optional<Path> token,
            int masters,
            String javaOptions) {
        static Setup of(int nodes, int workers) {
            return of(IntStream.rangeClosed(1, nodes).mapToObj(i -> "n" + i).toList(), workers);
        }

        /** A machine with one daemon, whose neighbours are said by flags. */
        static Setup machine(String node, int workers) {
            return of(List.of(node), workers);
        }

        /** One that joins the cluster of another machine, whose daemon listens there. */
        static Setup joining(String node, int workers, StartedNodes first, String address) {
            return machine(node, workers)
                    .flags("--seeds", address)
                    .token(first.directory.resolve("token"));
        }

        private static Setup of(List<String> names, int workers) {
            return new Setup(
                    names, workers, "complete", "128m", List.of(), Optional.empty(), 0, "");
        }

        Setup topology(String name) {
            return new Setup(names, workers, name, heap, flags, token, masters, javaOptions);
        }

        Setup heap(String size) {
            return new Setup(names, workers, topology, size, flags, token, masters, javaOptions);
        }

        Setup flags(String... more) {
            List<String> all = Stream.concat(flags.stream(), Stream.of(more)).toList();
            return new Setup(names, workers, topology, heap, all, token, masters, javaOptions);
        }

        /** Nodes that leave take so long at most; who is gone is found out within seconds. */
        Setup leaving(String grace) {
            return flags("--drain-grace", grace, "--holder-lease", "2s", "--owner-lease", "3s");
        }

        Setup token(Path file) {
            return new Setup(
                    names, workers, topology, heap, flags, Optional.of(file), masters, javaOptions);
        }

        Setup javaOptions(String options) {
            return new Setup(names, workers, topology, heap, flags, token, masters, options)
                    .flags("--worker-environment", "PATH,JAVA_TOOL_OPTIONS");
        }

        /** So many, the first ones, may be master of scheduling phases; they have no workers. */
        Setup masters(int count) {
            return new Setup(names, workers, topology, heap, flags, token, count, javaOptions);
        }
    }

    static StartedNodes start(Setup setup) throws IOException {
        StartedNodes cluster = begin(setup);
        cluster.names.forEach(cluster::awaitReady);
        return cluster;
    }

    /** The same; they may not be ready yet. */
    static StartedNodes begin(Setup setup) throws IOException {
        StartedNodes cluster = new StartedNodes(setup);
        cluster.names.forEach(cluster::start);
        return cluster;
    }

    private StartedNodes(Setup setup) throws IOException {
        directory = Files.createTempDirectory("evenkeel-it");
        home = Home.unpack();
        workers = setup.workers();
        masters = setup.masters();
        heap = setup.heap();
        javaOptions = setup.javaOptions();
        names.addAll(setup.names());
        if (setup.token().isPresent()) {
            Files.copy(setup.token().get(), directory.resolve("token"));
        }
        flags = new ArrayList<>();
        if (names.size() > 1) {
            flags.addAll(
                    List.of("--topology", setup.topology(), "--members", String.join(",", names)));
        }
        flags.addAll(setup.flags());
        if (!flags.contains("--speed")) {
            flags.addAll(List.of("--speed", "1")); // whatever it measures while others start
        }
        if (!flags.contains("--worker-user")) {
            flags.addAll(List.of("--worker-user", "same")); // tasks of tests write where tests read
        }
        if (Home.compilesOnce()) {
            flags.add(Home.WORKERS_COMPILE_ONCE);
        }
    }

    void start(String node) {
        try {
            List<String> command =
                    new ArrayList<>(
                            Home.daemonJvm(
                                    home,
                                    List.of(
                                            "-XX:+ExitOnOutOfMemoryError",
                                            "-Xms16m",
                                            "-Xmx" + heap)));
            command.addAll(
                    List.of(
                            "--cluster-dir",
                            directory.toString(),
                            "--home",
                            home.toString(),
                            "--node",
                            node,
                            "--workers",
                            Integer.toString(isMaster(node) ? 0 : workers),
                            "--master",
                            Boolean.toString(isMaster(node)),
                            "--worker-heap",
                            Boolean.getBoolean("evenkeel.long") ? "3g" : "512m",
                            "--exit-on-stdin-eof"));
            flags.forEach(flag -> command.add(flag.replace(NODE, node)));
            ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(
                                    ProcessBuilder.Redirect.appendTo(
                                            directory.resolve(node + ".out").toFile()));
            if (!javaOptions.isEmpty()) {
                builder.environment().put("JAVA_TOOL_OPTIONS", javaOptions);
            }
            daemons.put(node, builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isMaster(String node) {
        return names.indexOf(node) < masters;
    }

    void awaitReady(String node) {
        Awaitility.await(node)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .failFast(() -> assertThat(daemon(node).isAlive()).as(() -> node + logs()).isTrue())
                .until(() -> pidIn(node) == daemon(node).pid());
    }

    private long pidIn(String node) {
        try {
            String json = Files.readString(file(node));
            Matcher pid = Pattern.compile("\"pid\"\\s*:\\s*\"?(\\d+)").matcher(json);
            return pid.find() ? Long.parseLong(pid.group(1)) : -1;
        } catch (IOException e) {
            return -1;
        }
    }

    private Path file(String node) {
        return directory.resolve("nodes").resolve(node).resolve("daemon.json");
    }

    Process daemon(String node) {
        Process process = daemons.get(node);
        assertThat(process).as(node).isNotNull();
        return process;
    }

    /** The live worker processes of a daemon. */
    List<ProcessHandle> workers(String node) {
        try (Stream<ProcessHandle> children = daemon(node).descendants()) {
            return children.filter(child ->
                            child.info()
                                    .commandLine()
                                    .map(c -> c.contains("WorkerMain"))
                                    .orElse(false))
                    .toList();
        }
    }

    /** A process that has ended counts as ended, whether or not its parent has asked how. */
    static boolean isAlive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            boolean isLinux = Files.exists(Path.of("/proc/self/stat"));
            return !isLinux && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }

    /** SIGKILL. */
    void kill(String node) throws InterruptedException {
        List<ProcessHandle> orphans = workers(node);
        daemon(node).destroyForcibly().waitFor();
        Awaitility.await("workers of " + node + " end with it")
                .atMost(LIMIT)
                .until(() -> orphans.stream().noneMatch(one -> isAlive(one.pid())));
    }

    /** SIGTERM, and the exit code. */
    int stop(String node) throws InterruptedException {
        daemon(node).destroy();
        return exitCode(node);
    }

    /** Of a daemon that has been told to leave. */
    int exitCode(String node) throws InterruptedException {
        assertThat(daemon(node).waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .as(() -> node + " leaves" + logs())
                .isTrue();
        return daemon(node).exitValue();
    }

    /** Starts a daemon that has ended. */
    void restart(String node) {
        start(node);
        awaitReady(node);
    }

    /** Starts all that have ended. */
    void makeWhole() {
        List<String> ended = names.stream().filter(node -> !daemon(node).isAlive()).toList();
        ended.forEach(this::start);
        ended.forEach(this::awaitReady);
    }

    /** Sends a signal by its name. */
    void signal(String name, String node) throws IOException, InterruptedException {
        long pid = daemon(node).pid();
        assertThat(new ProcessBuilder("kill", "-" + name, "" + pid).start().waitFor()).isZero();
    }

    /** What a daemon says of itself, as JSON: see {@link Observer}. */
    String ask(String node, String what, String argument) throws IOException {
        try (Observer observer = new Observer(directory, node)) {
            return observer.ask(what, argument);
        }
    }

    /** Waits until a node has noted this of a task, by the name of the kind of note. */
    void awaitNoted(String node, TaskHandle<?> task, String kind) {
        Awaitility.await(task.id() + " is " + kind + " at " + node)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() ->
                        assertThat(ask(node, "explain", task.id()))
                                .as(this::logs)
                                .contains("\"kind\":\"" + kind + "\""));
    }

    /** A client attached to this node. */
    Cluster connect(String node) {
        return connect(node, builder -> builder);
    }

    /** The same with options. */
    Cluster connect(String node, UnaryOperator<Evenkeel.Builder> options) {
        Cluster cluster = options.apply(builder(node)).connect();
        // On a busy machine another daemon may have answered first.
        for (int tries = 0; tries < 10 && !cluster.info().node().equals(node); tries++) {
            cluster.close();
            cluster = options.apply(builder(node)).connect();
        }
        return cluster;
    }

    /**
     * To run at this node, once it takes tasks of this client: its workers may begin later than it,
     * and what is for a node without workers runs elsewhere.
     */
    static TaskOptions at(Cluster cluster, String node) {
        TaskOptions there = TaskOptions.DEFAULT.withNode(node);
        Awaitility.await(node)
                .atMost(LIMIT)
                .until(() -> cluster.submit(new Work.Spin(1), there).get().equals(node));
        return there;
    }

    /** Waits until a node accepts REPLICATED tasks: it rejects them while no other is linked. */
    void awaitReplicas(String node) {
        awaitReplicas(node, builder(node));
    }

    /**
     * The same of the daemon of a builder.
     *
     * @param node its name, for failures
     */
    static void awaitReplicas(String node, Evenkeel.Builder builder) {
        TaskOptions replicated = TaskOptions.DEFAULT.withDurability(Durability.REPLICATED);
        try (Cluster cluster = builder.connect()) {
            Awaitility.await(node + " has a node for replicas")
                    .atMost(LIMIT)
                    .ignoreExceptionsInstanceOf(TaskRejectedException.class)
                    .until(() -> !cluster.submit(new Work.Spin(1), replicated).get().isEmpty());
        }
    }

    Evenkeel.Builder builder(String node) {
        return Evenkeel.builder().daemon(file(node).getParent().toString()).bundle(Home.code());
    }

    /** What the daemons wrote, for failures. */
    String logs() {
        StringBuilder text = new StringBuilder();
        for (String node : names) {
            for (Path log :
                    List.of(
                            directory.resolve(node + ".out"),
                            directory.resolve("nodes").resolve(node).resolve("daemon.log"))) {
                try {
                    List<String> lines = Files.readAllLines(log);
                    text.append("--- ").append(log).append('\n');
                    lines.subList(Math.max(0, lines.size() - 40), lines.size())
                            .forEach(line -> text.append(line).append('\n'));
                } catch (IOException e) {
                    text.append("--- ").append(log).append(": ").append(e).append('\n');
                }
            }
        }
        return text.toString();
    }

    /** What the daemons say now, of all tasks and of this one, for failures. */
    String state(String task) {
        StringBuilder text = new StringBuilder();
        try {
            Command command = new Command(directory);
            String where = "--cluster-dir=" + directory;
            for (List<String> question :
                    List.of(List.of("explain", task), List.of("nodes"), List.of("tasks"))) {
                List<String> words = new ArrayList<>(question);
                words.add(where);
                Command.Ended ended = command.run(words.toArray(String[]::new));
                text.append("--- ").append(words).append('\n').append(ended.out());
                text.append(ended.err());
            }
        } catch (IOException e) {
            text.append(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return text + logs();
    }

    @Override
    public void close() {
        for (Process daemon : daemons.values()) {
            daemon.descendants().forEach(ProcessHandle::destroyForcibly);
            daemon.destroyForcibly();
        }
        daemons.values().forEach(StartedNodes::join);
        Trees.deleteTree(directory);
    }

    private static void join(Process daemon) {
        try {
            daemon.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
