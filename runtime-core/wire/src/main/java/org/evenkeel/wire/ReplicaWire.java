package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.JournalRecord;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.ReplicaRecord;
import org.evenkeel.wire.proto.Replicate;

/**
 * Records on their way to a replica: bodies as the journal has them, in frames of bounded size. One
 * per link.
 */
final class ReplicaWire {
    private final JournalMapper mapper = new JournalMapper();
    private final FrameBatch batch = new FrameBatch();

    /** Every frame is a message of its own, since records are numbered. */
    void write(PeerMessage.Replicate message, Consumer<Frame> out) {
        long first = message.first();
        Replicate.Builder wire =
                Replicate.newBuilder()
                        .setFirst(first)
                        .setAll(message.all())
                        .setOlder(message.diskSince() != 0)
                        .setDiskSince(message.diskSince());
        batch.clear();
        for (JournalRecord.OfTask record : message.records()) {
            ReplicaRecord item = item(record);
            if (!batch.fits(item.getBody().size(), 0)) {
                out.accept(Frame.newBuilder().setReplicate(wire).build());
                first += wire.getRecordsCount();
                wire = Replicate.newBuilder().setFirst(first);
                batch.clear();
            }
            wire.addRecords(item);
            batch.add(item.getBody().size(), 0);
        }
        out.accept(Frame.newBuilder().setReplicate(wire).build());
    }

    private ReplicaRecord item(JournalRecord.OfTask record) {
        if (record instanceof JournalRecord.Forgotten forgotten) {
            return ReplicaRecord.newBuilder()
                    .setForgotten(TaskIdMapper.toWire(forgotten.task()))
                    .build();
        }
        return ReplicaRecord.newBuilder()
                .setBody(ByteString.copyFrom(mapper.write(record)))
                .build();
    }

    PeerMessage.Replicate read(Replicate wire) throws WireException {
        int size =
                WireBounds.size(
                        "replicate.records", wire.getRecordsCount(), WireLimits.MAX_FRAME_TASKS);
        List<JournalRecord.OfTask> records = new ArrayList<>(size);
        for (ReplicaRecord item : wire.getRecordsList()) {
            records.add(record(item));
        }
        return new PeerMessage.Replicate(
                WireBounds.positive("replicate.first", wire.getFirst()),
                wire.getAll(),
                wire.getOlder() && wire.getDiskSince() == 0 ? 1 : wire.getDiskSince(),
                records);
    }

    private JournalRecord.OfTask record(ReplicaRecord item) throws WireException {
        if (item.hasForgotten()) {
            return new JournalRecord.Forgotten(
                    TaskReader.id(
                            "replicate.records.forgotten",
                            item.getForgotten().getOrigin(),
                            item.getForgotten().getNumber()));
        }
        if (mapper.read(item.getBody().toByteArray()) instanceof JournalRecord.OfTask record) {
            return record;
        }
        throw new WireException("replicate.records.body", "not the record of a task");
    }
}
