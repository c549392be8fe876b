package org.evenkeel.recorder.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.ClusterOutputCommand;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.model.JobId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Writes the runs of a job for a viewer of traces. */
@Command(
        name = "trace",
        description = {
            "Write the runs of a job's tasks in the trace event format, which ui.perfetto.dev and "
                    + "chrome://tracing show: a process for each machine, a thread for each slot, "
                    + "an arrow for each move.",
            "Nodes keep their newest 100,000 records each, until they end; a recorder keeps them "
                    + "for weeks."
        },
        footer = {
            "  evenkeel trace 3k7x0a9q2m4fz                    # 3k7x0a9q2m4fz.perfetto.json",
            "  evenkeel trace 3k7x0a9q2m4fz -o job.perfetto.json",
            "  evenkeel report 3k7x0a9q2m4fz                   # the same as a page of its own"
        })
public final class TraceCommand extends ClusterOutputCommand {
    @Mixin private final JobFileOptions options = new JobFileOptions();

    @Override
    public Integer call() throws IOException, CommandFailure {
        JobId id = options.job();
        Path to = options.file(id + ".perfetto.json");
        FoundJob found = new JobSource(cluster, options, output).find(id);
        RecordedJob job = found.job();
        List<Move> moves = Move.among(job.runs());
        long bytes = JobFile.write(to, out -> PerfettoTrace.write(job, moves, out));
        output.line(
                "%s runs, %s moves: %s (%s)"
                        .formatted(
                                NumberFormatter.count(job.runs().size()),
                                NumberFormatter.count(moves.size()),
                                to,
                                NumberFormatter.bytes(bytes)));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("job", id.toString());
        fields.put("file", to.toString());
        fields.put("bytes", bytes);
        fields.put("runs", job.runs().size());
        fields.put("moves", moves.size());
        fields.put("recorded", found.isRecorded());
        output.json(fields);
        return ExitCode.OK;
    }
}
