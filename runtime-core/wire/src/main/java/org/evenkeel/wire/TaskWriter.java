package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.Delivery;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.OutcomeItem;
import org.evenkeel.wire.proto.Outcomes;
import org.evenkeel.wire.proto.PutAway;
import org.evenkeel.wire.proto.Recall;
import org.evenkeel.wire.proto.Start;
import org.evenkeel.wire.proto.StartGroup;
import org.evenkeel.wire.proto.StartItem;
import org.evenkeel.wire.proto.StopTasks;
import org.jspecify.annotations.Nullable;

/** Writes tasks for workers and outcomes for clients, in frames of bounded size. One per link. */
final class TaskWriter {

    private final KindTable kinds;
    private final FrameBatch batch = new FrameBatch();

    TaskWriter(KindTable kinds) {
        this.kinds = kinds;
    }

    /** Tasks in their order; neighbours of one kind share a group. */
    @SuppressWarnings("ReferenceEquality") // equal kinds that are not the same only cost a group
    void start(List<Assignment> assignments, Consumer<Frame> out) {
        batch.clear();
        Start.Builder start = Start.newBuilder();
        StartGroup.@Nullable Builder group = null;
        TaskKind groupKind = null;
        for (int i = 0; i < assignments.size(); i++) {
            Assignment assignment = assignments.get(i);
            Task task = assignment.task();
            ByteString inline = PayloadWire.inline(task.payload());
            boolean newKind = task.kind() != groupKind;
            int text = newKind ? task.kind().name().length() : 0;
            if (!batch.fits(inline.size(), text)) {
                if (group != null) {
                    start.addGroups(group);
                }
                out.accept(Frame.newBuilder().setStart(start).build());
                start = Start.newBuilder();
                group = null;
                batch.clear();
            }
            if (group == null || newKind) {
                if (group != null) {
                    start.addGroups(group);
                }
                groupKind = task.kind();
                group = StartGroup.newBuilder().setKind(kinds.write(groupKind));
            }
            group.addItems(startItem(assignment, inline));
            batch.add(inline.size(), text);
        }
        if (group != null) {
            out.accept(Frame.newBuilder().setStart(start.addGroups(group)).build());
        }
    }

    private static StartItem startItem(Assignment assignment, ByteString inline) {
        Task task = assignment.task();
        StartItem.Builder item =
                StartItem.newBuilder()
                        .setOrigin(task.id().origin())
                        .setNumber(task.id().number())
                        .setEpoch(assignment.grant().epoch())
                        .setGrant(assignment.grant().number())
                        .setPayload(inline);
        BlobRef blob = PayloadWire.blob(task.payload());
        if (blob != null) {
            item.setBlob(blob);
        }
        return item.build();
    }

    /**
     * Outcomes for a session.
     *
     * @param self where a task ran that the receiver need not be told
     */
    void outcomes(List<Delivery> deliveries, String self, Consumer<Frame> out) {
        batch.clear();
        Outcomes.Builder outcomes = Outcomes.newBuilder();
        for (int i = 0; i < deliveries.size(); i++) {
            Delivery delivery = deliveries.get(i);
            Outcome outcome = delivery.outcome();
            Payload payload = outcome.payload();
            ByteString inline = payload == null ? ByteString.EMPTY : PayloadWire.inline(payload);
            int text = outcome.summary().length() + delivery.ranOn().length();
            if (!batch.fits(inline.size(), text)) {
                out.accept(Frame.newBuilder().setOutcomes(outcomes).build());
                outcomes = Outcomes.newBuilder();
                batch.clear();
            }
            outcomes.addItems(outcomeItem(delivery, payload, inline, self));
            batch.add(inline.size(), text);
        }
        if (!batch.isEmpty()) {
            out.accept(Frame.newBuilder().setOutcomes(outcomes).build());
        }
    }

    private static OutcomeItem outcomeItem(
            Delivery delivery, @Nullable Payload payload, ByteString inline, String self) {
        OutcomeItem.Builder item =
                OutcomeItem.newBuilder()
                        .setNumber(delivery.number())
                        .setStatus(OutcomeWire.status(delivery.outcome()))
                        .setPayload(inline)
                        .setHasPayload(payload != null);
        if (!delivery.outcome().summary().isEmpty()) {
            item.setSummary(delivery.outcome().summary());
        }
        if (!delivery.ranOn().equals(self)) {
            item.setNode(delivery.ranOn());
        }
        BlobRef blob = payload == null ? null : PayloadWire.blob(payload);
        if (blob != null) {
            item.setBlob(blob);
        }
        return item.build();
    }

    static void recall(List<GrantedTask> tasks, Consumer<Frame> out) {
        pieces(
                tasks,
                piece ->
                        out.accept(
                                Frame.newBuilder()
                                        .setRecall(Recall.newBuilder().addAllTasks(granted(piece)))
                                        .build()));
    }

    static void stop(List<GrantedTask> tasks, String why, Consumer<Frame> out) {
        pieces(
                tasks,
                piece ->
                        out.accept(
                                Frame.newBuilder()
                                        .setStopTasks(
                                                StopTasks.newBuilder()
                                                        .addAllTasks(granted(piece))
                                                        .setWhy(WireBounds.cut(why)))
                                        .build()));
    }

    static void suspend(List<GrantedTask> tasks, Capture how, Consumer<Frame> out) {
        pieces(
                tasks,
                piece ->
                        out.accept(
                                Frame.newBuilder()
                                        .setPutAway(
                                                PutAway.newBuilder()
                                                        .addAllTasks(granted(piece))
                                                        .setRunsOn(how == Capture.CHECKPOINT)
                                                        .setWithChildren(
                                                                how == Capture.MOVE_WITH_CHILDREN))
                                        .build()));
    }

    /** Cuts a list so that each piece fits a frame. */
    static <T> void pieces(List<T> list, Consumer<List<T>> out) {
        int most = Math.min(WireLimits.MAX_FRAME_TASKS, 8 * WireLimits.BATCH_TASKS);
        for (int from = 0; from < list.size(); from += most) {
            out.accept(list.subList(from, Math.min(list.size(), from + most)));
        }
    }

    static List<Granted> granted(List<GrantedTask> tasks) {
        return tasks.stream().map(TaskWriter::granted).toList();
    }

    static Granted granted(GrantedTask task) {
        return Granted.newBuilder()
                .setOrigin(task.task().origin())
                .setNumber(task.task().number())
                .setEpoch(task.grant().epoch())
                .setGrant(task.grant().number())
                .build();
    }
}
