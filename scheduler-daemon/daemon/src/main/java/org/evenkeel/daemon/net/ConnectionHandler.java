package org.evenkeel.daemon.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.evenkeel.wire.KnownMessages;
import org.evenkeel.wire.UnknownValueException;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the frames of one connection to its listener, if its role may say them. A frame with
 * something that this version does not know is skipped, and the other side is told so.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
final class ConnectionHandler extends SimpleChannelInboundHandler<Inbound> {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    /** Bodies of which one connection is told that they are unknown, each once. */
    static final int MOST_ANSWERED = 64;

    private final FrameConnection frameConnection;
    private final LinkListener listener;
    private final UnknownFrames unknown;

    /** Numbers of bodies that the other side has been told this side does not know. */
    private final Set<Integer> answered = new HashSet<>(0);

    private boolean closed;

    ConnectionHandler(
            FrameConnection frameConnection, LinkListener listener, UnknownFrames unknown) {
        super(Inbound.class, false);
        this.frameConnection = frameConnection;
        this.listener = listener;
        this.unknown = unknown;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Inbound inbound) throws WireException {
        try {
            if (frameConnection.isOpen()) {
                frameConnection.handles(inbound);
                handle(inbound);
            }
        } finally {
            frameConnection.handles(null);
            inbound.release();
        }
    }

    private void handle(Inbound inbound) throws WireException {
        Frame frame = inbound.frame();
        BodyCase body = frame.getBodyCase();
        if (body == BodyCase.BODY_NOT_SET && KnownMessages.number(frame) != 0) {
            skip(frame, "");
            return;
        }
        if (!frameConnection.authenticatedPeer().maySay(body)) {
            throw new WireException(
                    "body",
                    body == BodyCase.BODY_NOT_SET
                            ? "the frame is empty"
                            : "a " + frameConnection.authenticatedPeer() + " may not send " + body);
        }
        if (body == BodyCase.REFUSED_BODY) {
            unknown.refused(who(), version(), frame.getRefusedBody());
            return;
        }
        try {
            listener.onFrame(frame, inbound.bytes());
        } catch (UnknownValueException e) {
            skip(frame, e.field());
        }
    }

    private void skip(Frame frame, String field) {
        int number = KnownMessages.number(frame);
        unknown.skipped(who(), version(), number, field);
        if (answered.size() < MOST_ANSWERED && answered.add(number)) {
            frameConnection.send(KnownMessages.refused(number, field));
        }
    }

    private String who() {
        String name = listener.name();
        return name.isEmpty() ? frameConnection.authenticatedPeer().toString() : name;
    }

    private String version() {
        return frameConnection.authenticatedPeer().software().version();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            frameConnection.drainBacklog();
            if (frameConnection.isWritable()) {
                listener.onWritable();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closeOnce(frameConnection.closeReason());
    }

    private void closeOnce(String why) {
        if (!closed) {
            closed = true;
            frameConnection.released();
            listener.onClosed(why);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        switch (cause) {
            case WireException e -> {
                String why = String.valueOf(e.getMessage());
                listener.onRefused(why);
                frameConnection.refuse(why);
            }
            case DecoderException e -> frameConnection.refuse("invalid frame: " + e.getMessage());
            case IOException e -> { // a reset is an end like any other
                LOG.debug("{}: {}", frameConnection, e.toString());
                frameConnection.close(FrameConnection.LOST);
            }
            default -> {
                LOG.error("{}: closed after an internal error", frameConnection, cause);
                frameConnection.refuse("internal error; see the log of the daemon");
            }
        }
    }
}
