package org.evenkeel.recorder.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.evenkeel.recorder.report.RunColumns.Bar;

/** Data of pages of jobs, as daemons could have told them; for tests of other packages. */
public final class SamplePages {

    /** The job's id. */
    public static final String JOB = SampleJobs.ID;

    private SamplePages() {}

    /** When a job began and ended, milliseconds since 1970. */
    public record Extent(double begin, double end) {}

    /**
     * A run of a task.
     *
     * @param row its slot
     * @param middle a moment within it, milliseconds since 1970
     */
    public record SampleRun(int row, double middle, int kind, String task) {}

    /**
     * A large job as the dashboard has it.
     *
     * @param some of its runs
     */
    public record LargeJob(JobPage page, Extent extent, List<SampleRun> some) {}

    /**
     * A job with so many tasks.
     *
     * @param machines of four slots each
     */
    public static LargeJob largeJob(int tasks, int machines, List<String> kinds) {
        RecordedJob job = SampleJobs.of(tasks, machines, kinds);
        int each = Math.max(1, job.runs().size() / 20);
        List<SampleRun> some =
                IntStream.iterate(each / 2, i -> i < job.runs().size(), i -> i + each)
                        .mapToObj(i -> sampleRun(job, job.runs().get(i)))
                        .toList();
        return new LargeJob(
                JobPage.of(new FoundJob(job, "")),
                new Extent(job.facts().begin() / 1_000.0, job.facts().end() / 1_000.0),
                some);
    }

    private static SampleRun sampleRun(RecordedJob job, Bar run) {
        return new SampleRun(
                run.row(),
                (run.begin() + run.length() / 2) / 1_000.0,
                run.kind(),
                job.tasks().get(run.task()).id());
    }

    /**
     * The page of a job that has ended, as JSON.
     *
     * @param name of the job
     * @param machinePrefix with which the names of its three machines begin
     */
    public static byte[] job(String name, String machinePrefix, List<String> kinds)
            throws IOException {
        RecordedJob job = SampleJobs.of(1_500, 3, kinds, name, machinePrefix);
        return JSON.std.asBytes(
                new ReportData(job).fields("0.1", SampleJobs.BEGIN / 1_000 + 600_000));
    }
}
