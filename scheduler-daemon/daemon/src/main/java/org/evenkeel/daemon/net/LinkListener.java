package org.evenkeel.daemon.net;

import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;

/** What happens on a connection after its handshake; called on the event loop. */
public interface LinkListener {

    /**
     * A frame came; its role may say it.
     *
     * @param bytes its length
     * @throws WireException if it breaks a rule: the connection is closed with the reason
     */
    void onFrame(Frame frame, int bytes) throws WireException;

    /** Name of the other side for the log, if it has one. */
    default String name() {
        return "";
    }

    /** It said what it may not; it hears why from others, and the connection is closed. */
    default void onRefused(String why) {}

    /** What was sent has left far enough that more may be written. */
    void onWritable();

    /** The connection is gone, once. */
    void onClosed(String why);
}
