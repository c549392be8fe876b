package org.evenkeel.daemon.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands the frames of one connection to its listener, if its role may say them. */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
final class ConnectionHandler extends SimpleChannelInboundHandler<Inbound> {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionHandler.class);

    private final Connection connection;
    private final LinkListener listener;
    private boolean closed;

    ConnectionHandler(Connection connection, LinkListener listener) {
        super(Inbound.class, false);
        this.connection = connection;
        this.listener = listener;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Inbound inbound) throws WireException {
        try {
            if (connection.isOpen()) {
                connection.handles(inbound);
                handle(inbound);
            }
        } finally {
            connection.handles(null);
            inbound.release();
        }
    }

    private void handle(Inbound inbound) throws WireException {
        Frame frame = inbound.frame();
        BodyCase body = frame.getBodyCase();
        if (!connection.speaker().maySay(body)) {
            throw new WireException(
                    "body",
                    body == BodyCase.BODY_NOT_SET
                            ? "unknown to this version"
                            : "a " + connection.speaker() + " may not say " + body);
        }
        listener.onFrame(frame, inbound.bytes());
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            connection.drainBacklog();
            if (connection.isWritable()) {
                listener.onWritable();
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closeOnce(connection.closeReason());
    }

    private void closeOnce(String why) {
        if (!closed) {
            closed = true;
            connection.released();
            listener.onClosed(why);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        switch (cause) {
            case WireException e -> {
                String why = String.valueOf(e.getMessage());
                listener.onRefused(why);
                connection.refuse(why);
            }
            case DecoderException e -> connection.refuse("not a frame: " + e.getMessage());
            case IOException e -> { // a reset is an end like any other
                LOG.debug("{}: {}", connection, e.toString());
                connection.close(Connection.LOST);
            }
            default -> {
                LOG.error("{}: closed after an error of ours", connection, cause);
                connection.refuse("internal error");
            }
        }
    }
}
