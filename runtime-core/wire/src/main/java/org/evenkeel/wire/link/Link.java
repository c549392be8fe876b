package org.evenkeel.wire.link;

import com.google.protobuf.UnsafeByteOperations;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.evenkeel.wire.Seal;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * One blocking connection that carries frames: a 4-byte length and the frame's bytes.
 *
 * <p>One thread reads, one at a time writes; closing is safe from any thread and ends both.
 */
public final class Link implements Closeable {

    /** Bytes taken from the socket at a time. */
    private static final int READ_BUFFER_BYTES = 256 << 10;

    private volatile Transport transport;
    private final boolean plainTcp;
    private final String name;
    private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BUFFER_BYTES).flip();
    private int maxFrameBytes = WireLimits.MAX_HANDSHAKE_FRAME_BYTES;
    private final LongSupplier nanos;
    private volatile long lastReadNanos;

    private Link(Transport transport, boolean plainTcp, String name, LongSupplier nanos) {
        this.transport = transport;
        this.plainTcp = plainTcp;
        this.name = name;
        this.nanos = nanos;
        this.lastReadNanos = nanos.getAsLong();
    }

    /** Connects. */
    public static Link connect(Endpoint endpoint) throws IOException {
        return over(endpoint.connect(), endpoint.toString());
    }

    /** Takes over a connected channel in blocking mode. */
    public static Link over(SocketChannel channel, String name) {
        return over(channel, name, System::nanoTime);
    }

    /**
     * The same with another clock.
     *
     * @param nanos in place of {@link System#nanoTime()}
     */
    public static Link over(SocketChannel channel, String name, LongSupplier nanos) {
        return new Link(Transport.of(channel), isTcp(channel), name, nanos);
    }

    static Link over(Transport transport, String name) {
        return new Link(transport, false, name, System::nanoTime);
    }

    private static boolean isTcp(SocketChannel channel) {
        try {
            return channel.getRemoteAddress() instanceof InetSocketAddress;
        } catch (IOException e) {
            return true; // it is closed, which will be seen
        }
    }

    /** Whether it is TCP without TLS: what goes over it has to be sealed. */
    public boolean isPlainTcp() {
        return plainTcp;
    }

    /**
     * All that follows is sealed. To be called by the reader, when the last frame of before has
     * been read, and while no thread writes.
     *
     * @param opens what comes
     * @param seals what goes
     */
    public void seal(Seal opens, Seal seals) {
        byte[] early = new byte[in.remaining()];
        in.get(early);
        transport = SealedTransport.over(transport, early, opens, seals);
    }

    /** Permits frames of full size; to be called when the handshake is complete. */
    public void authenticated() {
        maxFrameBytes = WireLimits.MAX_FRAME_BYTES;
    }

    /**
     * The next frame's bytes, in an array of their own; null when the other side has closed.
     *
     * @throws IOException if the connection breaks, or the frame is longer than permitted
     */
    public byte @Nullable [] read() throws IOException {
        if (!fill(WireLimits.LENGTH_BYTES)) {
            return null;
        }
        int length = in.getInt();
        if (length < 0 || length > maxFrameBytes) {
            throw new IOException(
                    "a frame of %s bytes from %s is too long"
                            .formatted(Integer.toUnsignedString(length), name));
        }
        byte[] frame = new byte[length];
        int have = 0;
        while (have < length) {
            if (!in.hasRemaining() && !fill(1)) {
                throw new EOFException(name + " closed in the middle of a frame");
            }
            int take = Math.min(in.remaining(), length - have);
            in.get(frame, have, take);
            have += take;
        }
        return frame;
    }

    /** When bytes came last, or it was made, by its clock; for any thread. */
    public long lastReadNanos() {
        return lastReadNanos;
    }

    /** Makes at least {@code bytes} available; false at the end of the stream. */
    private boolean fill(int bytes) throws IOException {
        while (in.remaining() < bytes) {
            in.compact();
            int n;
            try {
                n = transport.read(in);
            } finally {
                in.flip();
            }
            lastReadNanos = nanos.getAsLong();
            if (n < 0) {
                if (in.hasRemaining()) {
                    throw new EOFException(name + " closed in the middle of a frame");
                }
                return false;
            }
        }
        return true;
    }

    /**
     * The next frame, decoded; its byte strings share the frame's array. Null when the other side
     * has closed.
     */
    public @Nullable Frame readFrame() throws IOException {
        byte[] bytes = read();
        return bytes == null ? null : parse(bytes);
    }

    /** Decodes a frame; byte strings share the array. */
    public static Frame parse(byte[] bytes) throws IOException {
        var coded = UnsafeByteOperations.unsafeWrap(bytes).newCodedInput();
        coded.enableAliasing(true);
        return Frame.parseFrom(coded);
    }

    /** Writes bytes that already are frames, all of them. */
    public void write(byte[] bytes, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        while (buffer.hasRemaining()) {
            transport.write(buffer);
        }
    }

    /** Writes one frame. */
    public void write(Frame frame) throws IOException {
        int size = frame.getSerializedSize();
        byte[] bytes = new byte[WireLimits.LENGTH_BYTES + size];
        ByteBuffer.wrap(bytes).putInt(size);
        frame.writeTo(
                com.google.protobuf.CodedOutputStream.newInstance(
                        bytes, WireLimits.LENGTH_BYTES, size));
        write(bytes, bytes.length);
    }

    /**
     * Closes the link after this time, unless the answer is interrupted before: blocking channels
     * know no time-out.
     */
    public Thread closeAfter(long millis) {
        return Thread.ofPlatform()
                .daemon()
                .name("evenkeel-watchdog")
                .start(() -> {
                    try {
                        Thread.sleep(millis);
                        close();
                    } catch (InterruptedException e) {
                        // It went well.
                    }
                });
    }

    @Override
    public void close() {
        try {
            transport.close();
        } catch (IOException e) {
            // Nothing can be done about it, and nothing depends on it.
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
