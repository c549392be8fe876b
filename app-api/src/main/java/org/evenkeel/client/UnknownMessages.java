package org.evenkeel.client;

import java.util.HashSet;
import java.util.Set;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.wire.KnownMessages;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/**
 * Which bodies of a daemon's frames this version does not know: each is skipped, and the daemon is
 * told once. Of the reader thread alone.
 */
final class UnknownMessages {

    /** Bodies that one daemon is told of. */
    static final int MOST = 64;

    private final Set<Integer> told = new HashSet<>(0);
    private Features daemon = Features.NONE;

    /** Another link begins. */
    void attached(Welcome welcome) {
        daemon = Software.of(welcome).features();
        told.clear();
    }

    /** What to tell the daemon of a frame; null when the body is known, or it has been told. */
    @Nullable Frame answerTo(Frame frame) {
        int number = frame.getBodyCase() == BodyCase.BODY_NOT_SET ? KnownMessages.number(frame) : 0;
        boolean isNews = number != 0 && told.size() < MOST && told.add(number);
        return isNews && KnownMessages.areKnown(BodyCase.REFUSED_BODY, daemon)
                ? KnownMessages.refused(number, "")
                : null;
    }
}
