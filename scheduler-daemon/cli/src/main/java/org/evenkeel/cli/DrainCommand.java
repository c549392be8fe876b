package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.cli.query.MigrationLine;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has one daemon leave, and says what cannot leave with it. */
@Command(
        name = "drain",
        description = {
            "Drain a node: move its tasks to other nodes, then stop it.",
            "Waiting tasks move to other nodes. Running tasks are suspended at "
                    + "their next checkpoint and resumed elsewhere. Another node takes "
                    + "ownership of tasks submitted there. Tasks that cannot be suspended "
                    + "are listed with the reason, and may run until the deadline."
        },
        footer = {
            "",
            "Tasks that are still there at the deadline run again elsewhere, from "
                    + "their newest checkpoint.",
            "SIGTERM does the same, with the daemon's --drain-grace as the deadline.",
            "",
            "Examples:",
            "  evenkeel drain n2",
            "  evenkeel drain n2 --deadline 5m",
            "  evenkeel drain n2 --json | jq .left"
        })
final class DrainCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final int MOST_TASKS = 1_000;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "NODE", description = "Name of the node; evenkeel nodes lists all.")
    private String node = "";

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            defaultValue = "30s",
            description =
                    "Time for running tasks to finish or move: 30s, 5m, 1h (default: "
                            + "${DEFAULT-VALUE}).")
    private String deadline = "30s";

    /** Why each task stays that was seen to, by its id. */
    private final Map<String, String> reasons = new LinkedHashMap<>();

    private final Map<String, MigrationLine> moved = new LinkedHashMap<>();
    private List<TaskLine> left = List.of();

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        Duration time =
                Ttl.parse(deadline)
                        .filter(Duration::isPositive)
                        .orElseThrow(() ->
                                new CommandFailure(
                                        ExitCode.USAGE,
                                        "--deadline "
                                                + deadline
                                                + " is not a time; use 30s, 5m or 1h"));
        long begunNanos = System.nanoTime();
        try (DaemonClient client = connect()) {
            client.drain(time);
            watch(client, begunNanos + time.plus(MARGIN).toNanos());
        }
        awaitProcess(begunNanos + time.plus(MARGIN).toNanos());
        boolean inTime = left.isEmpty() || System.nanoTime() - begunNanos < time.toNanos();
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        List<Map<String, Object>> stayed = new ArrayList<>();
        for (TaskLine task : inTime ? List.<TaskLine>of() : left) {
            stayed.add(task.fields());
            output.line(
                    "  " + output.terminalColours().bad("deadline reached") + " " + words(task));
        }
        output.line(
                node
                        + (inTime
                                ? " drained, no work lost: "
                                : " stopped at the deadline; these tasks run again elsewhere: ")
                        + String.format(Locale.ROOT, "%.1f s", seconds));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("node", node);
        answer.put("seconds", seconds);
        answer.put("inTime", inTime);
        answer.put("left", stayed);
        answer.put("stayed", reasons);
        answer.put("moved", moved.values().stream().map(MigrationLine::fields).toList());
        output.json(answer);
        return inTime ? ExitCode.OK : ExitCode.FAILED;
    }

    private DaemonClient connect() throws IOException, CommandFailure {
        try (DaemonClient any = cluster.connect()) {
            Query.Builder all = Query.newBuilder().setTopic(Topic.TOPIC_NODES).setCluster(true);
            for (NodesAnswer report : any.ask(all).getNodesList()) {
                if (report.getNode().equals(node)) {
                    return cluster.connectTo(node, report.getHost(), report.getPort());
                }
            }
        }
        throw new CommandFailure(
                ExitCode.NOTHING,
                "no node " + node + " in " + cluster.title() + "; see evenkeel nodes");
    }

    /** Says what stays until the daemon no longer answers. */
    private void watch(DaemonClient client, long untilNanos) throws InterruptedException {
        try {
            while (System.nanoTime() - untilNanos < 0) {
                Query.Builder tasks =
                        Query.newBuilder().setTopic(Topic.TOPIC_TASKS).setMost(MOST_TASKS);
                left =
                        TaskLine.list(client.ask(tasks).getTasksList()).stream()
                                .filter(DrainCommand::isThere)
                                .toList();
                for (TaskLine line : left) {
                    String stays = line.task().getStays();
                    if (!stays.isEmpty()
                            && !stays.equals(reasons.put(line.task().getTask(), stays))) {
                        output.line("  deferred " + words(line));
                    }
                }
                printMoves(client);
                Thread.sleep(POLL);
            }
        } catch (IOException e) {
            // It has ended, which is what it was told to.
        }
    }

    private void printMoves(DaemonClient client) throws IOException {
        Answers answers = client.ask(Query.newBuilder().setTopic(Topic.TOPIC_MIGRATIONS));
        for (MigrationLine line : MigrationLine.list(answers.getMigrationsList())) {
            boolean done = line.nanos().containsKey("file");
            if (done && line.from().equals(node) && moved.put(line.task(), line) == null) {
                output.line(
                        String.format(
                                Locale.ROOT,
                                "  moved  %s: %,d bytes, suspended in %.1f ms, owner informed %.1f ms later",
                                line.task(),
                                line.bytes(),
                                line.nanos().getOrDefault("out", 0L) / 1e6,
                                line.nanos().getOrDefault("file", 0L) / 1e6));
            }
        }
    }

    private static boolean isThere(TaskLine line) {
        return !line.task().getState().equals("DONE") && !line.task().getState().equals("AWAY");
    }

    private static String words(TaskLine line) {
        TasksAnswer.Task task = line.task();
        return task.getTask()
                + " ("
                + task.getKind()
                + ", "
                + task.getState().toLowerCase(Locale.ROOT)
                + ")"
                + (task.hasStays() ? ": " + task.getStays() : "");
    }

    /** Of a daemon on this machine the process is waited for. */
    private void awaitProcess(long untilNanos) throws IOException, InterruptedException {
        for (DaemonFile file : cluster.running()) {
            while (file.node().equals(node)
                    && LocalNodes.process(file).isPresent()
                    && System.nanoTime() - untilNanos < 0) {
                Thread.sleep(POLL);
            }
        }
    }
}
