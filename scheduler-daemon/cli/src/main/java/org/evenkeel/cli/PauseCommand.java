package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.proto.NodesAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Has one daemon give up its processors for a while, and says what moves. */
@Command(
        name = "pause",
        description = {
            "Pause a node: move its running and waiting tasks to other nodes, and start none.",
            "Running tasks are suspended at their next checkpoint and resume elsewhere. The node "
                    + "remains in the cluster and keeps what it owns, and programs may submit "
                    + "there. evenkeel resume ends the pause; so does a restart of the daemon."
        },
        footer = {
            "",
            "Tasks that reach no checkpoint in time, and children whose parent waits at the node, "
                    + "start again elsewhere: from their newest checkpoint or from the beginning. "
                    + "A task that waits for its children remains, and may continue there.",
            "To stop the daemon as well: evenkeel drain NODE.",
            "",
            "Examples:",
            "  evenkeel pause n2",
            "  evenkeel pause n2 --for 2h",
            "  evenkeel pause n2 --within 5m --json | jq .moved"
        })
final class PauseCommand extends ClusterOutputCommand {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration MARGIN = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofDays(366);

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
            description =
                    "Time for running tasks to reach a checkpoint or to end: 30s, 5m, 1h "
                            + "(default: ${DEFAULT-VALUE}).")
    private String within = "30s";

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        Duration limit = Ttl.of("--within", within);
        Duration length = time.isEmpty() ? Duration.ZERO : Ttl.of("--for", time);
        check(limit, length);
        try (DaemonClient client = cluster.connectTo(node)) {
            LeavingTasks tasks = new LeavingTasks(output, node, client);
            client.pause(limit, length);
            long begunNanos = System.nanoTime();
            NodesAnswer now = watch(tasks, client, begunNanos + limit.plus(MARGIN).toNanos());
            List<String> stopped = tasks.stopped(client);
            stopped.forEach(line -> output.line("  stopped " + line));
            output.line(node + " is " + NodesCommand.state(now));
            if (now.getHours().getNotice().isEmpty()) {
                output.line("the pause has ended: another command resumed the node");
            } else {
                output.line("evenkeel resume " + node + cluster.asArgument() + " ends the pause");
            }
            output.json(answer(now, tasks, stopped, begunNanos));
            return stopped.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    private static void check(Duration limit, Duration length) throws CommandFailure {
        if (limit.compareTo(LONGEST) > 0 || length.compareTo(LONGEST) > 0) {
            throw new CommandFailure(
                    ExitCode.USAGE, "a pause is at most " + LONGEST.toDays() + " days long");
        }
        if (!length.isZero() && length.compareTo(limit) <= 0) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    ("--for %ss is not longer than --within %ss, the time that running tasks have; "
                                    + "choose a longer pause or a shorter --within")
                            .formatted(length.toSeconds(), limit.toSeconds()));
        }
    }

    /** Until nothing runs there that is to move, or nothing is to move any more. */
    private static NodesAnswer watch(LeavingTasks tasks, DaemonClient client, long untilNanos)
            throws IOException, InterruptedException {
        NodesAnswer now = client.node();
        tasks.look(client);
        while (isClosing(now) && System.nanoTime() - untilNanos < 0) {
            Thread.sleep(POLL);
            now = client.node();
            tasks.look(client);
        }
        long acknowledged = System.nanoTime() + MARGIN.toNanos();
        while (tasks.isAwaited() && System.nanoTime() - acknowledged < 0) {
            Thread.sleep(POLL);
            tasks.look(client);
        }
        return now;
    }

    private static boolean isClosing(NodesAnswer report) {
        return report.getHours().getOpen() && !report.getHours().getNotice().isEmpty();
    }

    private Map<String, Object> answer(
            NodesAnswer now, LeavingTasks tasks, List<String> stopped, long begunNanos) {
        return new JsonObject()
                .with("node", node)
                .with("state", NodesCommand.state(now))
                .with("seconds", (System.nanoTime() - begunNanos) / 1e9)
                .with("moved", tasks.movedFields())
                .with("stopped", stopped)
                .with("stayed", tasks.reasons());
    }
}
