package org.evenkeel.daemon.peer;

import java.util.function.Consumer;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Revoked;

/** What is passed on from daemon to daemon beside tasks. On the event loop. */
public interface PeerNotifications {

    /** Hears of every new link: how to send on it. */
    void onLinked(Consumer<Consumer<Frame>> listener);

    /** Hears lists of revoked certificates. */
    void onRevoked(Consumer<Revoked> listener);

    /** Sends to all that are linked. */
    void broadcast(Frame frame);

    /** Sends to all clients. */
    void notifyClients(Frame frame);
}
