package org.evenkeel.recorder.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.model.JobId;
import org.evenkeel.recorder.query.QueryDatabase;
import org.jspecify.annotations.Nullable;

/**
 * The page of a job, written to a file.
 *
 * @param tasks of the job
 * @param runs of its tasks
 * @param bytes of the file
 * @param warnings what is missing, as the page says it
 */
public record JobReport(int tasks, int runs, long bytes, List<String> warnings) {

    /**
     * Looks whether a page can be written there, for a caller that has much to do before.
     *
     * @throws CommandFailure if it cannot
     */
    public static void requirePlace(Path file) throws CommandFailure {
        JobFile.requirePlace(file);
    }

    /**
     * Writes the page of a job of which nodes still have records.
     *
     * @return null if none has
     */
    public static @Nullable JobReport write(DaemonClient client, JobId job, Path file)
            throws IOException, CommandFailure {
        RecordedJob found = new LiveJob(client.raw(), job).read();
        return found == null ? null : write(new FoundJob(found, ""), file);
    }

    /**
     * What a page shows of a job of which nodes still have records.
     *
     * @return null if no node has any
     */
    public static @Nullable JobPage page(DaemonClient client, JobId job) throws IOException {
        RecordedJob found = new LiveJob(client.raw(), job).read();
        return found == null ? null : JobPage.of(new FoundJob(found, ""));
    }

    /**
     * What a page shows of a job as it was at a moment, from what a recorder has kept.
     *
     * @param atMicros microseconds since 1970
     * @return null if nothing was recorded of it until then
     */
    public static @Nullable JobPage recorded(QueryDatabase database, JobId job, long atMicros)
            throws IOException {
        RecordedJob found = new StoredJob(database, job, atMicros).read();
        return found == null ? null : JobPage.of(FoundJob.recorded(found));
    }

    static JobReport write(FoundJob found, Path file) throws IOException, CommandFailure {
        RecordedJob job = found.job();
        Map<String, Object> data = JobPage.fields(found, ReportData.MOST_BARS);
        byte[] page = ReportPage.of(JSON.std.asBytes(data)).getBytes(StandardCharsets.UTF_8);
        long bytes = JobFile.write(file, out -> out.write(page));
        return new JobReport(job.tasks().size(), job.runs().size(), bytes, JobWarnings.of(job));
    }
}
