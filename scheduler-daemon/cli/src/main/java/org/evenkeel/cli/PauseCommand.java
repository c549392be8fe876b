package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has one daemon give up its processors for a while, and says what moves. */
@Command(
        name = "pause",
        description = {
            "Pause a node: move its tasks to other nodes, and start nothing there.",
            "Running tasks are suspended at their next checkpoint and resume elsewhere. "
                    + "The node remains in the cluster, and programs may submit there. "
                    + "evenkeel resume ends the pause; so does a restart of the daemon."
        },
        footer = {
            "",
            "Tasks that reach no checkpoint in time start again elsewhere, from their "
                    + "newest checkpoint or from the beginning.",
            "To stop the daemon as well: evenkeel drain NODE.",
            "",
            "Examples:",
            "  evenkeel pause n2",
            "  evenkeel pause n2 --for 2h",
            "  evenkeel pause n2 --within 5m --json | jq .moved"
        })
final class PauseCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(100);

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "NODE", description = "Name of the node; evenkeel nodes lists all.")
    private String node = "";

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "Length of the pause: 30s, 5m, 2h (default: until evenkeel resume).")
    private String time = "";

    @Option(
            names = "--within",
            paramLabel = "TIME",
            defaultValue = "30s",
            description =
                    "Time for running tasks to reach a checkpoint or to end: 30s, 5m, 1h "
                            + "(default: ${DEFAULT-VALUE}).")
    private String within = "30s";

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        Duration limit = Ttl.of("--within", within);
        Duration length = time.isEmpty() ? Duration.ZERO : Ttl.of("--for", time);
        long begunNanos = System.nanoTime();
        try (DaemonClient client = cluster.connectTo(node)) {
            LeavingTasks tasks = new LeavingTasks(output, node, client);
            client.pause(limit, length);
            List<TaskLine> stopped = watch(tasks, client, begunNanos, limit);
            NodesAnswer now = report(client);
            stopped.forEach(line -> output.line("  stopped " + LeavingTasks.words(line)));
            output.line(node + " is " + NodesCommand.state(now));
            output.line("evenkeel resume " + node + cluster.asArgument() + " ends the pause");
            output.json(answer(now, tasks, stopped, begunNanos));
            return stopped.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /** Until nothing runs there; yields what was stopped at the deadline. */
    private static List<TaskLine> watch(
            LeavingTasks tasks, DaemonClient client, long begunNanos, Duration limit)
            throws IOException, InterruptedException {
        List<TaskLine> running = List.of();
        tasks.look(client);
        while (!tasks.running().isEmpty() && passed(begunNanos).compareTo(limit) < 0) {
            running = tasks.running();
            Thread.sleep(POLL);
            tasks.look(client);
        }
        return passed(begunNanos).compareTo(limit) < 0
                ? List.of()
                : running.stream().filter(line -> !tasks.hasMoved(line)).toList();
    }

    private static Duration passed(long begunNanos) {
        return Duration.ofNanos(System.nanoTime() - begunNanos);
    }

    static NodesAnswer report(DaemonClient client) throws IOException {
        return client.ask(Query.newBuilder().setTopic(Topic.TOPIC_NODES)).getNodes(0);
    }

    private Map<String, Object> answer(
            NodesAnswer now, LeavingTasks tasks, List<TaskLine> stopped, long begunNanos) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("node", node);
        answer.put("state", NodesCommand.state(now));
        answer.put("seconds", (System.nanoTime() - begunNanos) / 1e9);
        answer.put("moved", tasks.movedFields());
        answer.put("stopped", stopped.stream().map(TaskLine::fields).toList());
        answer.put("stayed", tasks.reasons());
        return answer;
    }
}
