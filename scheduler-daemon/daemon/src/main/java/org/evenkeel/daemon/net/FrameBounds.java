package org.evenkeel.daemon.net;

import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame.BodyCase;

/** How long a frame may be, by what it says: only payloads, lists and answers are long. */
final class FrameBounds {

    private static final Set<BodyCase> LONG =
            EnumSet.of(
                    BodyCase.SUBMIT,
                    BodyCase.OUTCOMES,
                    BodyCase.OUTCOME_ACK,
                    BodyCase.CANCEL_TASKS,
                    BodyCase.START,
                    BodyCase.FINISHED,
                    BodyCase.PARKED,
                    BodyCase.RECALL,
                    BodyCase.RECALL_ANSWER,
                    BodyCase.STOP_TASKS,
                    BodyCase.PUT_AWAY,
                    BodyCase.OFFER,
                    BodyCase.OFFER_ANSWER,
                    BodyCase.RESULTS,
                    BodyCase.RESULT_ACKS,
                    BodyCase.CHECKPOINT_ACKS,
                    BodyCase.HOLDING,
                    BodyCase.HOLDING_ACK,
                    BodyCase.CANCEL,
                    BodyCase.MOVED,
                    BodyCase.ADOPT,
                    BodyCase.REPLICATE,
                    BodyCase.MEMBERS,
                    BodyCase.MASTER_SAYS,
                    BodyCase.REVOKED,
                    BodyCase.QUERY_REPLY,
                    BodyCase.STACK_TAKEN,
                    BodyCase.PROFILE_TAKEN,
                    BodyCase.BLOB_CHUNK,
                    BodyCase.FILE_ASK,
                    BodyCase.FILE_ANSWER);

    /** Most bytes of a frame that says this. */
    static int of(BodyCase body) {
        return LONG.contains(body)
                ? WireLimits.MAX_FRAME_BYTES
                : WireLimits.MAX_CONTROL_FRAME_BYTES;
    }

    /** Most bytes of a frame by a process who may say these. */
    static int of(Set<BodyCase> bodies) {
        return bodies.stream()
                .mapToInt(FrameBounds::of)
                .max()
                .orElse(WireLimits.MAX_HANDSHAKE_FRAME_BYTES);
    }
}
