package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.JournalRecord.OfTask;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * What records on a disk come to: of each task its last grant and its outcome, if any. The records
 * of one task may stand in any order as long as the last of each kind is given, and none of a task
 * that was forgotten later.
 */
public final class OwnerRecovery {

    /** The records of one task. */
    private static final class Life {
        JournalRecord.@Nullable Accepted accepted;
        JournalRecord.@Nullable Granted granted;
        JournalRecord.@Nullable Done done;

        /** The latest process of the owner that said something, for a replica. */
        @Nullable NodeRef owner;

        /** Of the last record that it said. */
        long number;

        /**
         * A process of the owner said something. The latest process counts, whose record need not
         * be the last: a journal writes old entries again.
         */
        void said(NodeRef by, long as) {
            NodeRef known = owner;
            if (known == null || by.isLaterThan(known)) {
                owner = by;
                number = as;
            } else if (!known.isLaterThan(by)) {
                number = Math.max(number, as);
            }
        }

        void add(OfTask record) {
            switch (record) {
                case JournalRecord.Accepted r -> accepted = r;
                case JournalRecord.Granted r -> granted = r;
                case JournalRecord.Done r -> done = r;
                case JournalRecord.Forgotten r -> {}
            }
        }

        /** The task as it is; null when only leftovers of a forgotten one are there. */
        @Nullable TaskState task() {
            JournalRecord.Accepted first = accepted;
            if (first == null) {
                return null;
            }
            Grant grant = first.grant();
            int failures = 0;
            List<String> deaths = List.of();
            if (granted != null && granted.grant().compareTo(grant) >= 0) {
                grant = granted.grant();
                failures = granted.failures();
                deaths = granted.deaths();
            }
            JournalRecord.Done end = done;
            if (end != null && end.grant().compareTo(first.grant()) < 0) {
                end = null;
            }
            return new TaskState(
                    first.accepted(),
                    grant,
                    first.session(),
                    failures,
                    deaths,
                    end == null ? null : end.outcome(),
                    end == null ? "" : end.ranOn(),
                    first.origin());
        }
    }

    private record Key(NodeId owner, TaskId task) {}

    private final Map<TaskId, Life> tasks = new LinkedHashMap<>();
    private final Map<Key, Life> replicas = new LinkedHashMap<>();
    private final Map<JobId, JournalRecord.JobOpened> jobs = new LinkedHashMap<>();
    private final Map<Long, JournalRecord.SessionComplete> complete = new LinkedHashMap<>();

    /** The next record, oldest first. */
    public void add(JournalRecord record) {
        switch (record) {
            case JournalRecord.Forgotten r -> tasks.remove(r.task());
            case OfTask r -> tasks.computeIfAbsent(r.task(), t -> new Life()).add(r);
            case JournalRecord.JobOpened r -> jobs.put(r.job(), r);
            case JournalRecord.JobEnded r -> jobs.remove(r.job());
            case JournalRecord.SessionComplete r -> complete.put(r.session(), r);
            case JournalRecord.SessionForgotten r -> complete.remove(r.session());
            case JournalRecord.Replica r -> {
                Key key = new Key(r.owner().id(), r.record().task());
                if (r.record() instanceof JournalRecord.Forgotten) {
                    replicas.remove(key);
                } else {
                    Life life = replicas.computeIfAbsent(key, k -> new Life());
                    life.said(r.owner(), r.number());
                    life.add(r.record());
                }
            }
        }
    }

    /** What the node is to be told, null when there is nothing. */
    public Event.@Nullable Recovered event() {
        List<TaskState> ownTasks = new ArrayList<>();
        for (Life life : tasks.values()) {
            TaskState task = life.task();
            if (task != null) {
                ownTasks.add(task);
            }
        }
        List<Event.Replica> others = new ArrayList<>();
        replicas.forEach((key, life) -> {
            TaskState task = life.task();
            NodeRef owner = life.owner;
            if (task != null && owner != null) {
                others.add(new Event.Replica(owner, task, life.number));
            }
        });
        if (ownTasks.isEmpty() && others.isEmpty() && jobs.isEmpty() && complete.isEmpty()) {
            return null;
        }
        Set<Long> sessions = new LinkedHashSet<>();
        ownTasks.forEach(task -> sessions.add(task.session()));
        List<JournalRecord.JobOpened> known = new ArrayList<>();
        jobs.values().forEach(job -> known.add(settled(job, sessions)));
        return new Event.Recovered(
                ownTasks,
                known,
                others,
                List.copyOf(complete.values()),
                Event.Recovered.FIRST_PROCESS);
    }

    /**
     * A version that kept no places left the record of a job behind when it had passed all of it
     * on. Where nothing else of such a job is on the disk, another node may have it, which an
     * attachment of 0 says.
     */
    private static JournalRecord.JobOpened settled(
            JournalRecord.JobOpened job, Set<Long> sessionsWithTasks) {
        if (job.owners() != JournalRecord.JobOpened.NO_OWNERS) {
            return job;
        }
        return sessionsWithTasks.contains(job.session()) ? job.of(1) : job.elsewhere();
    }
}
