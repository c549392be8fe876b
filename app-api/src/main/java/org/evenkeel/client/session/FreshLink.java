package org.evenkeel.client.session;

import java.util.List;
import org.evenkeel.model.submission.SessionContinuity;
import org.evenkeel.wire.proto.Frame;

/**
 * A link over which a session continues, and what its daemon said.
 *
 * @param node name of the daemon
 * @param sessionContinuity what the daemon has of the session: the rest is sent again
 * @param inlineBytes the largest payload that travels in a frame, 0 when the daemon does not say
 * @param first frames that go before any task
 * @param returns whether this may be a client that was elsewhere before: it says when all it had
 *     open has left
 */
public record FreshLink(
        LinkWriter linkWriter,
        String node,
        SessionContinuity sessionContinuity,
        int inlineBytes,
        List<Frame> first,
        boolean returns) {}
