package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.PassedTask;
import org.evenkeel.wire.proto.Adopt;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that a leaving owner passes on: records as the journal has them, in frames of bounded size;
 * a batch continues in further frames. One per link.
 */
final class OwnershipTransferWire {
    private final JournalMapper mapper = new JournalMapper();
    private final FrameBatch batch = new FrameBatch();
    private List<PassedTask> tasks = new ArrayList<>();
    private List<JournalRecord.JobOpened> jobs = new ArrayList<>();
    private long reading;

    void write(PeerMessage.Adopt message, Consumer<Frame> out) {
        Adopt.Builder wire = Adopt.newBuilder().setBatch(message.batch());
        batch.clear();
        for (JournalRecord.JobOpened job : message.jobs()) {
            wire.addJobs(ByteString.copyFrom(mapper.write(job)));
        }
        for (PassedTask task : message.tasks()) {
            org.evenkeel.wire.proto.PassedTask item = item(task);
            int bytes = item.getSerializedSize();
            if (!batch.fits(bytes, 0)) {
                out.accept(Frame.newBuilder().setAdopt(wire.setMore(true)).build());
                wire = Adopt.newBuilder().setBatch(message.batch());
                batch.clear();
            }
            wire.addTasks(item);
            batch.add(bytes, 0);
        }
        out.accept(Frame.newBuilder().setAdopt(wire).build());
    }

    private org.evenkeel.wire.proto.PassedTask item(PassedTask task) {
        TaskState state = task.state();
        org.evenkeel.wire.proto.PassedTask.Builder item =
                org.evenkeel.wire.proto.PassedTask.newBuilder()
                        .setEpoch(task.inForce().epoch())
                        .setGrant(task.inForce().number())
                        .setAttachment(task.attachment())
                        .setWaitedNanos(task.waitedNanos())
                        .addRecords(
                                body(
                                        new JournalRecord.Accepted(
                                                state.task(),
                                                state.grant(),
                                                state.session(),
                                                state.origin())));
        if (state.failures() > 0 || !state.deaths().isEmpty()) {
            item.addRecords(
                    body(
                            new JournalRecord.Granted(
                                    state.id(), state.grant(), state.failures(), state.deaths())));
        }
        Outcome outcome = state.outcome();
        if (outcome != null) {
            item.addRecords(
                    body(
                            new JournalRecord.Done(
                                    state.id(), state.grant(), outcome, state.ranOn())));
        }
        return item.build();
    }

    private ByteString body(JournalRecord record) {
        return ByteString.copyFrom(mapper.write(record));
    }

    /** The message; null when it continues in the next frame. */
    PeerMessage.@Nullable Adopt read(Adopt wire) throws WireException {
        long number = WireBounds.positive("adopt.batch", wire.getBatch());
        if (!tasks.isEmpty() && number != reading) {
            throw new WireException(
                    "adopt.batch", number + " arrived before the end of " + reading);
        }
        reading = number;
        WireBounds.size(
                "adopt.tasks", tasks.size() + wire.getTasksCount(), PeerMessage.Adopt.MAX_TASKS);
        WireBounds.size(
                "adopt.jobs", jobs.size() + wire.getJobsCount(), PeerMessage.Adopt.MAX_TASKS);
        for (ByteString job : wire.getJobsList()) {
            if (!(mapper.read(job.toByteArray()) instanceof JournalRecord.JobOpened opened)) {
                throw new WireException("adopt.jobs", "not a job");
            }
            jobs.add(opened);
        }
        for (org.evenkeel.wire.proto.PassedTask item : wire.getTasksList()) {
            tasks.add(task(item));
        }
        if (wire.getMore()) {
            return null;
        }
        PeerMessage.Adopt message = new PeerMessage.Adopt(number, tasks, jobs);
        tasks = new ArrayList<>();
        jobs = new ArrayList<>();
        return message;
    }

    private PassedTask task(org.evenkeel.wire.proto.PassedTask item) throws WireException {
        JournalRecord.@Nullable Accepted accepted = null;
        JournalRecord.@Nullable Granted granted = null;
        JournalRecord.@Nullable Done done = null;
        WireBounds.size("adopt.tasks.records", item.getRecordsCount(), 3);
        for (ByteString body : item.getRecordsList()) {
            switch (mapper.read(body.toByteArray())) {
                case JournalRecord.Accepted r -> accepted = r;
                case JournalRecord.Granted r -> granted = r;
                case JournalRecord.Done r -> done = r;
                default ->
                        throw new WireException("adopt.tasks.records", "not the record of a task");
            }
        }
        if (accepted == null) {
            throw new WireException("adopt.tasks.records", "a task without its acceptance record");
        }
        Grant inForce = WireBounds.grant("adopt.tasks.grant", item.getEpoch(), item.getGrant());
        return new PassedTask(
                new TaskState(
                        accepted.accepted(),
                        accepted.grant(),
                        accepted.session(),
                        granted == null ? 0 : granted.failures(),
                        granted == null ? List.of() : granted.deaths(),
                        done == null ? null : done.outcome(),
                        done == null ? "" : done.ranOn(),
                        accepted.origin()),
                inForce,
                WireBounds.notNegative("adopt.tasks.attachment", item.getAttachment()),
                WireBounds.notNegative("adopt.tasks.waited_nanos", item.getWaitedNanos()));
    }
}
