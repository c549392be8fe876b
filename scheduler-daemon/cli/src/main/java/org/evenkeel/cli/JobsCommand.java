package org.evenkeel.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.ask.Answers;
import org.evenkeel.cli.ask.DaemonClient;
import org.evenkeel.cli.ask.JobLine;
import org.evenkeel.cli.show.NumberFormatter;
import org.evenkeel.cli.show.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists jobs. */
@Command(
        name = "jobs",
        description = {
            "List jobs: those of attached clients, and detached jobs.",
            "\"width\" is the number of workers that a job needs at once; the "
                    + "cluster's master, if any, admits such jobs one after the other.",
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
            "  evenkeel attach JOB            watch the progress of a job"
        })
final class JobsCommand implements Callable<Integer> {
    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Override
    public Integer call() throws IOException, CommandFailure {
        Answers answers;
        try (DaemonClient client = cluster.connect()) {
            answers = Answers.parse(client.ask("jobs", "", true));
        }
        List<JobLine> jobs = JobLine.list(answers);
        TextTable table =
                new TextTable(
                        "",
                        "job",
                        "name",
                        "node",
                        "client",
                        "outlives",
                        "width",
                        "begun",
                        "open",
                        "running",
                        "waiting",
                        "done",
                        "failed",
                        "unfetched");
        for (JobLine job : jobs) {
            table.row(
                    job.job(),
                    job.name(),
                    job.node(),
                    job.attached() ? "attached" : "away",
                    job.outlives() ? "yes" : "no",
                    job.minWorkers() == 0 ? "-" : NumberFormatter.count(job.minWorkers()),
                    begun(job),
                    NumberFormatter.count(job.open()),
                    NumberFormatter.count(job.running()),
                    NumberFormatter.count(job.waiting()),
                    NumberFormatter.count(job.done()),
                    NumberFormatter.count(job.failed()),
                    NumberFormatter.count(job.unfetched()));
        }
        if (jobs.isEmpty()) {
            output.line("no jobs");
        } else {
            output.table(table);
        }
        for (JobLine job : jobs) {
            if (!job.why().isEmpty()) {
                output.aside("job " + job.job() + " " + job.admission() + ": " + job.why());
            }
        }
        if (!answers.silent().isEmpty()) {
            output.aside("no answer from " + String.join(", ", answers.silent()));
        }
        output.json(
                Map.of(
                        "jobs",
                        jobs.stream().map(JobLine::fields).toList(),
                        "silent",
                        answers.silent()));
        return ExitCode.OK;
    }

    private static String begun(JobLine job) {
        return switch (job.admission()) {
            case "begun" -> "yes";
            case "waits", "refused" -> job.admission();
            default -> "-";
        };
    }
}
