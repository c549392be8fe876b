package org.evenkeel.cli.ask;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLSocket;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.SealedStreams;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Frame;

/** Frames over a blocking socket: a 4-byte length and the frame's bytes. For one thread. */
public final class FrameChannel implements Closeable {
    private ReadableByteChannel in;
    private WritableByteChannel out;
    private final boolean plainTcp;
    private final Closeable socket;
    private final String name;

    FrameChannel(SocketChannel channel, String name) throws IOException {
        this.in = channel;
        this.out = channel;
        this.plainTcp = channel.getRemoteAddress() instanceof InetSocketAddress;
        this.socket = channel;
        this.name = name;
    }

    /** Through TLS. */
    FrameChannel(SSLSocket tls, Closeable socket, String name) throws IOException {
        this.in = Channels.newChannel(tls.getInputStream());
        this.out = Channels.newChannel(tls.getOutputStream());
        this.plainTcp = false;
        this.socket = socket;
        this.name = name;
    }

    /** Whether it is TCP without TLS: what goes over it has to be sealed. */
    boolean isPlainTcp() {
        return plainTcp;
    }

    /** All that follows is sealed. */
    void seal(LinkSeals seals) {
        in =
                Channels.newChannel(
                        SealedStreams.input(Channels.newInputStream(in), seals.toSpeaker()));
        out =
                Channels.newChannel(
                        SealedStreams.output(Channels.newOutputStream(out), seals.toListener()));
    }

    /** What may throw while it talks. */
    @FunctionalInterface
    interface Talk<T> {
        T run() throws IOException;
    }

    /** Runs a talk and closes the channel if it takes longer; blocking channels know no limits. */
    <T> T within(Duration limit, Talk<T> talk) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        Thread watch =
                Thread.ofVirtual()
                        .start(() -> {
                            try {
                                Thread.sleep(limit);
                                late.set(true);
                                close();
                            } catch (InterruptedException e) {
                                // The talk is over.
                            }
                        });
        try {
            return talk.run();
        } catch (IOException e) {
            if (late.get()) {
                throw new IOException(
                        this + " did not answer within " + limit.toSeconds() + " s", e);
            }
            throw e;
        } finally {
            watch.interrupt();
        }
    }

    /** The next frame; waits for it. */
    public Frame read() throws IOException {
        int length = readBytes(WireLimits.LENGTH_BYTES).getInt();
        if (length < 0 || length > WireLimits.MAX_FRAME_BYTES) {
            throw new IOException(this + " does not speak our protocol");
        }
        return Frame.parseFrom(readBytes(length));
    }

    private ByteBuffer readBytes(int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        while (bytes.hasRemaining()) {
            if (in.read(bytes) < 0) {
                throw new EOFException(this + " closed the connection");
            }
        }
        return bytes.flip();
    }

    /** Returns when the socket has it. */
    public void write(Frame frame) throws IOException {
        byte[] body = frame.toByteArray();
        ByteBuffer bytes = ByteBuffer.allocate(WireLimits.LENGTH_BYTES + body.length);
        bytes.putInt(body.length).put(body).flip();
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing depends on it any more.
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
