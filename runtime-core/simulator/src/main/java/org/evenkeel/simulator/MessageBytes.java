package org.evenkeel.simulator;

import org.evenkeel.model.protocol.MasterWord;
import org.evenkeel.model.protocol.Message;

/** How long messages are on the wire, roughly: what they carry, and a few bytes around it. */
final class MessageBytes {

    private static final int FRAME = 66; // Ethernet, IP and TCP headers
    private static final int ID = 24;
    private static final int TASK = 96;
    private static final int LOAD = 16;
    private static final int PART = 12;
    private static final int COUNTS = 48;

    private MessageBytes() {}

    static double of(Message message) {
        double bytes = FRAME;
        switch (message) {
            case Message.Offer m -> {
                for (Message.OfferedTask task : m.tasks()) {
                    bytes += TASK + task.task().payload().sizeBytes();
                }
            }
            case Message.Results m -> {
                for (Message.Result result : m.results()) {
                    var payload = result.outcome().payload();
                    bytes += ID + (payload == null ? 0 : payload.sizeBytes());
                }
            }
            case Message.OfferAnswer m -> bytes += ID * (m.taken().size() + m.refused().size());
            case Message.ResultAcks m -> bytes += ID * m.tasks().size();
            case Message.Holding m -> bytes += ID * m.tasks().size();
            case Message.HoldingAck m -> bytes += ID * m.superseded().size();
            case Message.MasterSays m when m.word() instanceof MasterWord.Plan plan ->
                    bytes += LOAD + PART * (plan.sends().size() + plan.receives().size());
            case Message.PhaseSays _ -> bytes += COUNTS;
            default -> bytes += LOAD;
        }
        return bytes;
    }
}
