package org.evenkeel.daemon.net;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the stream into frames. A length above the limit fails before a byte of the body is kept; a
 * frame that was begun must be complete within {@link #FRAME_LIMIT_NANOS}.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a timer that only looks
final class FrameDecoder extends LengthFieldBasedFrameDecoder {

    /** Longest time from a frame's first byte to its last. */
    static final long FRAME_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private int limit = WireLimits.MAX_HANDSHAKE_FRAME_BYTES;
    private long framesSeen;
    private boolean watching;

    FrameDecoder() {
        super(
                WireLimits.MAX_FRAME_BYTES + WireLimits.LENGTH_BYTES,
                0,
                WireLimits.LENGTH_BYTES,
                0,
                WireLimits.LENGTH_BYTES,
                true);
    }

    /** The handshake is done: longer frames from now on. */
    void permitLongFrames() {
        limit = WireLimits.MAX_FRAME_BYTES;
    }

    @Override
    protected long getUnadjustedFrameLength(ByteBuf in, int offset, int length, ByteOrder order) {
        long frame = super.getUnadjustedFrameLength(in, offset, length, order);
        if (frame > limit) {
            throw new TooLongFrameException(
                    "a frame of " + frame + " bytes, at most " + limit + " are permitted now");
        }
        return frame;
    }

    @Override
    protected @Nullable Object decode(ChannelHandlerContext ctx, ByteBuf in) throws Exception {
        ByteBuf body = (ByteBuf) super.decode(ctx, in);
        if (body == null) {
            if (in.isReadable() && !watching) {
                watch(ctx);
            }
            return null;
        }
        framesSeen++;
        byte[] bytes;
        try {
            bytes = new byte[body.readableBytes()];
            body.readBytes(bytes);
        } finally {
            body.release();
        }
        CodedInputStream coded = UnsafeByteOperations.unsafeWrap(bytes).newCodedInput();
        coded.enableAliasing(true);
        return new Inbound(Frame.parseFrom(coded), bytes.length);
    }

    /** One timer at most: it looks whether the frame begun at its start has ended since. */
    private void watch(ChannelHandlerContext ctx) {
        watching = true;
        long seen = framesSeen;
        ctx.executor()
                .schedule(
                        () -> {
                            watching = false;
                            if (framesSeen == seen
                                    && actualReadableBytes() > 0
                                    && !ctx.isRemoved()) {
                                ctx.fireExceptionCaught(
                                        new TooLongFrameException("a frame did not end in time"));
                            }
                        },
                        FRAME_LIMIT_NANOS,
                        TimeUnit.NANOSECONDS);
    }
}
