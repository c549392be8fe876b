package org.evenkeel.client;

import java.util.function.LongPredicate;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.files.FileReply;
import org.evenkeel.client.files.FileReply.Problem;
import org.evenkeel.client.files.PublicationWire;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.model.Grant;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;

/**
 * The tasks of this program, as those know each other that send messages.
 *
 * @param isJob whether this is an open job of the program
 */
record OwnTasks(OpenSubmissions openSubmissions, LongPredicate isJob)
        implements ClientFileServer.Tasks {

    /** So far ahead of their submission tasks can be sent messages. */
    private static final long MOST_AHEAD = 100_000;

    @Override
    public boolean areOf(long job, long origin) {
        return origin == openSubmissions.origin() && isJob.test(job);
    }

    @Override
    public ClientFileServer.TaskState state(long job, long number) {
        long last = openSubmissions.lastSubmitted();
        if (number <= 0 || number > last + MOST_AHEAD) {
            return ClientFileServer.TaskState.STRANGE;
        }
        if (number > last) {
            return ClientFileServer.TaskState.COMING;
        }
        OpenTask task = openSubmissions.open(number);
        if (task == null) {
            return ClientFileServer.TaskState.ENDED;
        }
        return task.kind().job() == job
                ? ClientFileServer.TaskState.OPEN
                : ClientFileServer.TaskState.STRANGE;
    }

    /** Takes a value, or a part of one, that a task has published; anything may have come. */
    FileReply published(FileAsk ask) {
        Granted task = ask.getTask();
        if (task.getOrigin() != openSubmissions.origin()) {
            return FileReply.problem(
                    Problem.NO_TASK,
                    "values are for tasks to publish that a program submitted itself, not for"
                            + " children of tasks");
        }
        OpenTask open = openSubmissions.open(task.getNumber());
        if (!(open instanceof Handle<?> handle)
                || handle.kind().job() != ask.getJob()
                || !isJob.test(ask.getJob())) {
            return FileReply.problem(Problem.STALE, "the task has ended");
        }
        try {
            return handle.take(
                    new Grant(task.getEpoch(), task.getGrant()), PublicationWire.read(ask));
        } catch (WireException e) {
            return FileReply.problem(Problem.OTHER, "" + e.getMessage());
        }
    }
}
