package org.evenkeel.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.MessageJson;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.QuotasAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;

/** Shows what submitters have and may have. */
@Command(
        name = "quotas",
        description = {
            "Show the quota usage of each submitter at each node.",
            "\"3/10\" means three of ten; without a slash there is no limit.",
            "A submitter is the name in a certificate; (local) stands for programs of "
                    + "the node's own user. Tasks are counted at the node where they were "
                    + "submitted, until their program has their results. \"waiting\" counts "
                    + "tasks that arrived and are queued by quota."
        },
        footer = {
            "",
            "Limits are set in the configuration of each node's daemon:",
            "  quotas { default { tasks = 100000, bytes = 1GiB, jobs = 20 }, alice { processors = 2 } }",
            "",
            "Examples:",
            "  evenkeel quotas",
            "  evenkeel quotas --json | jq '.submitters[] | select(.tasksWaiting > 0)'"
        })
final class QuotasCommand extends ClusterOutputCommand {
    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers = cluster.ask(DaemonClient.toAll(Topic.TOPIC_QUOTAS));
        TextTable table = TextTable.of("submitter|node|jobs|tasks|waiting|bytes|processors|set by");
        List<Map<String, Object>> all = new ArrayList<>();
        for (QuotaRow line : lines(answers.getQuotasList())) {
            QuotasAnswer.Submitter has = line.submitter();
            table.row(
                    line.name(),
                    line.node(),
                    of(true, has.getJobs(), has.getJobsLimit()),
                    of(true, has.getTasks(), has.getTasksLimit()),
                    NumberFormatter.count(has.getTasksWaiting()),
                    of(has.hasBytes(), has.getBytes(), has.getBytesLimit()),
                    of(has.hasProcessors(), has.getProcessors(), has.getProcessorsLimit()),
                    has.getSource());
            all.add(new JsonObject().with("node", line.node()).withAll(MessageJson.fields(has)));
        }
        output.table(table, "no submitters");
        List<String> more =
                answers.getQuotasList().stream()
                        .filter(QuotasAnswer::getMore)
                        .map(QuotasAnswer::getNode)
                        .sorted(NodeOrder.BY_NAME)
                        .toList();
        if (!more.isEmpty()) {
            output.line(
                    "more submitters exist than are named by %s; evenkeel audit, there, has the others"
                            .formatted(String.join(", ", more)));
        }
        output.silent(answers);
        Map<String, Object> whole = new LinkedHashMap<>();
        whole.put("submitters", all);
        whole.put("moreAt", more);
        whole.put("silent", answers.getSilentList());
        output.json(whole);
        return ExitCode.OK;
    }

    /** What one node says of one submitter. */
    private record QuotaRow(String node, QuotasAnswer.Submitter submitter) {
        String name() {
            return submitter.getSubmitter().isEmpty() ? "(local)" : submitter.getSubmitter();
        }
    }

    /** By the names of submitters and nodes. */
    private static List<QuotaRow> lines(List<QuotasAnswer> nodes) {
        return nodes.stream()
                .flatMap(node ->
                        node.getSubmittersList().stream()
                                .map(submitter -> new QuotaRow(node.getNode(), submitter)))
                .sorted(
                        Comparator.comparing(QuotaRow::name)
                                .thenComparing(QuotaRow::node, NodeOrder.BY_NAME))
                .toList();
    }

    private static String of(boolean known, long used, long limit) {
        String count = known ? NumberFormatter.count(used) : limit > 0 ? "0" : "-";
        return limit > 0 ? count + "/" + NumberFormatter.count(limit) : count;
    }
}
