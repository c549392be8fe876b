package org.evenkeel.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.LocalNodes;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.Numbers;
import picocli.CommandLine.Command;
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
final class DrainCommand extends ClusterOutputCommand {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration MARGIN = Duration.ofSeconds(10);

    @Parameters(paramLabel = "NODE", description = "Name of the node; evenkeel nodes lists all.")
    private String node = "";

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description =
                    "Time for running tasks to finish or move: 30s, 5m, 1h (default: "
                            + "${DEFAULT-VALUE}).")
    private String deadline = "30s";

    @Override
    public Integer call() throws IOException, InterruptedException, CommandFailure {
        Duration time = Ttl.of("--deadline", deadline);
        long begunNanos = System.nanoTime();
        LeavingTasks tasks;
        try (DaemonClient client = cluster.connectTo(node)) {
            tasks = new LeavingTasks(output, node, client);
            client.drain(time);
            watch(tasks, client, begunNanos + time.plus(MARGIN).toNanos());
        }
        awaitProcess(begunNanos + time.plus(MARGIN).toNanos());
        List<TaskLine> left = tasks.left();
        boolean inTime = left.isEmpty() || System.nanoTime() - begunNanos < time.toNanos();
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        List<Map<String, Object>> stayed = new ArrayList<>();
        for (TaskLine task : inTime ? List.<TaskLine>of() : left) {
            stayed.add(task.fields());
            output.line(
                    "  "
                            + output.terminalColours().bad("deadline reached")
                            + " "
                            + LeavingTasks.words(task));
        }
        output.line(
                node
                        + (inTime
                                ? " drained, no work lost: "
                                : " stopped at the deadline; these tasks run again elsewhere: ")
                        + Numbers.format("%.1f s", seconds));
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("node", node);
        answer.put("seconds", seconds);
        answer.put("inTime", inTime);
        answer.put("left", stayed);
        answer.put("stayed", tasks.reasons());
        answer.put("moved", tasks.movedFields());
        output.json(answer);
        return inTime ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Says what stays until the daemon no longer answers. */
    private static void watch(LeavingTasks tasks, DaemonClient client, long untilNanos)
            throws InterruptedException {
        try {
            while (System.nanoTime() - untilNanos < 0) {
                tasks.look(client);
                Thread.sleep(POLL);
            }
        } catch (IOException e) {
            // It has ended, which is what it was told to.
        }
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
