package org.evenkeel.daemon.peer;

import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;

/** One end of a connection on which all was said with the handshake. */
final class ProbeConnection implements LinkListener {

    /**
     * @param leaveAfterNanos this side closes it then, unless the other one has
     */
    ProbeConnection(FrameConnection frameConnection, TimerSource timers, long leaveAfterNanos) {
        timers.after(leaveAfterNanos, () -> frameConnection.close("probe complete"));
    }

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        throw new WireException("body", "this connection was only a probe");
    }

    @Override
    public void onWritable() {}

    @Override
    public void onClosed(String why) {}
}
