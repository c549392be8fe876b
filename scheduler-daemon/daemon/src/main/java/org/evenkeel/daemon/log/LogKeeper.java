package org.evenkeel.daemon.log;

import java.util.HashMap;
import java.util.Map;
import org.evenkeel.daemon.clientcalls.ClientCallRouter.LogAsker;
import org.evenkeel.daemon.clientcalls.ClientCallRouter.Logs;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.LogPart;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what tasks of the jobs of this node print, and shows it to the client that is attached. A
 * client that does not read fast enough is shown less, and told how many lines it was not shown.
 * Lives on the event loop.
 */
public final class LogKeeper implements Logs {

    /** Parts that a client has not shown yet. */
    private static final int MAX_UNSHOWN = 16;

    /** What is known of jobs. */
    public interface JobKnowledge {
        /** Whose job it is; empty for this machine's user. */
        String submitterOf(JobId job);

        /** The connection of its client, null while none is attached. */
        @Nullable FrameConnection clientOf(JobId job);
    }

    /** What a client has not shown, and what it was not given. */
    private static final class Showing {
        private int unshown;
        private final Map<JobId, Long> leftOut = new HashMap<>(1);
    }

    private final JobLogs logs;
    private final JobKnowledge jobs;
    private final Map<Object, Showing> showing = new HashMap<>();

    public LogKeeper(JobLogs logs, JobKnowledge jobs) {
        this.logs = logs;
        this.jobs = jobs;
    }

    @Override
    public void keep(JobId job, TaskId task, LogPart part, LogAsker asker) {
        logs.keep(job, jobs.submitterOf(job), task, part, asker, fresh -> show(job, task, fresh));
    }

    private void show(JobId job, TaskId task, LogPart part) {
        FrameConnection client = jobs.clientOf(job);
        if (client == null
                || !client.authenticatedPeer().software().features().has(Feature.TASK_LOGS)) {
            return;
        }
        Showing to = showing.computeIfAbsent(client, key -> new Showing());
        if (to.unshown >= MAX_UNSHOWN || !client.isWritable()) {
            to.leftOut.merge(job, (long) part.getLinesCount(), Long::sum);
            return;
        }
        to.unshown++;
        Long leftOut = to.leftOut.remove(job);
        client.send(
                Frame.newBuilder()
                        .setFileAsk(
                                FileAsk.newBuilder()
                                        .setJob(job.value())
                                        .setTask(
                                                Granted.newBuilder()
                                                        .setOrigin(task.origin())
                                                        .setNumber(task.number()))
                                        .setLog(
                                                part.toBuilder()
                                                        .setLeftOut(leftOut == null ? 0 : leftOut)))
                        .build());
    }

    @Override
    public void shown(Object connection) {
        Showing to = showing.get(connection);
        if (to != null && to.unshown > 0) {
            to.unshown--;
        }
    }

    @Override
    public void clientLost(Object connection) {
        showing.remove(connection);
    }
}
