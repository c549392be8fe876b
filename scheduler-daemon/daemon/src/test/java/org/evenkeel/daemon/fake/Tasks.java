package org.evenkeel.daemon.fake;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OutcomeAck;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Submit;
import org.evenkeel.wire.proto.SubmitGroup;
import org.evenkeel.wire.proto.SubmitItem;
import org.evenkeel.wire.proto.TaskKind;

/** Frames of clients, for tests. */
public final class Tasks {

    private Tasks() {}

    public static TaskKind.Builder kind(String name, byte[] bundle) {
        return TaskKind.newBuilder().setJob(7).setName(name).setBundle(ByteString.copyFrom(bundle));
    }

    /** Tasks from one number to another, both included. */
    public static Frame submit(TaskKind.Builder kind, long from, long to, String payload) {
        SubmitGroup.Builder group = SubmitGroup.newBuilder().setKind(kind);
        for (long number = from; number <= to; number++) {
            group.addItems(
                    SubmitItem.newBuilder()
                            .setNumber(number)
                            .setPayload(ByteString.copyFromUtf8(payload)));
        }
        return Frame.newBuilder().setSubmit(Submit.newBuilder().addGroups(group)).build();
    }

    public static Frame ack(List<OutcomeItem> outcomes) {
        OutcomeAck.Builder ack = OutcomeAck.newBuilder();
        outcomes.forEach(outcome -> ack.addNumbers(outcome.getNumber()));
        return Frame.newBuilder().setOutcomeAck(ack).build();
    }

    /** Serves the bundle and reads outcomes until there are so many; acknowledges them. */
    public static List<OutcomeItem> outcomes(WireSocket socket, FakeBundle bundle, int count)
            throws IOException {
        List<OutcomeItem> all = new ArrayList<>();
        while (all.size() < count) {
            Frame frame = socket.read();
            if (frame.hasOutcomes()) {
                all.addAll(frame.getOutcomes().getItemsList());
                socket.send(ack(frame.getOutcomes().getItemsList()));
            } else if (frame.hasBlobRequest()) {
                socket.send(bundle.answer(frame.getBlobRequest()));
            } else if (frame.hasRejected()) {
                throw new IOException("rejected: " + frame.getRejected().getReason());
            }
        }
        return all;
    }
}
