package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.evenkeel.wire.Seal;
import org.jspecify.annotations.Nullable;

/** Seals what goes over plain TCP, from {@link #seal} on. */
@SuppressWarnings("FutureReturnValueIgnored") // the promise hears
final class SealedRecordWriter extends ChannelOutboundHandlerAdapter {

    private @Nullable Seal seal;

    /** All that is written from now on is sealed. */
    void seal(Seal with) {
        seal = with;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        Seal sealer = seal;
        if (sealer == null) {
            ctx.write(message, promise);
            return;
        }
        ByteBuf plain = (ByteBuf) message;
        byte[] records;
        try {
            records =
                    plain.hasArray()
                            ? sealer.records(
                                    plain.array(),
                                    plain.arrayOffset() + plain.readerIndex(),
                                    plain.readableBytes())
                            : sealer.records(ByteBufUtil.getBytes(plain), 0, plain.readableBytes());
        } finally {
            plain.release();
        }
        ctx.write(Unpooled.wrappedBuffer(records), promise);
    }
}
