package org.evenkeel.daemon.journal;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.OwnerRecovery;
import org.evenkeel.kernel.journal.Entry;
import org.evenkeel.kernel.journal.Key;
import org.evenkeel.kernel.journal.LiveKey;
import org.evenkeel.model.Digest;
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
     * @param ended whether it is the outcome
     */
    public record Needed(
            Key key, TaskId task, @Nullable BlobPayload payload, Digest bundle, boolean ended) {}

    /**
     * Puts live entries together.
     *
     * @throws WireException an entry is not what this software writes
     */
    public static RecoveredRecords of(List<LiveKey> live, RecordCodec codec) throws WireException {
        OwnerRecovery ownerRecovery = new OwnerRecovery();
        for (LiveKey key : live) {
            boolean isTask =
                    key.key().space() == RecordCodec.TASK
                            || key.key().space() == RecordCodec.REPLICA;
            if (isTask && key.of(RecordCodec.ACCEPTED) == null) {
                throw new WireException("body", "a task lacks its acceptance record");
            }
            for (Entry entry : key.entries()) {
                ownerRecovery.add(codec.decode(entry));
            }
        }
        Event.Recovered found = ownerRecovery.event();
        Event.Recovered event =
                found == null ? new Event.Recovered(List.of(), List.of(), List.of()) : found;
        List<Needed> needs = new ArrayList<>();
        event.tasks().forEach(task -> needs.add(needed(RecordCodec.key(task.id()), task)));
        for (Event.Replica replica : event.replicas()) {
            TaskState task = replica.state();
            needs.add(needed(RecordCodec.key(replica.owner().id(), task.id()), task));
        }
        return new RecoveredRecords(event, needs);
    }

    private static Needed needed(Key key, TaskState task) {
        Outcome outcome = task.outcome();
        Payload payload = outcome == null ? task.task().payload() : outcome.payload();
        return new Needed(
                key,
                task.task().id(),
                payload instanceof BlobPayload blob ? blob : null,
                outcome == null ? task.task().kind().bundle() : Digest.NONE,
                outcome != null);
    }
}
