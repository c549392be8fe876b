package org.evenkeel.daemon.peer;

import org.evenkeel.daemon.drive.TimerSource;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;

/** One end of a connection on which all was said with the handshake. */
final class Doorstep implements LinkListener {

    /**
     * @param leaveAfterNanos this side closes it then, unless the other one has
     */
    Doorstep(Connection connection, TimerSource timers, long leaveAfterNanos) {
        timers.after(leaveAfterNanos, () -> connection.close("it was only asked who is there"));
    }

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        throw new WireException("body", "it was only asked who is there");
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(String why) {}
}
