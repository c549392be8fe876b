package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Has every daemon that can be reached take a node for gone. */
@Command(
        name = "forget",
        description = {
            "Declare that a vanished node will not return.",
            "Every reachable daemon then treats the node as gone. Daemons do so by "
                    + "themselves after its",
            "silence-limit (60 s), when other nodes confirm the silence. The command "
                    + "needs the role",
            "admin, or the daemon's own user. It is rejected for a node that any "
                    + "daemon has a link with."
        },
        footer = {
            "",
            "Tasks that clients submitted at the node:",
            "  level MEMORY      running clients submit them again elsewhere; without "
                    + "a client they are lost",
            "  level DISK        the same; without a client they wait on the node's disk, and are lost with it",
            "  level REPLICATED  evenkeel attach JOB resumes the job from its replica",
            "Tasks of other nodes that it was running run again elsewhere. A job that was being",
            "passed on to the node continues at the node that passed it on.",
            "",
            "A node that returns nevertheless is linked again and continues.",
            "To stop a running node: evenkeel drain NODE.",
            "",
            "Examples:",
            "  evenkeel nodes forget n7",
            "  evenkeel nodes forget n7 --json | jq .forgottenBy"
        })
final class NodesForgetCommand extends ClusterOutputCommand {
    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String node = "";

    /** A daemon that can be reached. */
    private record At(String name, String host, int port) {}

    /** What a daemon says; by its name. */
    private final Map<String, String> problems = new TreeMap<>();

    @Override
    public Integer call() throws IOException, CommandFailure {
        List<At> daemons = new ArrayList<>();
        Answers answers = cluster.ask(DaemonClient.toAll(Topic.TOPIC_NODES));
        for (NodesAnswer report : NodesCommand.sorted(answers.getNodesList())) {
            daemons.add(new At(report.getNode(), report.getHost(), report.getPort()));
        }
        check(askAll(daemons, true));
        Map<String, String> knew = askAll(daemons, false);
        List<String> linked = daemonsThat("linked", knew);
        knew.forEach((daemon, known) -> output.line("  " + daemon + ": " + words(known)));
        problems.forEach((daemon, why) ->
                output.line("  " + daemon + " was not informed: " + Printable.of(why)));
        boolean everywhere = problems.isEmpty() && linked.isEmpty();
        output.line(
                everywhere
                        ? node + " is declared gone"
                        : node + " is not declared gone everywhere; repeat the command");
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
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "no daemon could be reached: " + Printable.of(problems.toString()));
        }
        if (daemonsThat("unknown", known).size() == known.size()) {
            throw new CommandFailure(
                    ExitCode.NOTHING,
                    "no daemon of %s knows node %s; evenkeel nodes lists the known ones"
                            .formatted(cluster.title(), node));
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
            case "gone" -> "had declared it gone already";
            case "linked" -> "is linked with it again, and keeps it";
            case "unknown" -> "does not know it";
            default -> "declares it gone now";
        };
    }

    private Map<String, String> askAll(List<At> daemons, boolean onlyLook) {
        problems.clear();
        Map<String, String> known = new TreeMap<>();
        for (At at : daemons) {
            try (DaemonClient client = cluster.connectTo(at.name(), at.host(), at.port())) {
                known.put(at.name(), client.forget(node, onlyLook).getKnows());
            } catch (IOException e) {
                problems.put(at.name(), String.valueOf(e.getMessage()));
            }
        }
        return known;
    }
}
