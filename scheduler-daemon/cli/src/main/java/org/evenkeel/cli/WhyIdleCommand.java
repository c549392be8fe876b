package org.evenkeel.cli;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.IdleReason;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.query.NowLine;
import org.evenkeel.cli.query.NowQuestion;
import org.evenkeel.cli.query.TaskLine;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows what keeps waiting tasks from a node. */
@Command(
        name = "why-idle",
        description = {
            "Show why a node does not run what waits in the cluster: all reasons.",
            "Up to 50 of the tasks that wait at other nodes are looked at, as evenkeel explain "
                    + "does with one, and their reasons are counted."
        },
        footer = {
            "  evenkeel nodes                 # which nodes are idle, and where tasks wait",
            "  evenkeel why-idle n3",
            "  evenkeel why-idle n3 --json | jq '.reasons[].code'",
            "  evenkeel explain 3k7x0a9q2m4fz-17 --on n3   # the same of one task"
        })
final class WhyIdleCommand extends ClusterOutputCommand {
    private static final int LOOKED_AT = 50;

    /** A silent node makes each look last two seconds. */
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Lines that each node is asked for, to find tasks that wait. */
    private static final int LISTED = 1_000;

    @Parameters(paramLabel = "NODE", description = "Name of the node.")
    private String node = "";

    @Override
    public Integer call() throws IOException, CommandFailure {
        try (DaemonClient client = cluster.connect()) {
            Answers nodes = client.ask(DaemonClient.toAll(Topic.TOPIC_NODES));
            NodesAnswer own = own(nodes);
            output.silent(nodes);
            long waiting =
                    nodes.getNodesList().stream()
                            .filter(each -> !each.getNode().equals(node))
                            .mapToLong(each -> each.getWaiting() + each.getPrefetched())
                            .sum();
            Map<String, List<NowLine>> tasks = new LinkedHashMap<>();
            if (waiting > 0) {
                long end = System.nanoTime() + LOOK_NANOS;
                for (TaskLine line : waiting(client, nodes)) {
                    if (System.nanoTime() > end) {
                        break;
                    }
                    String task = line.task().getTask();
                    List<NowLine> now =
                            NowLine.list(
                                    client.ask(
                                                    NowQuestion.of(
                                                            TaskId.parse(task), line.node(), node))
                                            .getExplainList());
                    if (now.stream().anyMatch(each -> each.isHere() && waits(each))) {
                        tasks.put(task, now); // others have begun or ended in the meantime
                    }
                }
            }
            report(own, waiting, tasks);
        }
        return ExitCode.OK;
    }

    private NodesAnswer own(Answers nodes) throws CommandFailure {
        for (NodesAnswer each : nodes.getNodesList()) {
            if (each.getNode().equals(node)) {
                return each;
            }
        }
        String known =
                nodes.getNodesList().stream()
                        .map(NodesAnswer::getNode)
                        .sorted(NodeOrder.BY_NAME)
                        .collect(joining(", "));
        throw new CommandFailure(
                ExitCode.NOTHING, "node " + node + " did not answer; these did: " + known);
    }

    /** Some of the tasks that wait at other nodes: of each of some nodes about as many. */
    private List<TaskLine> waiting(DaemonClient client, Answers nodes) throws IOException {
        List<String> some =
                nodes.getNodesList().stream()
                        .filter(each -> each.getWaiting() + each.getPrefetched() > 0)
                        .map(NodesAnswer::getNode)
                        .filter(each -> !each.equals(node))
                        .limit(LOOKED_AT)
                        .toList();
        Answers answers =
                client.ask(DaemonClient.toAll(Topic.TOPIC_TASKS).setMost(LISTED).addAllNodes(some));
        Map<String, List<TaskLine>> byNode = new LinkedHashMap<>();
        for (TaskLine line : TaskLine.list(answers.getTasksList())) {
            if (!line.node().equals(node) && waits(line.task().getState())) {
                byNode.computeIfAbsent(line.node(), key -> new ArrayList<>()).add(line);
            }
        }
        List<TaskLine> lines = new ArrayList<>();
        for (int i = 0; i < LISTED && lines.size() < LOOKED_AT; i++) {
            for (List<TaskLine> tasks : byNode.values()) {
                if (i < tasks.size() && lines.size() < LOOKED_AT) {
                    lines.add(tasks.get(i));
                }
            }
        }
        return lines;
    }

    private static boolean waits(NowLine line) {
        return waits(line.now().getState());
    }

    private static boolean waits(String state) {
        return switch (state) {
            case "READY", "PREFETCHED", "HANDING" -> true;
            default -> false;
        };
    }

    private void report(NodesAnswer own, long waiting, Map<String, List<NowLine>> tasks)
            throws IOException {
        List<IdleReason> reasons = IdleReason.list(node, tasks);
        long idle = Math.max(0, own.getWorkers() - own.getBusy());
        output.line(
                "%s: %s of %s workers idle; %s waiting at other nodes"
                        .formatted(
                                node,
                                NumberFormatter.count(idle),
                                NumberFormatter.count(own.getWorkers()),
                                waiting == 1
                                        ? "1 task is"
                                        : NumberFormatter.count(waiting) + " tasks are"));
        if (tasks.isEmpty()) {
            output.line(
                    waiting == 0
                            ? "there is nothing for it to do"
                            : "none of them could be looked at: they have started, or are at nodes "
                                    + "that do not answer");
        } else if (reasons.isEmpty()) {
            output.line("nothing keeps them from it: they should start there soon");
        } else {
            output.line("of " + tasks.size() + " that were looked at:");
        }
        for (IdleReason reason : reasons) {
            output.line(
                    "%5s  %s%s"
                            .formatted(
                                    NumberFormatter.count(reason.count()),
                                    reason.at().equals(node) ? "" : "at " + reason.at() + ": ",
                                    reason.words()));
        }
        if (!reasons.isEmpty()) {
            output.line(
                    "evenkeel explain %s --on %s shows one of them"
                            .formatted(reasons.getFirst().example(), node));
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("node", node);
        fields.put("workers", own.getWorkers());
        fields.put("idle", idle);
        fields.put("waiting", waiting);
        fields.put("lookedAt", tasks.size());
        fields.put("reasons", reasons.stream().map(IdleReason::fields).toList());
        output.json(fields);
    }
}
