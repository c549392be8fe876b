package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import org.evenkeel.wire.WireLimits;

/** Counts what comes before the handshake is complete, TLS included, and closes above the bound. */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the channel is heard
final class ProtocolDetector extends ChannelInboundHandlerAdapter {

    private final Refusals refusals;
    private long bytes;

    ProtocolDetector(Refusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
        if (bytes > WireLimits.MAX_HANDSHAKE_BYTES) {
            ReferenceCountUtil.release(message);
            refusals.note(
                    ctx.channel().remoteAddress(),
                    "more than %s bytes before the handshake was complete"
                            .formatted(WireLimits.MAX_HANDSHAKE_BYTES));
            ctx.close();
            return;
        }
        ctx.fireChannelRead(message);
    }
}
