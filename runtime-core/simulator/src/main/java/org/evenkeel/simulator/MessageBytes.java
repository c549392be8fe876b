package org.evenkeel.simulator;

import org.evenkeel.model.protocol.MasterCommand;
import org.evenkeel.model.protocol.PeerMessage;

/** How long messages are on the wire, roughly: what they carry, and a few bytes around it. */
final class MessageBytes {

    private static final int FRAME = 66; // Ethernet, IP and TCP headers
    private static final int ID = 24;
    private static final int TASK = 96;
    private static final int LOAD = 16;
    private static final int PART = 12;
    private static final int COUNTS = 48;

    static double of(PeerMessage peerMessage) {
        double bytes = FRAME;
        switch (peerMessage) {
            case PeerMessage.Offer m -> {
                for (PeerMessage.OfferedTask task : m.tasks()) {
                    bytes += TASK + task.task().payload().sizeBytes();
                }
            }
            case PeerMessage.Results m -> {
                for (PeerMessage.Result result : m.results()) {
                    var payload = result.outcome().payload();
                    bytes += ID + (payload == null ? 0 : payload.sizeBytes());
                }
            }
            case PeerMessage.OfferAnswer m -> bytes += ID * (m.taken().size() + m.refused().size());
            case PeerMessage.ResultAcks m -> bytes += ID * m.tasks().size();
            case PeerMessage.Holding m -> bytes += ID * m.tasks().size();
            case PeerMessage.HoldingAck m -> bytes += ID * m.superseded().size();
            case PeerMessage.MasterMessage m when m.word() instanceof MasterCommand.Plan plan ->
                    bytes += LOAD + PART * (plan.sends().size() + plan.receives().size());
            case PeerMessage.PhaseMessage _ -> bytes += COUNTS;
            default -> bytes += LOAD;
        }
        return bytes;
    }
}
