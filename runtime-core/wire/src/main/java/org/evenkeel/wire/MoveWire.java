package org.evenkeel.wire;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.wire.proto.MoveAward;
import org.evenkeel.wire.proto.MoveBid;
import org.evenkeel.wire.proto.MoveCall;

/** What daemons say about moving started tasks to idle workers. */
final class MoveWire {
    static MoveCall write(PeerMessage.MoveCall call) {
        return MoveCall.newBuilder()
                .setCall(call.call())
                .setSpeed(call.speed())
                .setKind(call.kind())
                .setKindNanos(call.kindNanos())
                .setKindRuns(call.kindRuns())
                .build();
    }

    static MoveBid write(PeerMessage.MoveBid bid) {
        return MoveBid.newBuilder()
                .setCall(bid.call())
                .addAllGainNanos(bid.gains())
                .setLaterNanos(bid.laterNanos())
                .build();
    }

    static MoveAward write(PeerMessage.MoveAward award) {
        return MoveAward.newBuilder().setCall(award.call()).setTasks(award.tasks()).build();
    }

    static PeerMessage read(MoveCall wire) throws WireException {
        return new PeerMessage.MoveCall(
                WireBounds.positive("move_call.call", wire.getCall()),
                PhaseWire.speed("move_call.speed", wire.getSpeed()),
                wire.getKind(),
                WireBounds.notNegative("move_call.kind_nanos", wire.getKindNanos()),
                WireBounds.notNegative("move_call.kind_runs", wire.getKindRuns()));
    }

    static PeerMessage read(MoveBid wire) throws WireException {
        String field = "move_bid.gain_nanos";
        int size = WireBounds.size(field, wire.getGainNanosCount(), PeerMessage.MoveBid.MAX_GAINS);
        List<Long> gains = new ArrayList<>(size);
        for (long gain : wire.getGainNanosList()) {
            gains.add(WireBounds.positive(field, gain));
        }
        return new PeerMessage.MoveBid(
                WireBounds.positive("move_bid.call", wire.getCall()),
                gains,
                WireBounds.notNegative("move_bid.later_nanos", wire.getLaterNanos()));
    }

    static PeerMessage read(MoveAward wire) throws WireException {
        return new PeerMessage.MoveAward(
                WireBounds.positive("move_award.call", wire.getCall()),
                WireBounds.atMost(
                        "move_award.tasks",
                        WireBounds.positive("move_award.tasks", wire.getTasks()),
                        PeerMessage.MoveBid.MAX_GAINS));
    }
}
