package org.evenkeel.daemon.session;

import java.time.Duration;
import java.util.regex.Pattern;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.TransportIdentity;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.OwnerActivity;
import org.evenkeel.wire.proto.Pong;

/** The connection of one who only asks, or tells of the machine's owner. */
record ObserverLink(
        QueryHandler queries, ClientAcceptor.Owners owners, FrameConnection frameConnection)
        implements LinkListener {
    private static final Duration LONGEST_IDLE = Duration.ofDays(3_660);
    private static final Pattern SOURCE = Pattern.compile("[a-z0-9-]{1,32}");

    @Override
    public void onFrame(Frame frame, int bytes) throws WireException {
        switch (frame.getBodyCase()) {
            case QUERY -> ClientLink.ask(queries, frame.getQuery(), frameConnection);
            case OWNER_ACTIVITY -> tell(frame.getOwnerActivity());
            case PING ->
                    frameConnection.send(
                            Frame.newBuilder()
                                    .setPong(
                                            Pong.newBuilder()
                                                    .setNumber(frame.getPing().getNumber()))
                                    .build());
            default -> {}
        }
        frameConnection.read(frameConnection.isWritable());
    }

    private void tell(OwnerActivity activity) throws WireException {
        if (!(frameConnection.authenticatedPeer().transportIdentity()
                instanceof TransportIdentity.Local)) {
            throw new WireException("owner_activity", "only a program of this machine knows it");
        }
        long idle = activity.getIdleMillis();
        if (idle < 0 || idle > LONGEST_IDLE.toMillis()) {
            throw new WireException("owner_activity.idle_millis", idle + " is no idle time");
        }
        if (!SOURCE.matcher(activity.getSource()).matches()) { // it is written to logs
            throw new WireException("owner_activity.source", "is not the name of a source");
        }
        owners.active(
                Duration.ofMillis(idle),
                activity.getLocked(),
                activity.getSource(),
                frameConnection);
    }

    @Override
    public void onWritable() {
        frameConnection.read(true);
    }

    @Override
    public void onClosed(String why) {
        owners.gone(frameConnection);
    }
}
