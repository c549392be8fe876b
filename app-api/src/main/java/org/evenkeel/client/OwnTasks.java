package org.evenkeel.client;

import java.util.function.LongPredicate;
import org.evenkeel.client.files.Home;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.Submitter;

/**
 * The tasks of this program, as those know each other that send messages.
 *
 * @param isJob whether this is an open job of the program
 */
record OwnTasks(Submitter submitter, LongPredicate isJob) implements Home.Tasks {

    /** So far ahead of their submission tasks can be sent messages. */
    private static final long MOST_AHEAD = 100_000;

    @Override
    public boolean areOf(long job, long origin) {
        return origin == submitter.origin() && isJob.test(job);
    }

    @Override
    public Home.TaskState state(long job, long number) {
        long last = submitter.lastSubmitted();
        if (number <= 0 || number > last + MOST_AHEAD) {
            return Home.TaskState.STRANGE;
        }
        if (number > last) {
            return Home.TaskState.COMING;
        }
        OpenTask task = submitter.open(number);
        if (task == null) {
            return Home.TaskState.ENDED;
        }
        return task.kind().job() == job ? Home.TaskState.OPEN : Home.TaskState.STRANGE;
    }
}
