package org.evenkeel.recorder.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.cli.ClusterOutputCommand;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.JobId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Makes the page of a job. */
@Command(
        name = "report",
        description = {
            "Make a page that shows how a job ran: each run of a task in its slot, moves, where the "
                    + "time of each machine went, running times by kind, failures.",
            "It is one file, opens in any browser without a network, and can be sent to others. "
                    + "Nodes keep their newest 100,000 records each, until they end; a recorder "
                    + "keeps them for weeks. The page says what is missing."
        },
        footer = {
            "  evenkeel jobs                              # list jobs",
            "  evenkeel report 3k7x0a9q2m4fz              # report-3k7x0a9q2m4fz.html",
            "  evenkeel report 3k7x0a9q2m4fz -o job.html",
            "  evenkeel report 3k7x0a9q2m4fz --recorded   # from what a recorder has kept",
            "  evenkeel trace 3k7x0a9q2m4fz               # the same runs for ui.perfetto.dev"
        })
public final class ReportCommand extends ClusterOutputCommand {
    @Mixin private final JobFileOptions options = new JobFileOptions();

    @Override
    public Integer call() throws IOException, CommandFailure {
        JobId id = options.job();
        Path to = options.file("report-" + id + ".html");
        FoundJob found = new JobSource(cluster, options, output).find(id);
        JobReport report = JobReport.write(found, to);
        output.line(
                "%s tasks, %s runs: %s (%s)"
                        .formatted(
                                NumberFormatter.count(report.tasks()),
                                NumberFormatter.count(report.runs()),
                                to,
                                NumberFormatter.bytes(report.bytes())));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", id.toString());
        fields.put("file", to.toString());
        fields.put("bytes", report.bytes());
        fields.put("tasks", report.tasks());
        fields.put("runs", report.runs());
        fields.put("warnings", report.warnings());
        fields.put("recorded", found.isRecorded());
        output.json(fields);
        return ExitCode.OK;
    }
}
