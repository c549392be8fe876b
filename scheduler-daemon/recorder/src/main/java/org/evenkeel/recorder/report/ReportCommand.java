package org.evenkeel.recorder.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.evenkeel.cli.ClusterOption;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.Output;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.JobId;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the page of a job. */
@Command(
        name = "report",
        description = {
            "Make a page that shows how a job ran: each run of a task in its slot, moves, where the "
                    + "time of each machine went, running times by kind, failures.",
            "It is one file, opens in any browser without a network, and can be sent to others. "
                    + "Nodes keep their newest 100,000 records each, until they end: make it soon "
                    + "after the job. The page says what is missing."
        },
        footer = {
            "",
            "Examples:",
            "  evenkeel jobs                              list jobs",
            "  evenkeel report 3k7x0a9q2m4fz              report-3k7x0a9q2m4fz.html",
            "  evenkeel report 3k7x0a9q2m4fz -o job.html",
            "  evenkeel trace 3k7x0a9q2m4fz               the same runs for ui.perfetto.dev"
        })
public final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin private final Output output = new Output();
    @Mixin private final ClusterOption cluster = new ClusterOption();

    @Parameters(paramLabel = "JOB", description = "Id of the job.")
    private String what = "";

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The page; default: report-JOB.html here.")
    private @Nullable Path file;

    @Override
    public Integer call() throws IOException, CommandFailure {
        JobId id = JobFile.job(spec, what);
        Path to = file == null ? Path.of("report-" + id + ".html") : file;
        RecordedJob job = JobFile.read(cluster, output, id);
        JobReport report = JobReport.write(job, to);
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
        output.json(fields);
        return ExitCode.OK;
    }
}
