package org.evenkeel.wire;

import java.util.Map;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.RefusedBody;

/** Which bodies of frames a reader of another version knows. */
public final class KnownMessages {

    /** The bodies that came with a feature; all others are of before there were features. */
    private static final Map<BodyCase, Feature> CAME_WITH =
            Map.of(
                    BodyCase.REFUSED_BODY, Feature.REFUSED_BODY,
                    BodyCase.ADOPT_ALL, Feature.WHOLE_SESSIONS,
                    BodyCase.ASK_ADOPTED, Feature.WHOLE_SESSIONS,
                    BodyCase.ANSWER_ADOPTED, Feature.WHOLE_SESSIONS,
                    BodyCase.PAUSE_NODE, Feature.PAUSES,
                    BodyCase.OWNER_ACTIVITY, Feature.OWNERS,
                    BodyCase.MOVE_CALL, Feature.MOVES,
                    BodyCase.MOVE_BID, Feature.MOVES,
                    BodyCase.MOVE_AWARD, Feature.MOVES);

    /** Whether a reader with these features knows this body. */
    public static boolean areKnown(BodyCase body, Features reader) {
        Feature feature = CAME_WITH.get(body);
        return feature == null || reader.has(feature);
    }

    /** The number of a frame's body; of one that this build does not know too. 0 for none. */
    public static int number(Frame frame) {
        BodyCase known = frame.getBodyCase();
        if (known != BodyCase.BODY_NOT_SET) {
            return known.getNumber();
        }
        return frame.getUnknownFields().asMap().keySet().stream().findFirst().orElse(0);
    }

    /** The answer to a frame that this build does not know all of. */
    public static Frame refused(int number, String field) {
        return Frame.newBuilder()
                .setRefusedBody(
                        RefusedBody.newBuilder().setNumber(number).setField(WireBounds.cut(field)))
                .build();
    }
}
