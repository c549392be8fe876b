package org.evenkeel.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.evenkeel.chaos.Links.Way;
import org.evenkeel.it.Home;
import org.evenkeel.it.Ports;
import org.evenkeel.it.Trees;

/** Five daemons with workers as real processes on loopback, each behind its {@link Front}. */
final class ChaosCluster implements AutoCloseable {

    static final int NODES = 5;
    static final Duration HOLDER_LEASE = Duration.ofSeconds(2);
    static final Duration OWNER_LEASE = Duration.ofSeconds(3);

    private final Path root;
    private final Path home;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<Front> fronts = new ArrayList<>();
    private final Links links = new Links();

    /**
     * How daemons are started.
     *
     * @param workers slots of each
     * @param javaOptions of the daemons
     * @param earlier installations of the first daemons; the others are of this build
     */
    record Setup(int workers, List<String> javaOptions, List<Path> earlier) {
        Setup(int workers, List<String> javaOptions) {
            this(workers, javaOptions, List.of());
        }

        static Setup of(int workers) {
            return new Setup(
                    workers, List.of("-XX:+ExitOnOutOfMemoryError", "-Xms16m", "-Xmx128m"));
        }

        /** With so many daemons of another installation. */
        Setup beside(Path home, int nodes) {
            return new Setup(workers, javaOptions, Collections.nCopies(nodes, home));
        }
    }

    ChaosCluster(Setup setup) throws IOException {
        root = Files.createTempDirectory("evenkeel-chaos");
        home = Home.unpack();
        Files.createDirectories(cluster());
        Files.createDirectories(runs());
        List<String> names = IntStream.rangeClosed(1, NODES).mapToObj(i -> "n" + i).toList();
        for (String name : names) {
            List<Path> earlier = setup.earlier();
            boolean isEarlier = nodes.size() < earlier.size();
            NodeProcess.Installation installation =
                    new NodeProcess.Installation(
                            isEarlier ? earlier.get(nodes.size()) : home,
                            cluster(),
                            setup.javaOptions());
            if (!earlier.isEmpty() && !isEarlier) {
                installation = installation.besideEarlier();
            }
            int port = Ports.reserve(1);
            Front front = new Front(name, port, links);
            fronts.add(front);
            nodes.add(
                    new NodeProcess(
                            installation,
                            name,
                            port,
                            List.of(
                                    "--advertise=127.0.0.1:" + front.port(),
                                    "--topology=complete",
                                    "--members=" + String.join(",", names),
                                    "--workers=" + setup.workers(),
                                    "--worker-heap=96m",
                                    "--holder-lease=" + HOLDER_LEASE.toMillis() + "ms",
                                    "--owner-lease=" + OWNER_LEASE.toMillis() + "ms",
                                    "--session-lease=5s",
                                    "--ping-every=1s",
                                    "--ping-limit=3s")));
        }
        awaitReady(Duration.ofSeconds(60));
    }

    Path root() {
        return root;
    }

    Path home() {
        return home;
    }

    /** The cluster's directory, where clients that are given {@link #root} look for it. */
    Path cluster() {
        return root.resolve("clusters").resolve("default");
    }

    /** Where workers write down what they run. */
    Path runs() {
        return root.resolve("runs");
    }

    List<NodeProcess> nodes() {
        return nodes;
    }

    NodeProcess node(int index) {
        return nodes.get(index);
    }

    /** Where clients and peers are told that a node listens. */
    String address(int index) {
        return "127.0.0.1:" + fronts.get(index).port();
    }

    void awaitReady(Duration longest) {
        Awaitility.await("all daemons are ready")
                .atMost(longest)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> nodes.stream().allMatch(NodeProcess::isReady));
    }

    // ---- Links

    private String nameOf(int index) {
        return index == ChaosPlan.CLIENT ? FrontLink.CLIENT : nodes.get(index).name();
    }

    Way way(int from, int to) {
        return new Way(nameOf(from), nameOf(to));
    }

    /** Resets the links there are between the two. */
    void reset(int a, int b) {
        if (a >= 0) {
            fronts.get(a).reset(nameOf(b));
        }
        if (b >= 0) {
            fronts.get(b).reset(nameOf(a));
        }
    }

    Links links() {
        return links;
    }

    // ---- The end

    /** Processes of whatever kind whose command line names this cluster's directory. */
    List<ProcessHandle> leftovers() {
        return ProcessHandle.allProcesses()
                .filter(process -> commandLine(process).contains(root.toString()))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return "";
        }
    }

    /** Asks every daemon to leave; the exit codes. */
    List<Integer> leave(Duration longest) throws InterruptedException {
        nodes.forEach(node -> node.process().destroy());
        List<Integer> codes = new ArrayList<>();
        for (NodeProcess node : nodes) {
            boolean ended = node.process().waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
            codes.add(ended ? node.process().exitValue() : -1);
        }
        return codes;
    }

    /** Ends what still runs; the directory stays. */
    @Override
    public void close() {
        for (NodeProcess node : nodes) {
            node.process().descendants().forEach(ProcessHandle::destroyForcibly);
            node.process().destroyForcibly();
        }
        leftovers().forEach(ProcessHandle::destroyForcibly);
        fronts.forEach(Front::close);
        links.healAll();
    }

    /** Deletes the directory. */
    void delete() {
        Trees.deleteTree(root);
    }
}
