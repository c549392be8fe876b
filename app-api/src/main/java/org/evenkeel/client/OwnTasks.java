package org.evenkeel.client;

import java.util.function.LongPredicate;
import org.evenkeel.client.files.ClientFileServer;
import org.evenkeel.client.session.OpenSubmissions;
import org.evenkeel.client.session.OpenTask;

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
}
