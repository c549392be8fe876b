package org.evenkeel.daemon.log;

import java.io.IOException;
import java.nio.file.Path;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;

/** Logs of jobs that an earlier process left. */
public final class TestLogs {

    private TestLogs() {}

    /** Leaves a line of a task in a node's directory. */
    public static void leave(Path node, JobId job, String submitter, TaskId task, String line)
            throws IOException {
        Path directory = node.resolve("logs").resolve(job.toString());
        new JobLog(directory, submitter, 1 << 20)
                .append(
                        task,
                        LogPart.newBuilder()
                                .addLines(LogLine.newBuilder().setNumber(1).setText(line))
                                .build());
    }
}
