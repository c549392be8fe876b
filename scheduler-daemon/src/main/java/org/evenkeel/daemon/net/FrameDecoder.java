package org.evenkeel.daemon.net;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import com.google.protobuf.WireFormat;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the stream into frames. A length above the limit fails before a byte of the body is kept; a
 * frame that was begun must be complete within {@link #FRAME_LIMIT_NANOS}.
 */
@SuppressWarnings({
    "FutureReturnValueIgnored", // a timer that only looks
    "ReferenceEquality" // buffers are who they are
})
final class FrameDecoder extends LengthFieldBasedFrameDecoder {

    /** Longest time from a frame's first byte to its last. */
    static final long FRAME_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final int LONGEST = WireLimits.MAX_FRAME_BYTES + WireLimits.LENGTH_BYTES;

    /** Of a frame so long that has come this far, all is expected. */
    private static final int LARGE_BYTES = 32 << 10;

    /** The first byte of a frame with a piece of a blob. */
    private static final int PIECE_TAG =
            Frame.BLOB_CHUNK_FIELD_NUMBER << 3 | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    /**
     * Makes room for all of a long frame at once: to double it each time would copy it several
     * times. What is announced alone costs nothing.
     */
    private static final Cumulator WHOLE_FRAMES =
            (alloc, cumulation, in) -> {
                int kept = cumulation.readableBytes();
                if (cumulation != in && kept >= LARGE_BYTES && in.isReadable()) {
                    long frame =
                            WireLimits.LENGTH_BYTES
                                    + cumulation.getUnsignedInt(cumulation.readerIndex());
                    int needed =
                            Math.max((int) Math.min(frame, LONGEST), kept + in.readableBytes());
                    if (cumulation.writableBytes() < needed - kept) {
                        ByteBuf whole = alloc.directBuffer(needed);
                        whole.writeBytes(cumulation);
                        cumulation.release();
                        return MERGE_CUMULATOR.cumulate(alloc, whole, in);
                    }
                }
                return MERGE_CUMULATOR.cumulate(alloc, cumulation, in);
            };

    private final Pile<FrameDecoder> begun;
    private int limit = WireLimits.MAX_HANDSHAKE_FRAME_BYTES;
    private long framesSeen;
    private boolean watching;

    /** What {@link #begun} was told last. */
    private int bytesTold;

    private long framesTold;
    private @Nullable ChannelHandlerContext context;

    /**
     * @param begun hears how much is kept here
     */
    FrameDecoder(Pile<FrameDecoder> begun) {
        super(
                WireLimits.MAX_FRAME_BYTES + WireLimits.LENGTH_BYTES,
                0,
                WireLimits.LENGTH_BYTES,
                0,
                WireLimits.LENGTH_BYTES,
                true);
        this.begun = begun;
        setCumulator(WHOLE_FRAMES);
    }

    /** The handshake is done: frames of so many bytes from now on. */
    void permit(int bytes) {
        limit = bytes;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
        super.handlerAdded(ctx);
        context = ctx;
    }

    /** Has the connection refused. */
    void fail(TooLongFrameException why) {
        ChannelHandlerContext ctx = context;
        if (ctx != null && !ctx.isRemoved()) {
            ctx.fireExceptionCaught(why);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) throws Exception {
        super.channelRead(ctx, message);
        int kept = ctx.isRemoved() ? 0 : internalBuffer().capacity();
        if (kept != bytesTold || kept > 0 && framesSeen != framesTold) {
            boolean further = framesSeen != framesTold;
            bytesTold = kept;
            framesTold = framesSeen;
            begun.keeps(this, kept, further);
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext ctx) {
        begun.gone(this);
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
        if (isPiece(body)) {
            return piece(body);
        }
        byte[] bytes;
        try {
            bytes = new byte[body.readableBytes()];
            body.readBytes(bytes);
        } finally {
            body.release();
        }
        ByteString whole = UnsafeByteOperations.unsafeWrap(bytes);
        return new Inbound(read(whole), bytes.length);
    }

    /** Whether it is a long piece of a blob, which is not copied: it is put on disk and let go. */
    private static boolean isPiece(ByteBuf body) {
        return body.readableBytes() > WireLimits.MAX_CONTROL_FRAME_BYTES
                && body.isDirect()
                && body.nioBufferCount() == 1
                && body.getUnsignedByte(body.readerIndex()) == PIECE_TAG;
    }

    private static Inbound piece(ByteBuf body) throws IOException {
        boolean read = false;
        try {
            int bytes = body.readableBytes();
            Frame frame = read(UnsafeByteOperations.unsafeWrap(body.nioBuffer()));
            read = true;
            return new Inbound(frame, bytes, body);
        } finally {
            if (!read) {
                body.release();
            }
        }
    }

    private static Frame read(ByteString whole) throws IOException {
        if (whole.size() > WireLimits.MAX_CONTROL_FRAME_BYTES) {
            FrameParts.check(whole);
        }
        CodedInputStream coded = whole.newCodedInput();
        coded.enableAliasing(true);
        Frame frame = Frame.parseFrom(coded);
        if (whole.size() > FrameBounds.of(frame.getBodyCase())) {
            throw new TooLongFrameException(
                    frame.getBodyCase()
                            + " of "
                            + whole.size()
                            + " bytes, at most "
                            + FrameBounds.of(frame.getBodyCase())
                            + " are permitted");
        }
        return frame;
    }

    /**
     * One timer at most: it looks whether the frame begun at its start has ended since. While this
     * side does not read, the other one cannot end it.
     */
    private void watch(ChannelHandlerContext ctx) {
        watching = true;
        long seen = framesSeen;
        ctx.executor()
                .schedule(
                        () -> {
                            watching = false;
                            if (ctx.isRemoved() || actualReadableBytes() == 0) {
                                return;
                            }
                            if (framesSeen != seen || !ctx.channel().config().isAutoRead()) {
                                watch(ctx); // another one, perhaps of somebody who says no more
                                return;
                            }
                            fail(new TooLongFrameException("a frame did not end in time"));
                        },
                        FRAME_LIMIT_NANOS,
                        TimeUnit.NANOSECONDS);
    }
}
