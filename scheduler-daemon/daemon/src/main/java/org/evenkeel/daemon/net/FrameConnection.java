package org.evenkeel.daemon.net;

import com.google.protobuf.CodedOutputStream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import org.evenkeel.wire.KnownMessages;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Refused;
import org.jspecify.annotations.Nullable;

/**
 * One connection after its handshake. Frames are collected in one buffer and flushed at the end of
 * the turn; nothing is written to a channel that is not writable: it waits in a bounded backlog,
 * and a connection whose backlog passes its bound is closed.
 */
@SuppressWarnings(
        "FutureReturnValueIgnored") // a write that fails closes the channel, which is heard
public final class FrameConnection extends EventLoopTurn.Participant implements FrameSink {

    /** Why it closed when nothing here closed it. */
    public static final String LOST = "connection lost";

    /** Frames are collected up to this many bytes before they go to the channel. */
    private static final int COLLECT_BYTES = 64 << 10;

    private static final int FIRST_COLLECT_BYTES = 1 << 10;

    /**
     * So much of files waits for the other side to read; the rest of them is not touched before.
     */
    private static final int FILE_BYTES = 1 << 20;

    /** Heap of a waiting frame beside what it is on the wire. */
    private static final long FRAME_HEAP_BYTES = 200;

    private final Channel channel;
    private final EventLoopTurn eventLoopTurn;
    private final AuthenticatedPeer authenticatedPeer;
    private final long maxBacklogBytes;
    private final AggregateBufferLimit<FrameConnection> backlogs;
    private final ArrayDeque<Frame> backlog = new ArrayDeque<>();
    private long backlogBytes;
    private @Nullable ByteBuf collected;

    /** Of files, given to the channel and not sent. */
    private int fileBytes;

    /** The frame that is being handled. */
    private @Nullable Inbound handled;

    /** Whether something was written to the channel since its last flush. */
    private boolean unflushed;

    private boolean closing;
    private String closeReason = LOST;

    /**
     * @param maxBacklogBytes bytes that may wait for the other side to read
     * @param backlogs what waits in those of all connections
     */
    FrameConnection(
            Channel channel,
            EventLoopTurn eventLoopTurn,
            AuthenticatedPeer authenticatedPeer,
            long maxBacklogBytes,
            AggregateBufferLimit<FrameConnection> backlogs) {
        this.channel = channel;
        this.eventLoopTurn = eventLoopTurn;
        this.authenticatedPeer = authenticatedPeer;
        this.maxBacklogBytes = maxBacklogBytes;
        this.backlogs = backlogs;
    }

    /**
     * From now on the other side is not to be silent for longer than this. Of processes of this
     * machine the kernel says when they end: one that is stopped in a debugger is left alone.
     */
    public void mindSilence(long everyNanos, long limitNanos) {
        if (channel.remoteAddress() instanceof InetSocketAddress) {
            channel.pipeline().addFirst(new IdleProbe(this, everyNanos, limitNanos));
        }
    }

    /** Who is at the other end. */
    public AuthenticatedPeer authenticatedPeer() {
        return authenticatedPeer;
    }

    /** Whether more can be sent without filling the backlog. */
    @Override
    public boolean isWritable() {
        return !closing && backlog.isEmpty() && channel.isWritable();
    }

    public boolean isOpen() {
        return !closing && channel.isActive();
    }

    /**
     * Sends a frame, after those sent before; one that the other side does not know, not at all.
     */
    @Override
    public void send(Frame frame) {
        if (closing
                || !KnownMessages.areKnown(
                        frame.getBodyCase(), authenticatedPeer.software().features())) {
            return;
        }
        if (isWritable()) {
            collect(frame);
            eventLoopTurn.enlist(this);
            return;
        }
        backlog.addLast(frame);
        backlogBytes += cost(frame);
        if (backlogBytes > maxBacklogBytes) {
            close("the other side does not read: " + backlogBytes + " bytes wait");
            return;
        }
        backlogs.keeps(this, backlogBytes, false);
    }

    /** Whether the kernel can send parts of files by itself: not where this side encrypts. */
    @Override
    public boolean sendsFiles() {
        return channel instanceof NioSocketChannel
                && channel.pipeline().get(SslHandler.class) == null
                && channel.pipeline().get(SealedRecordWriter.class) == null;
    }

    @Override
    public boolean hasRoomForFile() {
        return isWritable() && fileBytes < FILE_BYTES;
    }

    /**
     * Sends a frame that ends with a part of a file, after those sent before. To be called while
     * there is room.
     *
     * @param head the frame up to there, its length first
     * @param part what follows
     * @param sent called when there may be room for more
     */
    @Override
    public void sendFile(byte[] head, FilePart part, Runnable sent) {
        FilePartRegion region = new FilePartRegion(part);
        if (closing) {
            region.release();
            return;
        }
        writeCollected();
        fileBytes += part.length();
        unflushed = true;
        channel.write(Unpooled.wrappedBuffer(head), channel.voidPromise());
        channel.write(region)
                .addListener(done -> {
                    fileBytes -= part.length();
                    if (done.isSuccess()) {
                        sent.run();
                    }
                });
        eventLoopTurn.enlist(this);
    }

    void handles(@Nullable Inbound frame) {
        handled = frame;
    }

    /** The long piece of a blob in the frame that is being handled, if that has one. */
    public @Nullable RetainablePiece piece() {
        return handled == null ? null : handled.piece();
    }

    /** A frame of few bytes takes many in the heap. */
    private static long cost(Frame frame) {
        return FRAME_HEAP_BYTES + frame.getSerializedSize();
    }

    private void collect(Frame frame) {
        int size = frame.getSerializedSize();
        int length = WireLimits.LENGTH_BYTES + size;
        ByteBuf buffer = collected;
        if (buffer != null && buffer.readableBytes() + length > COLLECT_BYTES) {
            writeCollected();
            buffer = null;
        }
        if (buffer == null) {
            buffer = channel.alloc().heapBuffer(Math.max(length, FIRST_COLLECT_BYTES));
            collected = buffer;
        }
        buffer.ensureWritable(length);
        buffer.writeInt(size);
        try {
            CodedOutputStream out =
                    CodedOutputStream.newInstance(
                            buffer.array(), buffer.arrayOffset() + buffer.writerIndex(), size);
            frame.writeTo(out);
            out.flush();
            out.checkNoSpaceLeft();
        } catch (IOException e) {
            throw new UncheckedIOException("a frame exceeded its computed size", e);
        }
        buffer.writerIndex(buffer.writerIndex() + size);
    }

    private void writeCollected() {
        ByteBuf buffer = collected;
        if (buffer != null) {
            collected = null;
            unflushed = true;
            channel.write(buffer, channel.voidPromise());
        }
    }

    @Override
    protected void endOfTurn() {
        writeCollected();
        if (unflushed) {
            unflushed = false;
            channel.flush();
        }
    }

    /** The channel takes more: the backlog goes first. */
    void drainBacklog() {
        if (closing || backlog.isEmpty()) {
            return;
        }
        while (!backlog.isEmpty() && channel.isWritable()) {
            Frame frame = backlog.removeFirst();
            backlogBytes -= cost(frame);
            collect(frame);
            if (collected != null && collected.readableBytes() >= COLLECT_BYTES / 2) {
                writeCollected();
            }
        }
        backlogs.keeps(this, backlogBytes, true);
        endOfTurn();
    }

    /**
     * Whether frames of the other side are read; a client that does not read is not read either.
     */
    public void read(boolean wanted) {
        if (channel.config().isAutoRead() != wanted) {
            channel.config().setAutoRead(wanted);
        }
    }

    /** Says why and closes. */
    public void refuse(String why) {
        refuse(why, false);
    }

    /**
     * Says why and closes.
     *
     * @param takenOver whether another client has its session
     */
    public void refuse(String why, boolean takenOver) {
        if (!closing) {
            Refused refused =
                    Refused.newBuilder().setReason(cut(why)).setTakenOver(takenOver).build();
            forgetBacklog();
            collect(Frame.newBuilder().setRefused(refused).build());
            close(why);
        }
    }

    /** Writes what was collected and closes. */
    public void close(String why) {
        if (closing) {
            return;
        }
        writeCollected();
        closing = true;
        closeReason = why;
        forgetBacklog();
        DiscardInboundHandler.become(channel.pipeline());
        channel.writeAndFlush(channel.alloc().buffer(0)).addListener(ChannelFutureListener.CLOSE);
        channel.eventLoop()
                .schedule(this::abort, CLOSE_AFTER_SECONDS, java.util.concurrent.TimeUnit.SECONDS);
    }

    /** A peer that does not read cannot keep a closing connection open. */
    private static final int CLOSE_AFTER_SECONDS = 2;

    /** Without a word: TLS would wait for its last ones to be read. */
    private void abort() {
        ChannelHandlerContext first = channel.pipeline().firstContext();
        if (first != null) {
            first.close();
        }
    }

    /** Hears, on the event loop, when the channel is closed, at once if it is. */
    void whenClosed(Runnable listener) {
        channel.closeFuture().addListener(closed -> listener.run());
    }

    void onLoop(Runnable runnable) {
        channel.eventLoop().execute(runnable);
    }

    String closeReason() {
        return closeReason;
    }

    private void forgetBacklog() {
        backlog.clear();
        backlogBytes = 0;
        backlogs.gone(this);
    }

    void released() {
        closing = true;
        forgetBacklog();
        ByteBuf buffer = collected;
        collected = null;
        if (buffer != null) {
            buffer.release();
        }
    }

    static String cut(String text) {
        return text.substring(0, Math.min(text.length(), WireLimits.MAX_TEXT_LENGTH));
    }

    /** Where the other side is, as far as known: empty for a Unix domain socket. */
    public String address() {
        return address(channel);
    }

    static String address(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress inet
                ? inet.getAddress() == null
                        ? inet.toString()
                        : inet.getAddress().getHostAddress() + ":" + inet.getPort()
                : "";
    }

    @Override
    public String toString() {
        return authenticatedPeer + " " + channel.remoteAddress();
    }
}
