package org.evenkeel.cli.start;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Printable;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.proto.NodesAnswer;
import org.jspecify.annotations.Nullable;

/** Daemons on this machine that were started together; for one thread. */
public final class LocalDaemons {
    private static final Duration POLL = Duration.ofMillis(50);
    private static final int LOG_LINES = 15;

    private final ClusterPlan plan;
    private final ClusterDirectory directory;
    private final Map<String, Process> processes = new LinkedHashMap<>();

    private LocalDaemons(ClusterPlan plan) {
        this.plan = plan;
        this.directory = new ClusterDirectory(plan.directory());
    }

    /** Starts all daemons; they are not ready yet. */
    public static LocalDaemons start(ClusterPlan plan, Starter starter) throws IOException {
        LocalDaemons cluster = new LocalDaemons(plan);
        Installation installation = Installation.find();
        cluster.directory.token();
        for (String node : plan.nodes()) {
            Path folder = cluster.directory.nodePath(new NodeId(node));
            PrivateFiles.createDirectories(folder);
            Files.deleteIfExists(folder.resolve(DaemonFile.NAME));
            List<String> arguments = plan.arguments(node, starter.exitOnStdinEof());
            cluster.processes.put(
                    node,
                    starter.start(
                            DaemonJvm.command(installation, arguments, plan.compilesQuickly()),
                            folder.resolve("daemon.out")));
        }
        return cluster;
    }

    /** The processes by the names of their nodes. */
    public Map<String, Process> processes() {
        return processes;
    }

    /** The directory of a node. */
    public Path folder(String node) {
        return directory.nodePath(new NodeId(node));
    }

    /**
     * Waits until each daemon has a link to each of its neighbours and its workers are there.
     *
     * @param progress hears how many are
     * @throws IOException if a daemon ends or the limit passes; says what the daemon printed
     */
    public void awaitLinked(Duration limit, IntConsumer progress)
            throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        int shown = -1;
        while (true) {
            int linked = 0;
            String missing = "";
            for (String node : plan.nodes()) {
                checkAlive(node);
                if (isLinked(node)) {
                    linked++;
                } else {
                    missing = node;
                }
            }
            if (linked > shown) {
                progress.accept(linked);
                shown = linked;
            }
            if (linked == plan.nodes().size()) {
                return;
            }
            if (System.nanoTime() > deadlineNanos) {
                throw new IOException(
                        "daemon %s was not ready after %s s%s"
                                .formatted(missing, limit.toSeconds(), output(missing)));
            }
            Thread.sleep(POLL);
        }
    }

    private void checkAlive(String node) throws IOException {
        Process process = processes.get(node);
        if (process == null || !process.isAlive()) {
            throw new IOException("daemon " + node + " ended at once: " + output(node));
        }
    }

    private boolean isLinked(String node) {
        NodesAnswer report = report(node);
        return report != null
                && report.getWorkers() >= plan.workersOf(node)
                && report.getNeighboursList().stream().allMatch(NodesAnswer.Neighbour::getUp)
                && (plan.nodes().size() == 1 || report.getNeighboursCount() > 0);
    }

    /** What a daemon says of itself; null while it does not answer. */
    public @Nullable NodesAnswer report(String node) {
        try (DaemonClient client = connect(node)) {
            return client.node();
        } catch (IOException e) {
            return null; // not yet, or not any more
        }
    }

    /**
     * Connects to the first daemon that answers, to ask.
     *
     * @throws IOException if none does
     */
    public DaemonClient connect() throws IOException {
        IOException failure = new IOException("no daemon runs");
        for (String node : plan.nodes()) {
            try {
                return connect(node);
            } catch (IOException e) {
                failure = e;
            }
        }
        throw failure;
    }

    private DaemonClient connect(String node) throws IOException {
        DaemonFile file = directory.readNode(new NodeId(node));
        if (file == null || !file.isAlive()) {
            throw new IOException("daemon " + node + " does not run");
        }
        return DaemonClient.connect(file, Access.bySecret(directory.token()));
    }

    /** What the daemons that answer say of themselves, by node. */
    public Map<String, NodesAnswer> reports() {
        Map<String, NodesAnswer> reports = new LinkedHashMap<>();
        for (String node : plan.nodes()) {
            NodesAnswer report = report(node);
            if (report != null) {
                reports.put(node, report);
            }
        }
        return reports;
    }

    /** What all daemons that answer remember of a task. */
    public List<StoryLine> story(String task) {
        for (String node : plan.nodes()) {
            try (DaemonClient client = connect(node)) {
                return StoryLine.list(
                        client.ask(StoryLine.question(TaskId.parse(task))).getExplainList());
            } catch (IOException e) {
                // Perhaps the next one answers.
            }
        }
        return List.of();
    }

    /** The end of what a daemon printed, as lines to append to a message. */
    private String output(String node) {
        StringBuilder text = new StringBuilder();
        for (String name : List.of("daemon.out", "daemon.log")) {
            Path file = folder(node).resolve(name);
            try {
                String all = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
                List<String> lines = all.lines().map(Printable::withTabs).toList();
                List<String> last =
                        lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
                if (!last.isEmpty()) {
                    text.append("\n").append(file).append(":");
                    last.forEach(line -> text.append("\n  ").append(line));
                }
            } catch (IOException e) {
                // It printed nothing.
            }
        }
        return text.toString();
    }
}
