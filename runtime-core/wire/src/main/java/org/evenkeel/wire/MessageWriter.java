package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Payload;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.wire.proto.AdoptAll;
import org.evenkeel.wire.proto.Adopted;
import org.evenkeel.wire.proto.AnswerAdopted;
import org.evenkeel.wire.proto.AskAdopted;
import org.evenkeel.wire.proto.BlobRef;
import org.evenkeel.wire.proto.Cancel;
import org.evenkeel.wire.proto.CheckpointAck;
import org.evenkeel.wire.proto.CheckpointAcks;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Holding;
import org.evenkeel.wire.proto.HoldingAck;
import org.evenkeel.wire.proto.Hours;
import org.evenkeel.wire.proto.JobEnded;
import org.evenkeel.wire.proto.Leaving;
import org.evenkeel.wire.proto.Load;
import org.evenkeel.wire.proto.Lost;
import org.evenkeel.wire.proto.Moved;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.NothingToGive;
import org.evenkeel.wire.proto.OfferAnswer;
import org.evenkeel.wire.proto.Probe;
import org.evenkeel.wire.proto.ProbeAnswer;
import org.evenkeel.wire.proto.Replicated;
import org.evenkeel.wire.proto.Request;
import org.evenkeel.wire.proto.ResultAcks;
import org.evenkeel.wire.proto.ResultItem;
import org.evenkeel.wire.proto.Results;
import org.evenkeel.wire.proto.Returned;
import org.evenkeel.wire.proto.SessionLeft;
import org.evenkeel.wire.proto.SessionMoved;

/** Writes what daemons say to each other, in frames of bounded size. One per link. */
final class MessageWriter {

    private final OfferWriter offers;
    private final FrameBatch batch = new FrameBatch();
    private final ReplicaWire replicas = new ReplicaWire();
    private final OwnershipTransferWire passed = new OwnershipTransferWire();

    MessageWriter(KindTable kinds) {
        offers = new OfferWriter(kinds);
    }

    void write(PeerMessage peerMessage, Consumer<Frame> out) {
        Frame.Builder frame = Frame.newBuilder();
        switch (peerMessage) {
            case PeerMessage.Load load -> frame.setLoad(load(load));
            case PeerMessage.Offer offer -> offers.write(offer, out);
            case PeerMessage.OfferAnswer answer -> answer(answer, out);
            case PeerMessage.Results results -> results(results, out);
            case PeerMessage.ResultAcks acks -> acks(acks, out);
            case PeerMessage.CheckpointAcks acks -> acks(acks, out);
            case PeerMessage.Holding holding -> holding(holding, out);
            case PeerMessage.HoldingAck ack -> holdingAck(ack, out);
            case PeerMessage.Lost lost ->
                    frame.setLost(
                            Lost.newBuilder()
                                    .setTask(
                                            TaskWriter.granted(
                                                    new GrantedTask(lost.task(), lost.grant())))
                                    .setDiedRunning(lost.diedRunning())
                                    .setWhy(WireBounds.cut(lost.why())));
            case PeerMessage.Cancel cancel -> cancel(cancel, out);
            case PeerMessage.JobEnded ended ->
                    frame.setJobEnded(
                            JobEnded.newBuilder()
                                    .setJob(ended.job().value())
                                    .setAdvice(ended.advice()));
            case PeerMessage.Request request ->
                    frame.setRequest(Request.newBuilder().setRoom(request.room()));
            case PeerMessage.NothingToGive nothing ->
                    frame.setNothingToGive(NothingToGive.getDefaultInstance());
            case PeerMessage.Probe probe ->
                    frame.setProbe(
                            Probe.newBuilder()
                                    .setSubject(node(probe.subject()))
                                    .setSilentNanos(probe.silentNanos()));
            case PeerMessage.ProbeAnswer answer ->
                    frame.setProbeAnswer(
                            ProbeAnswer.newBuilder()
                                    .setSubject(answer.subject().name())
                                    .setIncarnation(answer.incarnation())
                                    .setGone(answer.gone())
                                    .setSilence(answer.silence()));
            case PeerMessage.Returned returned -> frame.setReturned(Returned.getDefaultInstance());
            case PeerMessage.SessionMoved moved ->
                    frame.setSessionMoved(
                            SessionMoved.newBuilder()
                                    .setSession(moved.session())
                                    .setAttachment(moved.attachment())
                                    .setSince(moved.since())
                                    .setFromAnother(moved.isFromAnother()));
            case PeerMessage.SessionLeft left ->
                    frame.setSessionLeft(
                            SessionLeft.newBuilder()
                                    .setSession(left.session())
                                    .setAttachment(left.attachment()));
            case PeerMessage.Replicate replicate -> replicas.write(replicate, out);
            case PeerMessage.Replicated replicated ->
                    frame.setReplicated(Replicated.newBuilder().setUpTo(replicated.upTo()));
            case PeerMessage.Moved moved -> moved(moved, out);
            case PeerMessage.Adopt adopt -> passed.write(adopt, out);
            case PeerMessage.Adopted adopted ->
                    frame.setAdopted(Adopted.newBuilder().setBatch(adopted.batch()));
            case PeerMessage.AdoptAll all ->
                    frame.setAdoptAll(
                            AdoptAll.newBuilder()
                                    .setBatch(all.batch())
                                    .setSession(all.session())
                                    .setAttachment(all.attachment())
                                    .setSince(all.since()));
            case PeerMessage.AskAdopted ask ->
                    frame.setAskAdopted(
                            AskAdopted.newBuilder()
                                    .setSession(ask.session())
                                    .setSince(ask.since())
                                    .setOwners(ask.owners())
                                    .setBatch(ask.batch()));
            case PeerMessage.AnswerAdopted answer ->
                    frame.setAnswerAdopted(
                            AnswerAdopted.newBuilder()
                                    .setSession(answer.session())
                                    .setTaken(answer.taken()));
            case PeerMessage.Availability availability -> frame.setHours(hours(availability));
            case PeerMessage.Leaving leaving ->
                    frame.setLeaving(
                            Leaving.newBuilder()
                                    .setWhy(WireBounds.cut(leaving.why()))
                                    .setStill(leaving.still()));
            case PeerMessage.MoveCall call -> frame.setMoveCall(MoveWire.write(call));
            case PeerMessage.MoveBid bid -> frame.setMoveBid(MoveWire.write(bid));
            case PeerMessage.MoveAward award -> frame.setMoveAward(MoveWire.write(award));
            case PeerMessage.MasterMessage says ->
                    frame.setMasterSays(PhaseWire.write(says.word()));
            case PeerMessage.PhaseMessage says -> frame.setPhaseSays(PhaseWire.write(says.word()));
        }
        if (frame.getBodyCase() != Frame.BodyCase.BODY_NOT_SET) { // others were written already
            out.accept(frame.build());
        }
    }

    private static Hours hours(PeerMessage.Availability availability) {
        Hours.Builder wire =
                Hours.newBuilder()
                        .setAlways(availability.always())
                        .setWorkers(availability.workers());
        for (AvailabilitySpan span : availability.open()) {
            wire.addOpen(
                    org.evenkeel.wire.proto.OpenSpan.newBuilder()
                            .setInNanos(span.fromNanos())
                            .setForNanos(span.toNanos() - span.fromNanos()));
        }
        return wire.build();
    }

    static NodeRef node(org.evenkeel.model.NodeRef ref) {
        return NodeRef.newBuilder()
                .setName(ref.id().name())
                .setIncarnation(ref.incarnation())
                .setHost(ref.host())
                .setPort(ref.port())
                .build();
    }

    static Load load(PeerMessage.Load load) {
        return Load.newBuilder()
                .setState(
                        switch (load.state()) {
                            case LOW -> 0;
                            case MODERATE -> 1;
                            case HIGH -> 2;
                        })
                .setSeq(load.seq())
                .setReceived(load.received())
                .setBusy(load.busy())
                .setWaiting(load.waiting())
                .setWorkers(load.workers())
                .setRoom(load.room())
                .setDistance(load.distance())
                .setSpeed(load.speed())
                .build();
    }

    private void results(PeerMessage.Results message, Consumer<Frame> out) {
        batch.clear();
        Results.Builder results = Results.newBuilder();
        for (Result result : message.results()) {
            Payload payload = result.outcome().payload();
            ByteString inline = payload == null ? ByteString.EMPTY : PayloadWire.inline(payload);
            int text = result.outcome().summary().length();
            if (!batch.fits(inline.size(), text)) {
                out.accept(Frame.newBuilder().setResults(results).build());
                results = Results.newBuilder();
                batch.clear();
            }
            results.addItems(resultItem(result));
            batch.add(inline.size(), text);
        }
        if (message.load() != null) {
            results.setLoad(load(message.load()));
        }
        out.accept(Frame.newBuilder().setResults(results).build());
    }

    private static ResultItem resultItem(Result result) {
        Payload payload = result.outcome().payload();
        ResultItem.Builder item =
                ResultItem.newBuilder()
                        .setOrigin(result.task().origin())
                        .setNumber(result.task().number())
                        .setEpoch(result.grant().epoch())
                        .setGrant(result.grant().number())
                        .setStatus(OutcomeWire.status(result.outcome()))
                        .setRunNanos(result.runNanos())
                        .setHasPayload(payload != null)
                        .setSummary(result.outcome().summary())
                        .setIsFinal(result.outcome().isFinal());
        if (result.towards() != null) {
            item.setTowards(result.towards().name());
        }
        if (payload != null) {
            item.setPayload(PayloadWire.inline(payload));
            BlobRef blob = PayloadWire.blob(payload);
            if (blob != null) {
                item.setBlob(blob);
            }
        }
        return item.build();
    }

    private static void acks(PeerMessage.ResultAcks acks, Consumer<Frame> out) {
        TaskWriter.pieces(
                acks.tasks(),
                piece ->
                        out.accept(
                                Frame.newBuilder()
                                        .setResultAcks(
                                                ResultAcks.newBuilder()
                                                        .addAllTasks(TaskWriter.granted(piece)))
                                        .build()));
    }

    private static void acks(PeerMessage.CheckpointAcks acks, Consumer<Frame> out) {
        TaskWriter.pieces(
                acks.checkpoints(),
                piece -> {
                    CheckpointAcks.Builder items = CheckpointAcks.newBuilder();
                    for (PeerMessage.Checkpointed one : piece) {
                        items.addItems(
                                CheckpointAck.newBuilder()
                                        .setTask(TaskWriter.granted(one.task()))
                                        .setRunNanos(one.ranNanos()));
                    }
                    out.accept(Frame.newBuilder().setCheckpointAcks(items).build());
                });
    }

    private static void moved(PeerMessage.Moved moved, Consumer<Frame> out) {
        TaskWriter.pieces(
                moved.tasks(),
                piece ->
                        out.accept(
                                Frame.newBuilder()
                                        .setMoved(
                                                Moved.newBuilder()
                                                        .setOwner(node(moved.owner()))
                                                        .addAllTasks(TaskWriter.granted(piece)))
                                        .build()));
    }

    private static void cancel(PeerMessage.Cancel cancel, Consumer<Frame> out) {
        TaskWriter.pieces(
                cancel.tasks(),
                piece ->
                        out.accept(
                                Frame.newBuilder()
                                        .setCancel(
                                                Cancel.newBuilder()
                                                        .addAllTasks(TaskWriter.granted(piece))
                                                        .setWhy(WireBounds.cut(cancel.why())))
                                        .build()));
    }

    private static void holding(PeerMessage.Holding holding, Consumer<Frame> out) {
        int most = PeerMessage.Holding.MAX_TASKS;
        List<GrantedTask> tasks = holding.tasks();
        int from = 0;
        do {
            int to = Math.min(tasks.size(), from + most);
            out.accept(
                    Frame.newBuilder()
                            .setHolding(
                                    Holding.newBuilder()
                                            .setSeq(holding.seq())
                                            .addAllTasks(
                                                    TaskWriter.granted(tasks.subList(from, to)))
                                            .setLast(holding.last() && to == tasks.size()))
                            .build());
            from = to;
        } while (from < tasks.size());
    }

    private static void holdingAck(PeerMessage.HoldingAck ack, Consumer<Frame> out) {
        if (ack.superseded().isEmpty()) {
            out.accept(holdingAck(ack.seq(), List.of()));
            return;
        }
        TaskWriter.pieces(ack.superseded(), piece -> out.accept(holdingAck(ack.seq(), piece)));
    }

    private static Frame holdingAck(long seq, List<GrantedTask> superseded) {
        return Frame.newBuilder()
                .setHoldingAck(
                        HoldingAck.newBuilder()
                                .setSeq(seq)
                                .addAllSuperseded(TaskWriter.granted(superseded)))
                .build();
    }

    private static void answer(PeerMessage.OfferAnswer answer, Consumer<Frame> out) {
        int most = WireLimits.MAX_FRAME_TASKS / 2;
        int taken = 0;
        int refused = 0;
        boolean more;
        do {
            int takenTo = Math.min(answer.taken().size(), taken + most);
            int refusedTo = Math.min(answer.refused().size(), refused + most);
            more = takenTo < answer.taken().size() || refusedTo < answer.refused().size();
            OfferAnswer.Builder wire =
                    OfferAnswer.newBuilder()
                            .setBatch(answer.batch())
                            .addAllTaken(handOvers(answer.taken().subList(taken, takenTo)))
                            .addAllRefused(handOvers(answer.refused().subList(refused, refusedTo)))
                            .setMore(more);
            if (!more) {
                wire.setReason(WireBounds.cut(answer.reason()));
            }
            out.accept(Frame.newBuilder().setOfferAnswer(wire).build());
            taken = takenTo;
            refused = refusedTo;
        } while (more);
    }

    private static List<org.evenkeel.wire.proto.HandOver> handOvers(List<HandOver> list) {
        return list.stream().map(MessageWriter::handOver).toList();
    }

    private static org.evenkeel.wire.proto.HandOver handOver(HandOver one) {
        TaskId task = one.task();
        return org.evenkeel.wire.proto.HandOver.newBuilder()
                .setOrigin(task.origin())
                .setNumber(task.number())
                .setEpoch(one.grant().epoch())
                .setGrant(one.grant().number())
                .setHop(one.hop())
                .build();
    }
}
