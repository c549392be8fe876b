package org.evenkeel.hostile;

import com.google.protobuf.ByteString;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.util.concurrent.ThreadLocalRandom;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.HandshakeMac;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Role;

/** A connection on which anything can be said. */
final class Wire implements AutoCloseable {

    private static final int NONCE_BYTES = 16;
    private static final int MAX_READ_BYTES = 1 << 21;

    private final Closeable socket;
    private final DataInputStream in;
    private final OutputStream out;

    Wire(Closeable socket, InputStream in, OutputStream out) {
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = out;
    }

    static Wire unix(String path) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new Wire(
                channel, Channels.newInputStream(channel), Channels.newOutputStream(channel));
    }

    /** Bytes as they are. */
    void raw(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** With the right length in front. */
    static byte[] framed(byte[] body) {
        return ByteBuffer.allocate(Integer.BYTES + body.length)
                .putInt(body.length)
                .put(body)
                .array();
    }

    void send(Frame frame) throws IOException {
        raw(framed(frame.toByteArray()));
    }

    /** The next frame; {@link EOFException} when the daemon has closed. */
    Frame read() throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_READ_BYTES) {
            throw new IOException("a frame of " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return Frame.parseFrom(bytes);
    }

    /** A client, with a session of its own. */
    static Hello.Builder client() {
        SessionKey key = new SessionKey(ThreadLocalRandom.current().nextLong(), 1);
        return Hello.newBuilder()
                .setRole(Role.CLIENT)
                .setOrigin(key.session())
                .setSessionKey(SessionKeys.write(key));
    }

    static Hello.Builder observer() {
        return Hello.newBuilder().setRole(Role.OBSERVER);
    }

    static Hello.Builder peer(String name) {
        return Hello.newBuilder()
                .setRole(Role.PEER)
                .setNode(
                        NodeRef.newBuilder()
                                .setName(name)
                                .setIncarnation(System.nanoTime())
                                .setHost("127.0.0.1")
                                .setPort(1));
    }

    /** Shakes hands; the answer is welcome or refused. */
    Frame greet(Hello.Builder hello, byte[] secret) throws IOException {
        byte[] theirs = read().getChallenge().getNonce().toByteArray();
        byte[] nonce = new byte[NONCE_BYTES];
        ThreadLocalRandom.current().nextBytes(nonce);
        hello.setVersion(1)
                .setNonce(ByteString.copyFrom(nonce))
                .setMac(
                        ByteString.copyFrom(
                                HandshakeMac.hello(secret, theirs, nonce, hello.getRoleValue())));
        send(Frame.newBuilder().setHello(hello).build());
        return read();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
