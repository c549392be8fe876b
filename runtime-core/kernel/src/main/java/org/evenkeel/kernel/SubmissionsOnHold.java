package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Submission;

/**
 * What clients submit here while another node is told to own what they had here before. Such a task
 * is neither accepted nor refused until that node has answered: accepted here, it would be
 * submitted to the next owner again under the same epoch, and two owners would grant it.
 *
 * <p>States of a session: {@code free -> on hold -> free | passed on -> free, when its client is here
 * again}. What comes of a session that is passed on was on its way when its client was told to go:
 * the client submits it to the next owner, and nothing is kept. On hold, the latest submission of
 * each task is kept; the size counts against the tasks that a node may own.
 */
final class SubmissionsOnHold {
    private record Kept(Submission submission, long sinceNanos) {}

    private final NodeContext context;
    private final Map<Long, Map<TaskId, Kept>> sessions = new LinkedHashMap<>(0);
    private final Set<Long> passedOn = new LinkedHashSet<>(0);
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

    /** Whether this task is kept. */
    boolean has(TaskId id) {
        Map<TaskId, Kept> tasks = sessions.get(id.origin());
        return tasks != null && tasks.containsKey(id);
    }

    /** Keeps a task if its session is on hold; whether it is not to be accepted. */
    boolean keeps(long session, Submission submission) {
        Map<TaskId, Kept> tasks = sessions.get(session);
        Task task = submission.task();
        if (passedOn.contains(session) && !task.isSpawned()) {
            context.out.release(task);
            return true;
        }
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
        passedOn.remove(session);
        end(session).forEach(one -> context.out.release(one.task()));
    }

    /** The session is another node's, and its client is told to go there. */
    void passed(long session) {
        drop(session);
        passedOn.add(session);
    }

    /** The session's client is here again. */
    void cameBack(long session) {
        passedOn.remove(session);
    }

    /** The session's client is gone: nothing is kept for it; what comes is, as before. */
    void clientLost(long session) {
        if (sessions.containsKey(session)) {
            drop(session);
            begin(session);
        }
    }

    /** A job ended: takes what is kept of it. */
    List<Task> takeAllOf(JobId job) {
        List<Task> all = new ArrayList<>(0);
        for (Map<TaskId, Kept> tasks : sessions.values()) {
            tasks.values().removeIf(kept -> {
                Task task = kept.submission.task();
                boolean of = task.kind().job().equals(job);
                if (of) {
                    all.add(task);
                }
                return of;
            });
        }
        size -= all.size();
        return all;
    }
}
