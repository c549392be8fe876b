package org.evenkeel.daemon.net;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.evenkeel.wire.MessageParts;
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

    private final AggregateBufferLimit<FrameDecoder> begun;
    private final BufferPool bufferPool;
    private int limit = WireLimits.MAX_HANDSHAKE_FRAME_BYTES;
    private long framesSeen;
    private boolean watching;

    /** What {@link #begun} was told last. */
    private int bytesTold;

    private long framesTold;
    private @Nullable ChannelHandlerContext context;

    /** Where bytes are being read to, if that is behind those that are kept. */
    private @Nullable ByteBuf tail;

    /** Length of the last frame, its length included, if it was a long piece; else 0. */
    private int lastLong;

    /**
     * @param begun hears how much is kept here
     * @param bufferPool where long frames are read to, once one has come
     */
    FrameDecoder(AggregateBufferLimit<FrameDecoder> begun, BufferPool bufferPool) {
        super(
                WireLimits.MAX_FRAME_BYTES + WireLimits.LENGTH_BYTES,
                0,
                WireLimits.LENGTH_BYTES,
                0,
                WireLimits.LENGTH_BYTES,
                true);
        this.begun = begun;
        this.bufferPool = bufferPool;
        setCumulator(new WholeFrames());
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

    /** Makes room for all of a long frame at once, or finds that it was read into its place. */
    private final class WholeFrames implements Cumulator {
        @Override
        public ByteBuf cumulate(ByteBufAllocator alloc, ByteBuf cumulation, ByteBuf in) {
            ByteBuf room = tail;
            tail = null;
            if (room != null && room == in) {
                cumulation.writerIndex(cumulation.writerIndex() + in.readableBytes());
                in.release();
                return cumulation;
            }
            ByteBuf whole = cumulation == in ? cumulation : whole(alloc, cumulation, in);
            return MERGE_CUMULATOR.cumulate(alloc, whole, in);
        }
    }

    /**
     * To double the room each time would copy a long frame several times. What is announced alone
     * costs nothing.
     */
    private static ByteBuf whole(ByteBufAllocator alloc, ByteBuf begun, ByteBuf in) {
        int kept = begun.readableBytes();
        if (kept < LARGE_BYTES || !in.isReadable()) {
            return begun;
        }
        int needed =
                Math.max((int) Math.min(frameBytes(begun), LONGEST), kept + in.readableBytes());
        if (begun.writableBytes() >= needed - kept) {
            return begun;
        }
        ByteBuf whole = alloc.directBuffer(needed);
        whole.writeBytes(begun);
        begun.release();
        return whole;
    }

    /** Of the frame that begins here. */
    private static long frameBytes(ByteBuf begun) {
        return WireLimits.LENGTH_BYTES + begun.getUnsignedInt(begun.readerIndex());
    }

    /**
     * Where the next bytes are to be read to: behind what there is of a long frame, as far as its
     * end; or room for such a frame when one has just come. Null where that does not matter. What
     * is read there must come to this handler next.
     */
    @Nullable ByteBuf roomToRead(ByteBufAllocator alloc) {
        tail = null;
        ByteBuf kept = actualReadableBytes() == 0 ? null : internalBuffer();
        if (kept == null) {
            return lastLong > 0 ? bufferPool.take(alloc, lastLong) : null;
        }
        if (kept.readableBytes() < WireLimits.LENGTH_BYTES
                || kept.refCnt() != 1
                || !kept.isDirect()) {
            return null;
        }
        long rest = frameBytes(kept) - kept.readableBytes();
        if (rest <= 0 || rest > kept.writableBytes()) {
            return null;
        }
        tail = kept.retainedSlice(kept.writerIndex(), (int) rest).clear();
        return tail;
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
                    "a frame of " + frame + " bytes exceeds the limit of " + limit + " bytes");
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
        lastLong = 0;
        Inbound piece = piece(body);
        if (piece != null) {
            lastLong = WireLimits.LENGTH_BYTES + piece.bytes();
            return piece;
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

    /** A long piece of a blob, which is not copied: it is put on disk and released. */
    private static @Nullable Inbound piece(ByteBuf body) throws IOException {
        boolean kept = false;
        try {
            Inbound piece = PieceFrames.read(body);
            kept = true;
            return piece;
        } finally {
            if (!kept) {
                body.release();
            }
        }
    }

    private static Frame read(ByteString whole) throws IOException {
        if (whole.size() > WireLimits.MAX_CONTROL_FRAME_BYTES) {
            MessageParts.check(whole, Frame.getDescriptor());
        }
        CodedInputStream coded = whole.newCodedInput();
        coded.enableAliasing(true);
        Frame frame = Frame.parseFrom(coded);
        if (whole.size() > FrameBounds.of(frame.getBodyCase())) {
            throw new TooLongFrameException(
                    "%s of %s bytes exceeds the limit of %s bytes"
                            .formatted(
                                    frame.getBodyCase(),
                                    whole.size(),
                                    FrameBounds.of(frame.getBodyCase())));
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
                                watch(ctx); // another one, perhaps of a process who says no more
                                return;
                            }
                            fail(new TooLongFrameException("a frame was not completed in time"));
                        },
                        FRAME_LIMIT_NANOS,
                        TimeUnit.NANOSECONDS);
    }
}
