package org.evenkeel.lab.demo;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.cli.CommandFailure;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.start.LocalDaemons;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.lab.facts.ProgramFact;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.recorder.report.JobReport;
import org.jspecify.annotations.Nullable;

/**
 * The page of the demo's job.
 *
 * @param file where it goes; null if it was not asked for
 */
record DemoReport(DemoOutput demoOutput, @Nullable Path file) {
    /** Makes the page, or says how to have it. */
    void print(LocalDaemons cluster, ProgramFact programFact) throws CommandFailure {
        demoOutput.print("");
        Path to = file;
        if (to == null) {
            demoOutput.print(
                    "   evenkeel demo --report demo.html makes a page of the run: each task in its"
                            + " slot.");
            return;
        }
        JobId job = new JobId(Ids.parse(String.valueOf(programFact.fields().get("job"))));
        try (DaemonClient client = cluster.connect()) {
            JobReport report = JobReport.write(client, job, to);
            if (report == null) {
                demoOutput.print("   No page was made: there are no records of the job any more.");
                return;
            }
            demoOutput.print(
                    "   A page of the run, each task in its slot: %s (%s)"
                            .formatted(to, NumberFormatter.bytes(report.bytes())));
            demoOutput.report("page", to.toString());
        } catch (IOException e) {
            demoOutput.print("   No page was made: " + e.getMessage());
        }
    }
}
