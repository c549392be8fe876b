package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Submission;

/**
 * What clients submit here while another node is told to own what they had here before. Such a task
 * is neither accepted nor refused until that node has answered: accepted here, it would be
 * submitted to the next owner again under the same epoch, and two owners would grant it.
 *
 * <p>States of a session: {@code free -> on hold -> free | passed on -> free, when its client is
 * here again}. On hold, the latest submission of each task is kept; the size counts against the
 * tasks that a node may own. What comes of a session that is passed on was on its way when its
 * client was told to go: the client submits it to the next owner, and nothing is kept.
 */
final class SubmissionsOnHold {
    /**
     * Sessions that are passed on and are remembered, the latest of them. A daemon ends the
     * connection of such a client, and has no more sessions than these at a time: nothing comes of
     * those that are forgotten.
     */
    private static final int MAX_PASSED_ON = 10_000;

    private record Kept(Submission submission, long sinceNanos) {}

    private final NodeContext context;
    private final Map<Long, Map<TaskId, Kept>> sessions = new LinkedHashMap<>(0);
    private final Set<Long> passedOn =
            Collections.newSetFromMap(BoundedMap.ofNewest(MAX_PASSED_ON));
    private int size;

    SubmissionsOnHold(NodeContext context) {
        this.context = context;
    }

    /** Tasks that are kept. */
    int size() {
        return size;
    }

    /** The session is on hold from now on. */
    void begin(long session) {
        sessions.putIfAbsent(session, new LinkedHashMap<>(0));
    }

    /** Whether the session is passed on, and its client has not come here since. */
    boolean isPassedOn(long session) {
        return passedOn.contains(session);
    }

    /** Whether this task is kept. */
    boolean has(TaskId id) {
        Map<TaskId, Kept> tasks = sessions.get(id.origin());
        return tasks != null && tasks.containsKey(id);
    }

    /** Keeps a task if its session is on hold; whether it is. */
    boolean keeps(long session, Submission submission) {
        Map<TaskId, Kept> tasks = sessions.get(session);
        Task task = submission.task();
        if (tasks == null || task.isSpawned()) {
            return false;
        }
        long sinceNanos = context.now - submission.waitedNanos();
        Kept before = tasks.get(task.id());
        if (before == null) {
            size++;
        } else {
            context.out.release(before.submission.task());
            sinceNanos = Math.min(sinceNanos, before.sinceNanos);
        }
        tasks.put(task.id(), new Kept(submission, sinceNanos));
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

    /** The session is another node's, or may be, and its client is told to go there. */
    void passed(long session) {
        drop(session);
        passedOn.add(session);
    }

    /** The session's client is here again. */
    void cameBack(long session) {
        passedOn.remove(session);
    }

    /** The session's client is gone: what it submitted is not wanted; on hold it stays. */
    void clientLost(long session) {
        if (sessions.containsKey(session)) {
            drop(session);
            begin(session);
        }
    }

    /** A job ended: what is kept of it is for the caller. */
    List<Task> takeAllOf(JobId job) {
        List<Task> all = new ArrayList<>(0);
        for (Map<TaskId, Kept> tasks : sessions.values()) {
            tasks.values().stream()
                    .map(kept -> kept.submission.task())
                    .filter(task -> task.kind().job().equals(job))
                    .forEach(all::add);
        }
        for (Task task : all) {
            Map<TaskId, Kept> tasks = sessions.get(task.id().origin());
            if (tasks != null && tasks.remove(task.id()) != null) {
                size--;
            }
        }
        return all;
    }
}
