package org.evenkeel.daemon.fake;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.SealedStreams;
import org.evenkeel.wire.SpeakerProof;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;

/** The other side of a daemon's socket, with blocking reads; for tests. */
public final class WireSocket implements AutoCloseable {

    private final Closeable socket;
    private final boolean plainTcp;
    private DataInputStream in;
    private DataOutputStream out;

    private WireSocket(SocketChannel channel, boolean plainTcp) {
        this(
                plainTcp,
                channel,
                Channels.newInputStream(channel),
                Channels.newOutputStream(channel));
    }

    private WireSocket(boolean plainTcp, Closeable socket, InputStream in, OutputStream out) {
        this.plainTcp = plainTcp;
        this.socket = socket;
        this.in = new DataInputStream(new BufferedInputStream(in, 1 << 18));
        this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
    }

    /** Through TLS; its handshake is complete. */
    public static WireSocket secure(String host, int port, SSLContext context) throws IOException {
        SSLSocket socket = ClusterTls.connect(context, new Socket(host, port));
        return new WireSocket(false, socket, socket.getInputStream(), socket.getOutputStream());
    }

    public static WireSocket connect(String host, int port) throws IOException {
        return connect(new InetSocketAddress(host, port));
    }

    /** A path, or host:port. */
    public static WireSocket connect(String address) throws IOException {
        if (address.startsWith("/")) {
            SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(Path.of(address)));
            return new WireSocket(channel, false);
        }
        int colon = address.lastIndexOf(':');
        return connect(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
    }

    private static WireSocket connect(SocketAddress address) throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        channel.socket().setTcpNoDelay(true);
        return new WireSocket(channel, true);
    }

    public void send(Frame frame) throws IOException {
        write(frame);
        out.flush();
    }

    /** Without a flush. */
    public void write(Frame frame) throws IOException {
        out.writeInt(frame.getSerializedSize());
        frame.writeTo(out);
    }

    public void sendRaw(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** The next frame; {@link EOFException} when the other side has closed. */
    public Frame read() throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return Frame.parseFrom(bytes);
    }

    /** The next frame that is of this kind; others are dropped. */
    public Frame readUntil(Frame.BodyCase body) throws IOException {
        Frame frame = read();
        while (frame.getBodyCase() != body) {
            frame = read();
        }
        return frame;
    }

    /** Shakes hands; the answer is welcome or refused. */
    public Frame greet(Hello.Builder hello, byte[] secret) throws IOException {
        return greet(hello, new SpeakerProof(secret, kind()));
    }

    private SpeakerProof.Kind kind() {
        return plainTcp ? SpeakerProof.Kind.SEALED : SpeakerProof.Kind.TRUSTED;
    }

    /** The same with another way to prove the secret. */
    public Frame greet(Hello.Builder hello, SpeakerProof proof) throws IOException {
        Frame challenge = read();
        if (hello.getVersion() == 0) {
            hello.setVersion(1);
        }
        try {
            Hello said = proof.answer(challenge.getChallenge(), hello);
            send(Frame.newBuilder().setHello(said).build());
            Frame answer = read();
            if (answer.hasRefused()) {
                return Frame.newBuilder().setRefused(proof.refused(answer.getRefused())).build();
            }
            Welcome welcome = proof.welcome(answer.getWelcome());
            LinkSeals seals = proof.seals();
            if (seals != null) {
                in =
                        new DataInputStream(
                                new BufferedInputStream(
                                        SealedStreams.input(in, seals.toSpeaker()), 1 << 18));
                out =
                        new DataOutputStream(
                                new BufferedOutputStream(
                                        SealedStreams.output(out, seals.toListener()), 1 << 16));
            }
            return Frame.newBuilder().setWelcome(welcome).build();
        } catch (WireException e) {
            throw new IOException(e);
        }
    }

    /** Attaches as a client. */
    public Welcome attach(long origin, long knownIncarnation, byte[] token) throws IOException {
        Frame answer =
                greet(
                        Hello.newBuilder()
                                .setRole(Role.CLIENT)
                                .setOrigin(origin)
                                .setKnownIncarnation(knownIncarnation),
                        token);
        if (!answer.hasWelcome()) {
            throw new IOException("refused: " + answer.getRefused().getReason());
        }
        return answer.getWelcome();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
