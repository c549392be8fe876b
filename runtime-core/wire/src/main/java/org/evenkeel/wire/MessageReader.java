package org.evenkeel.wire;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.Distance;
import org.evenkeel.model.JobId;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.Result;
import org.evenkeel.wire.proto.CheckpointAck;
import org.evenkeel.wire.proto.CheckpointAcks;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OfferItem;
import org.evenkeel.wire.proto.ResultItem;
import org.jspecify.annotations.Nullable;

/** Reads what daemons say to each other; checks every bound. One per link. */
final class MessageReader {

    /** Ten years. */
    private static final long MAX_HOURS_NANOS = Duration.ofDays(3_650).toNanos();

    private final TaskReader tasks;
    private final OfferAssembly offer = new OfferAssembly();
    private final ReplicaWire replicas = new ReplicaWire();
    private final OwnershipTransferWire passed = new OwnershipTransferWire();

    MessageReader(TaskReader tasks) {
        this.tasks = tasks;
    }

    /**
     * The message in a frame; null when it continues in the next frame.
     *
     * @throws WireException if it breaks a rule, or holds something daemons do not say to the core
     */
    @Nullable PeerMessage read(Frame frame, int frameBytes) throws WireException {
        return switch (frame.getBodyCase()) {
            case OFFER -> offer(frame.getOffer(), frameBytes);
            case OFFER_ANSWER -> offerAnswer(frame.getOfferAnswer());
            case RESULTS -> results(frame.getResults(), frameBytes);
            case RESULT_ACKS ->
                    new PeerMessage.ResultAcks(
                            TaskReader.granted(
                                    "result_acks.tasks", frame.getResultAcks().getTasksList()));
            case CHECKPOINT_ACKS -> checkpointAcks(frame.getCheckpointAcks());
            case LOAD -> load("load", frame.getLoad());
            case HOLDING -> holding(frame.getHolding());
            case HOLDING_ACK ->
                    new PeerMessage.HoldingAck(
                            WireBounds.positive("holding_ack.seq", frame.getHoldingAck().getSeq()),
                            TaskReader.granted(
                                    "holding_ack.superseded",
                                    frame.getHoldingAck().getSupersededList()));
            case LOST -> lost(frame.getLost());
            case CANCEL ->
                    new PeerMessage.Cancel(
                            TaskReader.granted("cancel.tasks", frame.getCancel().getTasksList()),
                            WireBounds.text("cancel.why", frame.getCancel().getWhy()));
            case JOB_ENDED ->
                    new PeerMessage.JobEnded(
                            new JobId(frame.getJobEnded().getJob()),
                            frame.getJobEnded().getAdvice());
            case REQUEST ->
                    new PeerMessage.Request(
                            WireBounds.notNegative("request.room", frame.getRequest().getRoom()));
            case NOTHING_TO_GIVE -> new PeerMessage.NothingToGive();
            case PROBE ->
                    new PeerMessage.Probe(
                            WireBounds.nodeRef("probe.subject", frame.getProbe().getSubject()),
                            WireBounds.notNegative(
                                    "probe.silent_nanos", frame.getProbe().getSilentNanos()));
            case PROBE_ANSWER ->
                    new PeerMessage.ProbeAnswer(
                            WireBounds.node(
                                    "probe_answer.subject", frame.getProbeAnswer().getSubject()),
                            WireBounds.positive(
                                    "probe_answer.incarnation",
                                    frame.getProbeAnswer().getIncarnation()),
                            frame.getProbeAnswer().getGone(),
                            frame.getProbeAnswer().getSilence());
            case RETURNED -> new PeerMessage.Returned();
            case SESSION_MOVED ->
                    new PeerMessage.SessionMoved(
                            frame.getSessionMoved().getSession(),
                            WireBounds.positive(
                                    "session_moved.attachment",
                                    frame.getSessionMoved().getAttachment()),
                            WireBounds.notNegative(
                                    "session_moved.since", frame.getSessionMoved().getSince()),
                            frame.getSessionMoved().getFromAnother());
            case SESSION_LEFT ->
                    new PeerMessage.SessionLeft(
                            frame.getSessionLeft().getSession(),
                            WireBounds.positive(
                                    "session_left.attachment",
                                    frame.getSessionLeft().getAttachment()));
            case REPLICATE -> replicas.read(frame.getReplicate());
            case REPLICATED ->
                    new PeerMessage.Replicated(
                            WireBounds.notNegative(
                                    "replicated.up_to", frame.getReplicated().getUpTo()));
            case MOVED ->
                    new PeerMessage.Moved(
                            TaskReader.granted("moved.tasks", frame.getMoved().getTasksList()),
                            WireBounds.nodeRef("moved.owner", frame.getMoved().getOwner()));
            case ADOPT -> passed.read(frame.getAdopt());
            case ADOPTED ->
                    new PeerMessage.Adopted(
                            WireBounds.positive("adopted.batch", frame.getAdopted().getBatch()));
            case ADOPT_ALL ->
                    new PeerMessage.AdoptAll(
                            WireBounds.positive("adopt_all.batch", frame.getAdoptAll().getBatch()),
                            frame.getAdoptAll().getSession(),
                            WireBounds.notNegative(
                                    "adopt_all.attachment", frame.getAdoptAll().getAttachment()),
                            WireBounds.notNegative(
                                    "adopt_all.since", frame.getAdoptAll().getSince()));
            case ASK_ADOPTED ->
                    new PeerMessage.AskAdopted(
                            frame.getAskAdopted().getSession(),
                            WireBounds.notNegative(
                                    "ask_adopted.since", frame.getAskAdopted().getSince()),
                            WireBounds.positive(
                                    "ask_adopted.owners", frame.getAskAdopted().getOwners()),
                            WireBounds.notNegative(
                                    "ask_adopted.batch", frame.getAskAdopted().getBatch()));
            case ANSWER_ADOPTED ->
                    new PeerMessage.AnswerAdopted(
                            frame.getAnswerAdopted().getSession(),
                            frame.getAnswerAdopted().getTaken());
            case HOURS -> hours(frame.getHours());
            case LEAVING ->
                    new PeerMessage.Leaving(
                            WireBounds.text("leaving.why", frame.getLeaving().getWhy()),
                            frame.getLeaving().getStill());
            case MOVE_CALL -> MoveWire.read(frame.getMoveCall());
            case MOVE_BID -> MoveWire.read(frame.getMoveBid());
            case MOVE_AWARD -> MoveWire.read(frame.getMoveAward());
            case MASTER_SAYS -> PhaseWire.read(frame.getMasterSays());
            case PHASE_SAYS -> PhaseWire.read(frame.getPhaseSays());
            default ->
                    throw new WireException(
                            "body", frame.getBodyCase() + " is not a message between daemons");
        };
    }

    private static PeerMessage checkpointAcks(CheckpointAcks wire) throws WireException {
        int size =
                WireBounds.size(
                        "checkpoint_acks.items", wire.getItemsCount(), WireLimits.MAX_FRAME_TASKS);
        List<PeerMessage.Checkpointed> out = new ArrayList<>(size);
        for (CheckpointAck item : wire.getItemsList()) {
            out.add(
                    new PeerMessage.Checkpointed(
                            TaskReader.granted("checkpoint_acks.items.task", item.getTask()),
                            WireBounds.notNegative(
                                    "checkpoint_acks.items.run_nanos", item.getRunNanos())));
        }
        return new PeerMessage.CheckpointAcks(out);
    }

    /** Whether this kind of frame holds a {@link PeerMessage}. */
    static boolean isMessage(Frame.BodyCase body) {
        return switch (body) {
            case OFFER,
                    OFFER_ANSWER,
                    RESULTS,
                    RESULT_ACKS,
                    CHECKPOINT_ACKS,
                    LOAD,
                    HOLDING,
                    HOLDING_ACK,
                    LOST,
                    CANCEL,
                    JOB_ENDED,
                    REQUEST,
                    NOTHING_TO_GIVE,
                    PROBE,
                    PROBE_ANSWER,
                    LEAVING,
                    RETURNED,
                    SESSION_MOVED,
                    SESSION_LEFT,
                    REPLICATE,
                    REPLICATED,
                    MOVED,
                    ADOPT,
                    ADOPTED,
                    ADOPT_ALL,
                    ASK_ADOPTED,
                    ANSWER_ADOPTED,
                    HOURS,
                    MOVE_CALL,
                    MOVE_BID,
                    MOVE_AWARD,
                    MASTER_SAYS,
                    PHASE_SAYS ->
                    true;
            default -> false;
        };
    }

    private static PeerMessage.Availability hours(org.evenkeel.wire.proto.Hours wire)
            throws WireException {
        int size = WireBounds.size("hours.open", wire.getOpenCount(), AvailabilitySpan.MAX);
        if (wire.getAlways() && size > 0) {
            throw new WireException(
                    "hours.open", "a node that is always open must have no time spans");
        }
        List<AvailabilitySpan> open = new ArrayList<>(size);
        long last = 0;
        for (org.evenkeel.wire.proto.OpenSpan span : wire.getOpenList()) {
            long in = within("hours.open.in_nanos", span.getInNanos());
            long length = within("hours.open.for_nanos", span.getForNanos());
            if (in < last || length == 0) {
                throw new WireException("hours.open", "a time span is empty, or starts too early");
            }
            last = in + length;
            open.add(new AvailabilitySpan(in, last));
        }
        return new PeerMessage.Availability(
                wire.getAlways(), WireBounds.notNegative("hours.workers", wire.getWorkers()), open);
    }

    /** Sums of a clock and a few such times stay in range. */
    private static long within(String field, long nanos) throws WireException {
        if (nanos < 0 || nanos > MAX_HOURS_NANOS) {
            throw new WireException(field, nanos + " is not 0 to " + MAX_HOURS_NANOS);
        }
        return nanos;
    }

    private @Nullable PeerMessage offer(org.evenkeel.wire.proto.Offer wire, int frameBytes)
            throws WireException {
        int size =
                WireBounds.size("offer.groups", wire.getGroupsCount(), WireLimits.MAX_FRAME_TASKS);
        long incarnation = WireBounds.positive("offer.to_incarnation", wire.getToIncarnation());
        long batch = WireBounds.positive("offer.batch", wire.getBatch());
        PeerMessage.Load load = wire.hasLoad() ? load("offer.load", wire.getLoad()) : null;
        offer.begin(batch);
        for (int i = 0; i < size; i++) {
            org.evenkeel.wire.proto.OfferGroup group = wire.getGroups(i);
            TaskKind kind = tasks.kind(group);
            NodeRef owner = WireBounds.nodeRef("offer.groups.owner", group.getOwner());
            for (OfferItem item : group.getItemsList()) {
                offer.add(tasks.offered(item, kind, owner, frameBytes));
            }
        }
        if (wire.getMore()) {
            return null;
        }
        return new PeerMessage.Offer(
                incarnation,
                batch,
                WireBounds.notNegative("offer.answered_up_to", wire.getAnsweredUpTo()),
                offer.take(),
                load);
    }

    private @Nullable PeerMessage offerAnswer(org.evenkeel.wire.proto.OfferAnswer wire)
            throws WireException {
        long batch = WireBounds.positive("offer_answer.batch", wire.getBatch());
        offer.answers(
                batch,
                handOvers("offer_answer.taken", wire.getTakenList()),
                handOvers("offer_answer.refused", wire.getRefusedList()));
        return wire.getMore()
                ? null
                : offer.takeAnswer(batch, WireBounds.text("offer_answer.reason", wire.getReason()));
    }

    private static List<HandOver> handOvers(
            String field, List<org.evenkeel.wire.proto.HandOver> list) throws WireException {
        List<HandOver> out =
                new ArrayList<>(WireBounds.size(field, list.size(), WireLimits.MAX_FRAME_TASKS));
        for (org.evenkeel.wire.proto.HandOver one : list) {
            out.add(
                    new HandOver(
                            TaskReader.id(field, one.getOrigin(), one.getNumber()),
                            WireBounds.grant(field + ".grant", one.getEpoch(), one.getGrant()),
                            WireBounds.notNegative(field + ".hop", one.getHop())));
        }
        return out;
    }

    private PeerMessage results(org.evenkeel.wire.proto.Results wire, int frameBytes)
            throws WireException {
        int size =
                WireBounds.size("results.items", wire.getItemsCount(), WireLimits.MAX_FRAME_TASKS);
        List<Result> results = new ArrayList<>(size);
        for (ResultItem item : wire.getItemsList()) {
            results.add(tasks.result(item, frameBytes));
        }
        return new PeerMessage.Results(
                results, wire.hasLoad() ? load("results.load", wire.getLoad()) : null);
    }

    private static PeerMessage.Load load(String field, org.evenkeel.wire.proto.Load wire)
            throws WireException {
        LoadState state =
                switch (wire.getState()) {
                    case 0 -> LoadState.LOW;
                    case 1 -> LoadState.MODERATE;
                    case 2 -> LoadState.HIGH;
                    default -> throw new UnknownValueException(field + ".state", wire.getState());
                };
        return new PeerMessage.Load(
                state,
                WireBounds.notNegative(field + ".seq", wire.getSeq()),
                WireBounds.notNegative(field + ".received", wire.getReceived()),
                WireBounds.notNegative(field + ".busy", wire.getBusy()),
                WireBounds.notNegative(field + ".waiting", wire.getWaiting()),
                WireBounds.notNegative(field + ".workers", wire.getWorkers()),
                WireBounds.notNegative(field + ".room", wire.getRoom()),
                wire.hasDistance()
                        ? WireBounds.atMost(
                                field + ".distance", wire.getDistance(), Distance.UNKNOWN)
                        : Distance.of(state),
                wire.getSpeed() == PeerMessage.Load.UNKNOWN_SPEED
                        ? PeerMessage.Load.UNKNOWN_SPEED
                        : PhaseWire.speed(field + ".speed", wire.getSpeed()));
    }

    private static PeerMessage holding(org.evenkeel.wire.proto.Holding wire) throws WireException {
        return new PeerMessage.Holding(
                WireBounds.positive("holding.seq", wire.getSeq()),
                TaskReader.granted("holding.tasks", wire.getTasksList()),
                wire.getLast());
    }

    private static PeerMessage lost(org.evenkeel.wire.proto.Lost wire) throws WireException {
        PeerMessage.GrantedTask task = TaskReader.granted("lost.task", wire.getTask());
        return new PeerMessage.Lost(
                task.task(),
                task.grant(),
                wire.getDiedRunning(),
                WireBounds.text("lost.why", wire.getWhy()));
    }
}
