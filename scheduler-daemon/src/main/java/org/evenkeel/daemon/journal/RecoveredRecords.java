package org.evenkeel.daemon.journal;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.core.Event;
import org.evenkeel.journal.Entry;
import org.evenkeel.journal.Key;
import org.evenkeel.journal.LiveKey;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.evenkeel.wire.BlobPayload;
import org.evenkeel.wire.WireException;
import org.jspecify.annotations.Nullable;

/**
 * What the disk kept, as the core takes it, and what of the blobs it needs.
 *
 * @param needs of open tasks the payload and the code, of ended ones the outcome
 */
public record RecoveredRecords(Event.Recovered event, List<Needed> needs) {

    /**
     * What one key needs.
     *
     * @param payload of the task or of its outcome, null when it is no blob
     * @param bundle {@link Digest#NONE} when no code is needed
     */
    public record Needed(Key key, TaskId task, @Nullable BlobPayload payload, Digest bundle) {}

    /**
     * Puts live entries together.
     *
     * @throws WireException an entry is not what this software writes
     */
    public static RecoveredRecords of(List<LiveKey> live, RecordCodec codec) throws WireException {
        List<TaskState> tasks = new ArrayList<>();
        List<JournalRecord.JobOpened> jobs = new ArrayList<>();
        List<Event.Replica> replicas = new ArrayList<>();
        List<Needed> needs = new ArrayList<>();
        for (LiveKey key : live) {
            if (key.key().space() == RecordCodec.JOB) {
                if (codec.decode(key.entries().getFirst()) instanceof JournalRecord.JobOpened job) {
                    jobs.add(job);
                }
                continue;
            }
            Parts parts = new Parts(key, codec);
            TaskState task = parts.task();
            needs.add(needed(key.key(), task));
            NodeId owner = parts.owner;
            if (owner == null) {
                tasks.add(task);
            } else {
                replicas.add(new Event.Replica(owner, task));
            }
        }
        return new RecoveredRecords(new Event.Recovered(tasks, jobs, replicas), needs);
    }

    private static Needed needed(Key key, TaskState task) {
        Outcome outcome = task.outcome();
        Payload payload = outcome == null ? task.task().payload() : outcome.payload();
        return new Needed(
                key,
                task.task().id(),
                payload instanceof BlobPayload blob ? blob : null,
                outcome == null ? task.task().kind().bundle() : Digest.NONE);
    }

    /** The records of one task. */
    private static final class Parts {
        private JournalRecord.@Nullable Accepted accepted;
        private JournalRecord.@Nullable Granted granted;
        private JournalRecord.@Nullable Done done;
        private @Nullable NodeId owner;

        Parts(LiveKey key, RecordCodec codec) throws WireException {
            for (Entry entry : key.entries()) {
                JournalRecord record = codec.decode(entry);
                if (record instanceof JournalRecord.Replica replica) {
                    owner = replica.owner();
                    record = replica.record();
                }
                switch (record) {
                    case JournalRecord.Accepted e -> accepted = e;
                    case JournalRecord.Granted e -> granted = e;
                    case JournalRecord.Done e -> done = e;
                    default -> throw new WireException("body", "not of a task: " + record);
                }
            }
        }

        TaskState task() throws WireException {
            JournalRecord.Accepted first = accepted;
            if (first == null) {
                throw new WireException("body", "a task without the record of its acceptance");
            }
            Grant grant = first.grant();
            int failures = 0;
            List<String> deaths = List.of();
            JournalRecord.Granted later = granted;
            if (later != null && later.grant().compareTo(grant) >= 0) {
                grant = later.grant();
                failures = later.failures();
                deaths = later.deaths();
            }
            JournalRecord.Done last = done;
            return new TaskState(
                    first.accepted(),
                    grant,
                    first.session(),
                    failures,
                    deaths,
                    last == null ? null : last.outcome(),
                    last == null ? "" : last.ranOn());
        }
    }
}
