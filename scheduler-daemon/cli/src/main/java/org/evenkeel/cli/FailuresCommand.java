package org.evenkeel.cli;

import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.FailureLine;
import org.evenkeel.cli.query.LogEnd;
import org.evenkeel.cli.query.LoggedLine;
import org.evenkeel.cli.text.FailureTable;
import org.evenkeel.cli.text.LogText;
import org.evenkeel.model.Ids;
import org.evenkeel.model.Printable;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.FailuresAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows why tasks of a job failed. */
@Command(
        name = "failures",
        description = {
            "Count the failed tasks of a job by their causes.",
            "A cause is the class of the exception and the place in the program's own code "
                    + "that is nearest to where it was thrown. Tasks that ended without an "
                    + "exception are counted by how they ended.",
            "Only tasks that the program submitted count, as in \"evenkeel jobs\". Attempts "
                    + "that failed and were run again have a column of their own. Long names are "
                    + "cut to 80 columns; --json has them in full."
        },
        footer = {
            "  evenkeel jobs                        # list jobs",
            "  evenkeel failures 3k7x0a9q2m4fz",
            "  evenkeel failures 3k7x0a9q2m4fz --examples",
            "  evenkeel failures 3k7x0a9q2m4fz --json | jq '.failures[] | .summary'",
            "  evenkeel explain 3k7x0a9q2m4fz-17    # the history of an example"
        })
final class FailuresCommand extends ClusterOutputCommand {
    @Option(
            names = "--examples",
            description =
                    "Also show of one task of each cause the exception with its stack, and the "
                            + "lines that it printed before.")
    private boolean examples;

    @Parameters(paramLabel = "JOB", description = "Id of the job.")
    private String job = "";

    @Override
    public Integer call() throws IOException, CommandFailure {
        String id = jobId(job);
        Answers answers;
        List<FailureLine> lines;
        List<LogEnd> logs = new ArrayList<>();
        try (DaemonClient client = cluster.connect()) {
            answers = client.ask(DaemonClient.toAll(Topic.TOPIC_FAILURES).setJob(Ids.parse(id)));
            output.silent(answers);
            if (answers.getFailuresList().stream().noneMatch(FailuresAnswer::getKnown)) {
                throw new JobWatch(client, id).unknown(new JobSight(null, answers.getSilentList()));
            }
            lines = FailureLine.list(answers.getFailuresList());
            for (FailureLine line : examples ? lines : List.<FailureLine>of()) {
                logs.add(LogEnd.read(client, TaskId.parse(line.group().getTask())));
            }
        }
        boolean counted =
                answers.getFailuresList().stream()
                        .anyMatch(node -> node.getKnown() && !node.getReplica());
        if (!counted) {
            output.line(
                    "the node that counted the failures of job "
                            + id
                            + " is gone; they are counted again when a program attaches");
        } else if (lines.isEmpty()) {
            output.line("no task of job " + id + " has failed");
        } else {
            output.table(FailureTable.of(lines));
            for (int i = 0; i < logs.size(); i++) {
                print(lines.get(i), logs.get(i));
            }
            output.line(
                    "evenkeel explain %s shows the history of one"
                            .formatted(lines.getFirst().group().getTask()));
            if (!examples) {
                output.line("--examples shows the exception of one of each, with its stack");
            }
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", id);
        fields.put("counted", counted);
        List<Map<String, Object>> failures = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            Map<String, Object> failure = lines.get(i).fields();
            if (examples) {
                if (logs.get(i).refused() != null) {
                    failure.put("logRefused", logs.get(i).refused());
                }
                failure.put("log", logs.get(i).lines().stream().map(LoggedLine::fields).toList());
            }
            failures.add(failure);
        }
        fields.put("failures", failures);
        fields.put("silent", answers.getSilentList());
        output.json(fields);
        return ExitCode.OK;
    }

    private void print(FailureLine cause, LogEnd log) {
        LogText text = new LogText(false, ZoneId.systemDefault(), output.terminalColours());
        output.line("");
        output.line(
                "%s at %s, task %s:"
                        .formatted(cause.what(), cause.where(), cause.group().getTask()));
        String refused = log.refused();
        if (refused != null) {
            output.line("  " + Printable.of(refused));
        } else if (log.lines().isEmpty()) {
            output.line("  " + cause.group().getSummary() + " (its log is not kept any more)");
        }
        log.lines().forEach(line -> output.line("  " + text.of(line)));
    }
}
