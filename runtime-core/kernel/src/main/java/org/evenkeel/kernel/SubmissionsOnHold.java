package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Submission;

/**
 * What clients submit here while another node is told to own what they had here before. Such a task
 * is neither accepted nor refused until that node has answered: accepted here, it would be
 * submitted to the next owner again under the same epoch, and two owners would grant it.
 *
 * <p>States of a session: {@code free -> on hold -> free}. It keeps the latest submission of each
 * task; its size counts against the tasks that a node may own.
 */
final class SubmissionsOnHold {
    private record Kept(Submission submission, long sinceNanos) {}

    private final NodeContext context;
    private final Map<Long, Map<TaskId, Kept>> sessions = new LinkedHashMap<>(0);
    private int size;

    SubmissionsOnHold(NodeContext context) {
        this.context = context;
    }

    /** Tasks that are kept. */
    int size() {
        return size;
    }

    void begin(long session) {
        sessions.putIfAbsent(session, new LinkedHashMap<>(0));
    }

    /** Keeps a task if its session is on hold; whether it is. */
    boolean keeps(long session, Submission submission) {
        Map<TaskId, Kept> tasks = sessions.get(session);
        Task task = submission.task();
        if (tasks == null || task.isSpawned()) {
            return false;
        }
        Kept before =
                tasks.put(task.id(), new Kept(submission, context.now - submission.waitedNanos()));
        if (before == null) {
            size++;
        } else {
            context.out.release(before.submission.task());
        }
        return true;
    }

    /** The session is free: what was kept of it is for the caller. */
    List<Submission> end(long session) {
        Map<TaskId, Kept> tasks = sessions.remove(session);
        if (tasks == null) {
            return List.of();
        }
        size -= tasks.size();
        return tasks.values().stream()
                .map(kept ->
                        new Submission(
                                kept.submission.task(),
                                kept.submission.epoch(),
                                context.now - kept.sinceNanos))
                .toList();
    }

    /** The session is free: its client submits elsewhere, or again, what was kept of it. */
    void drop(long session) {
        end(session).forEach(one -> context.out.release(one.task()));
    }
}
