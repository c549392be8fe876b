package org.evenkeel.recorder.report;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.List;

/** Data of pages of jobs, as daemons could have told them; for tests of other packages. */
public final class SamplePages {

    /** The job's id. */
    public static final String JOB = SampleJobs.ID;

    private SamplePages() {}

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
