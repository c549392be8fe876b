package org.evenkeel.daemon.net;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.util.ReferenceCountUtil;

/** In the place of the decoder of frames once a connection is being closed: nothing is kept. */
final class DiscardInboundHandler extends ChannelInboundHandlerAdapter {

    private DiscardInboundHandler() {}

    /** From now on what comes is dropped, also what has come and is no whole frame. */
    static void become(ChannelPipeline pipeline) {
        if (pipeline.get(FrameDecoder.class) != null) {
            pipeline.replace(FrameDecoder.class, null, new DiscardInboundHandler());
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof Inbound) {
            ctx.fireChannelRead(message);
        } else {
            ReferenceCountUtil.release(message);
        }
    }
}
