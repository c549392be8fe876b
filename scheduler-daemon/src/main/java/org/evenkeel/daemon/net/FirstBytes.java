package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import org.evenkeel.wire.WireLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what comes before the handshake is complete, TLS included, and closes above the bound. */
@SuppressWarnings("FutureReturnValueIgnored") // the end of the channel is heard
final class FirstBytes extends ChannelInboundHandlerAdapter {

    private static final Logger LOG = LoggerFactory.getLogger(FirstBytes.class);

    private long bytes;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        bytes += message instanceof ByteBuf buffer ? buffer.readableBytes() : 0;
        if (bytes > WireLimits.MAX_HANDSHAKE_BYTES) {
            ReferenceCountUtil.release(message);
            LOG.info(
                    "{} is closed: more than {} bytes before its handshake was complete",
                    ctx.channel().remoteAddress(),
                    WireLimits.MAX_HANDSHAKE_BYTES);
            ctx.close();
            return;
        }
        ctx.fireChannelRead(message);
    }
}
