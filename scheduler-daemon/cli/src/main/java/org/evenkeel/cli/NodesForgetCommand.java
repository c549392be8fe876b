package org.evenkeel.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.DaemonClient;
import org.evenkeel.cli.ask.NodeReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has every daemon that can be reached take a node for gone. */
@Command(
        name = "forget",
        description = {
            "Declare that a node which has vanished does not come back.",
            "Every daemon that can be reached then treats it as gone, as it does by itself when the node",
            "has been silent for its silence-limit (60 s) and other nodes confirm that. It needs the role",
            "admin, or the daemon's own user. A node that is linked with any daemon is not forgotten."
        },
        footer = {
            "",
            "What becomes of the tasks that clients submitted at the node:",
            "  level MEMORY      clients that live submit them again elsewhere; without a client they are lost",
            "  level DISK        the same; without a client they wait on the node's disk, and are lost with it",
            "  level REPLICATED  evenkeel attach JOB goes on with the job from its replica",
            "Tasks of other nodes that it ran run again elsewhere.",
            "",
            "A node that comes back all the same is not harmed: it is linked again and goes on.",
            "A node that runs and is to leave: evenkeel drain NODE.",
            "",
            "Examples:",
            "  evenkeel nodes forget n7",
            "  evenkeel nodes forget n7 --json | jq .forgottenBy"
        })
final class NodesForgetCommand implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "NODE", description = "Its name.")
    private String node = "";

    /** A daemon that can be reached. */
    private record At(String name, String host, int port) {}

    /** What a daemon says; by its name. */
    private final Map<String, String> problems = new TreeMap<>();

    @Override
    public Integer call() throws IOException, CommandFailure {
        List<At> daemons = new ArrayList<>();
        try (DaemonClient any = cluster.connect()) {
            for (NodeReport report : NodeReport.list(Answers.parse(any.ask("nodes", "", true)))) {
                daemons.add(
                        new At(report.name(), report.text("host"), (int) report.number("port")));
            }
        }
        check(askAll(daemons, true));
        Map<String, String> knew = askAll(daemons, false);
        List<String> linked = daemonsThat("linked", knew);
        knew.forEach((daemon, known) -> output.line("  " + daemon + ": " + words(known)));
        problems.forEach((daemon, why) -> output.line("  " + daemon + " was not told: " + why));
        boolean everywhere = problems.isEmpty() && linked.isEmpty();
        output.line(
                everywhere
                        ? node + " counts as gone"
                        : node + " does not count as gone everywhere; say it again");
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("node", node);
        answer.put(
                "forgottenBy",
                knew.keySet().stream().filter(name -> !linked.contains(name)).toList());
        answer.put("linkedWith", linked);
        answer.put("notTold", problems);
        output.json(answer);
        return everywhere ? ExitCode.OK : ExitCode.FAILED;
    }

    /** Before anything is done. */
    private void check(Map<String, String> known) throws CommandFailure {
        List<String> linked = daemonsThat("linked", known);
        if (!linked.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    node
                            + (linked.equals(List.of(node))
                                    ? " answers"
                                    : " is linked with " + String.join(", ", linked))
                            + ", so it is not gone; to have it leave: evenkeel drain "
                            + node);
        }
        if (known.isEmpty()) {
            throw new CommandFailure(ExitCode.FAILED, "no daemon could be told: " + problems);
        }
        if (daemonsThat("unknown", known).size() == known.size()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no daemon of "
                            + cluster.title()
                            + " knows a node "
                            + node
                            + "; evenkeel nodes lists those that answer");
        }
    }

    private static List<String> daemonsThat(String knew, Map<String, String> known) {
        return known.entrySet().stream()
                .filter(one -> one.getValue().equals(knew))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String words(String known) {
        return switch (known) {
            case "gone" -> "had called it gone before";
            case "linked" -> "is linked with it again, so it is not forgotten there";
            case "unknown" -> "knows nothing of it";
            default -> "calls it gone now";
        };
    }

    private Map<String, String> askAll(List<At> daemons, boolean onlyLook) {
        problems.clear();
        Map<String, String> known = new TreeMap<>();
        for (At at : daemons) {
            try (DaemonClient client = cluster.connectTo(at.name(), at.host(), at.port())) {
                Map<String, Object> answer = JSON.std.mapFrom(client.forget(node, onlyLook));
                known.put(at.name(), String.valueOf(answer.get("knows")));
            } catch (IOException e) {
                problems.put(at.name(), String.valueOf(e.getMessage()));
            }
        }
        return known;
    }
}
