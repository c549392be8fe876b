package org.evenkeel.cli;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.model.Printable;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.JobsAnswer;
import org.evenkeel.wire.proto.Topic;
import picocli.CommandLine.Command;

/** Lists jobs. */
@Command(
        name = "jobs",
        description = {
            "List jobs: those of attached clients, and detached jobs.",
            "\"detached\" jobs continue without their client. \"needs\" is the number of "
                    + "workers that a job needs at once; the cluster's master, if any, admits such "
                    + "jobs one after the other.",
            "\"open\" and the columns after \"waiting\" count tasks that the client "
                    + "submitted; \"running\" and \"waiting\" include tasks that those spawned."
        },
        footer = {
            "",
            "A program can keep its job running without it:",
            "Evenkeel.builder().detached(true).",
            "",
            "Examples:",
            "  evenkeel jobs",
            "  evenkeel jobs --json | jq -r '.jobs[] | select(.attached | not) | .job'",
            "  evenkeel attach JOB          # watch the progress of a job"
        })
final class JobsCommand extends ClusterOutputCommand {
    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers = cluster.ask(DaemonClient.toAll(Topic.TOPIC_JOBS));
        List<JobLine> jobs = JobLine.list(answers.getJobsList());
        TextTable table =
                TextTable.of(
                        "job|name|node|client|detached|needs|admitted|open|running|waiting|done|"
                                + "failed|unfetched");
        for (JobLine line : jobs) {
            JobsAnswer.Job job = line.job();
            table.row(
                    job.getJob(),
                    job.getName(),
                    line.node().getNode(),
                    job.getAttached() ? "attached" : "away",
                    job.getOutlives() ? "yes" : "no",
                    job.getWidth() == 0 ? "-" : NumberFormatter.count(job.getWidth()),
                    admitted(job),
                    NumberFormatter.count(job.getOpen()),
                    NumberFormatter.count(line.running()),
                    NumberFormatter.count(line.waiting()),
                    NumberFormatter.count(line.done()),
                    NumberFormatter.count(job.getFailed()),
                    NumberFormatter.count(job.getUnfetched()));
        }
        output.table(table, "no jobs");
        for (JobLine line : jobs) {
            JobsAnswer.Job job = line.job();
            if (!job.getWhy().isEmpty()) {
                output.aside(
                        Printable.of(
                                "job %s %s: %s"
                                        .formatted(
                                                job.getJob(), job.getAdmission(), job.getWhy())));
            }
        }
        List<String> more =
                answers.getJobsList().stream()
                        .filter(JobsAnswer::getMore)
                        .map(JobsAnswer::getNode)
                        .sorted(NodeOrder.BY_NAME)
                        .toList();
        if (!more.isEmpty()) {
            output.line(
                    "more jobs exist than are named by %s; evenkeel attach JOB --no-wait shows one"
                            .formatted(String.join(", ", more)));
        }
        output.silent(answers);
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("jobs", jobs.stream().map(JobLine::fields).toList());
        fields.put("moreAt", more);
        fields.put("silent", answers.getSilentList());
        output.json(fields);
        return ExitCode.OK;
    }

    private static String admitted(JobsAnswer.Job job) {
        return switch (job.getAdmission()) {
            case "begun" -> "yes";
            case "waits", "refused" -> job.getAdmission();
            default -> "-";
        };
    }
}
