package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.wire.proto.CancelTasks;
import org.evenkeel.wire.proto.Frame;

/**
 * Cancellations that the daemon may have to be told twice: while a task's code or payload is on its
 * way the daemon does not know the task and drops a word about it, so it is told again at the
 * acceptance.
 */
final class PendingCancellations {

    /** Most numbers in one frame. */
    private static final int BATCH = 8192;

    private final List<OpenTask> early = new ArrayList<>();

    /** Remembers those that are not accepted yet. */
    synchronized void remember(List<OpenTask> tasks, long acceptedUpTo) {
        for (OpenTask task : tasks) {
            if (task.number > acceptedUpTo) {
                early.add(task);
            }
        }
    }

    /** What is to be told again, now that everything up to this number is accepted. */
    synchronized List<OpenTask> accepted(long upTo, OpenTasks open) {
        if (early.isEmpty()) {
            return List.of();
        }
        List<OpenTask> again = new ArrayList<>();
        early.removeIf(task -> {
            boolean known = task.number <= upTo;
            if (known && open.get(task.number) != null) {
                again.add(task);
            }
            return known;
        });
        return again;
    }

    /** Nothing of what was told is known to the daemon of the next link. */
    synchronized void clear() {
        early.clear();
    }

    static List<Frame> frames(List<OpenTask> which, String why) {
        List<Frame> frames = new ArrayList<>();
        for (int from = 0; from < which.size(); from += BATCH) {
            CancelTasks.Builder cancel = CancelTasks.newBuilder().setWhy(why);
            for (OpenTask task : which.subList(from, Math.min(which.size(), from + BATCH))) {
                cancel.addNumbers(task.number);
            }
            frames.add(Frame.newBuilder().setCancelTasks(cancel).build());
        }
        return frames;
    }
}
