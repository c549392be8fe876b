package org.evenkeel.cli.ask;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.security.tls.ClusterTls;
import org.evenkeel.wire.AnswerAssembly;
import org.evenkeel.wire.KeepAlive;
import org.evenkeel.wire.LinkSeals;
import org.evenkeel.wire.Questions;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.SpeakerHandshake;
import org.evenkeel.wire.SpeakerProof;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Drain;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.evenkeel.wire.proto.ForgetNode;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.Welcome;

/** A connection to one daemon: asks, waits for the answer. For one thread. */
public final class DaemonClient implements Closeable {
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
    private static final int CONNECT_LIMIT_MILLIS = 3_000;

    private final FrameChannel frames;
    private final Features daemon;
    private int queries;

    private DaemonClient(FrameChannel frames, Features daemon) {
        this.frames = frames;
        this.daemon = daemon;
    }

    /**
     * Connects to the daemon that wrote this file and lets it prove that it knows the token.
     *
     * @throws IOException if no daemon listens there, or it is not a daemon of this cluster
     */
    public static DaemonClient connect(DaemonFile file, byte[] token) throws IOException {
        return connect(file, token, Role.OBSERVER);
    }

    /** The same as a client, which may also change something. */
    public static DaemonClient connectAsClient(DaemonFile file, byte[] token) throws IOException {
        return connect(file, token, Role.CLIENT);
    }

    /**
     * Connects to a daemon on another machine, by certificates.
     *
     * @throws IOException if none listens there, or one does not trust the other
     */
    public static DaemonClient connect(DaemonFile file, SSLContext tls) throws IOException {
        return connect(file, tls, Role.OBSERVER);
    }

    /** The same as a client, which may also change something. */
    public static DaemonClient connectAsClient(DaemonFile file, SSLContext tls) throws IOException {
        return connect(file, tls, Role.CLIENT);
    }

    private static DaemonClient connect(DaemonFile file, SSLContext tls, Role role)
            throws IOException {
        SocketChannel channel = open(file);
        try {
            channel.socket().setSoTimeout((int) WireLimits.HANDSHAKE_TIMEOUT_MILLIS);
            SSLSocket secure = ClusterTls.connect(tls, channel.socket());
            channel.socket().setSoTimeout(0);
            return shaken(
                    new FrameChannel(secure, channel, "daemon " + file.node()),
                    ClusterTls.handshakeSecret(),
                    role);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static DaemonClient connect(DaemonFile file, byte[] token, Role role)
            throws IOException {
        return shaken(new FrameChannel(open(file), "daemon " + file.node()), token, role);
    }

    private static DaemonClient shaken(FrameChannel frames, byte[] token, Role role)
            throws IOException {
        try {
            Welcome welcome =
                    frames.within(
                            Duration.ofMillis(WireLimits.HANDSHAKE_TIMEOUT_MILLIS),
                            () -> shakeHands(frames, token, role));
            return new DaemonClient(frames, Software.of(welcome).features());
        } catch (IOException | RuntimeException e) {
            frames.close();
            throw e;
        }
    }

    /** A client's connection behind its handshake, for programs that speak in frames. */
    public static FrameChannel attach(DaemonFile file, byte[] token) throws IOException {
        return connectAsClient(file, token).frames;
    }

    private static SocketChannel open(DaemonFile file) throws IOException {
        boolean unix = !file.socket().isEmpty();
        SocketAddress address =
                unix
                        ? UnixDomainSocketAddress.of(file.socket())
                        : new InetSocketAddress(InetAddress.getByName(file.host()), file.port());
        SocketChannel channel =
                unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        try {
            if (unix) {
                channel.connect(address);
            } else {
                channel.socket().connect(address, CONNECT_LIMIT_MILLIS);
                KeepAlive.on(channel);
            }
            return channel;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw new IOException("daemon " + file.node() + " is not reachable at " + address, e);
        }
    }

    private static Welcome shakeHands(FrameChannel frames, byte[] token, Role speaker)
            throws IOException {
        boolean certified = Arrays.equals(token, ClusterTls.handshakeSecret());
        SessionKey key = SessionKey.draw(new SecureRandom());
        Hello.Builder hello =
                Hello.newBuilder()
                        .setRole(speaker)
                        .setOrigin(key.session())
                        .setSessionKey(SessionKeys.write(certified ? key : SessionKey.NONE));
        SpeakerHandshake handshake =
                new SpeakerHandshake(
                        token,
                        frames.isPlainTcp() ? SpeakerProof.Kind.SEALED : SpeakerProof.Kind.TRUSTED,
                        hello);
        try {
            Frame answer = handshake.receive(frames.read());
            while (answer != null) {
                frames.write(answer);
                answer = handshake.receive(frames.read());
            }
        } catch (SpeakerHandshake.FailedException e) {
            Frame lastWords = e.lastWords();
            if (lastWords != null) {
                frames.write(lastWords);
            }
            throw new IOException(frames + " " + e.getMessage(), e);
        }
        LinkSeals seals = handshake.seals();
        if (seals != null) {
            frames.seal(seals);
        }
        return handshake.welcome();
    }

    /**
     * Asks and waits.
     *
     * @return the answer; no text in it has what a terminal would obey
     * @throws IOException if the daemon does not know, or the connection breaks
     */
    public Answers ask(Query.Builder query) throws IOException {
        int id = ++queries;
        Query numbered = Questions.to(daemon, query.setId(id).build());
        return answer(id, query.getTopic(), Frame.newBuilder().setQuery(numbered).build());
    }

    private Answers answer(int id, Topic topic, Frame question) throws IOException {
        return frames.within(
                ANSWER_LIMIT,
                () -> {
                    frames.write(question);
                    AnswerAssembly assembly = new AnswerAssembly(topic);
                    Answers answers = null;
                    while (answers == null) {
                        answers = assembly.add(reply(id));
                    }
                    return (Answers) PrintableMessage.of(answers);
                });
    }

    private QueryReply reply(int id) throws IOException {
        while (true) {
            Frame frame = frames.read();
            if (frame.hasRefused()) {
                throw new IOException(
                        frames + " rejected the request: " + frame.getRefused().getReason());
            }
            if (frame.hasQueryReply() && frame.getQueryReply().getId() == id) {
                return frame.getQueryReply();
            }
        }
    }

    /** Ends a job at this daemon; needs a client's connection. */
    public void endJob(long job) throws IOException {
        frames.within(
                ANSWER_LIMIT,
                () -> {
                    frames.write(
                            Frame.newBuilder()
                                    .setCloseJob(CloseJob.newBuilder().setJob(job))
                                    .build());
                    return job;
                });
    }

    /**
     * Says that another node does not come back; needs a client's connection.
     *
     * @param onlyLook whether the daemon is only to say what it knows of that node
     * @return what it knew of that node
     */
    public ForgetAnswer forget(String node, boolean onlyLook) throws IOException {
        int id = ++queries;
        ForgetNode forget =
                ForgetNode.newBuilder().setId(id).setNode(node).setOnlyLook(onlyLook).build();
        return answer(id, Topic.TOPIC_FORGET, Frame.newBuilder().setForgetNode(forget).build())
                .getForgetList()
                .getFirst();
    }

    /** Has the daemon leave; needs a client's connection. */
    public void drain(Duration deadline) throws IOException {
        frames.within(
                ANSWER_LIMIT,
                () -> {
                    frames.write(
                            Frame.newBuilder()
                                    .setDrain(
                                            Drain.newBuilder().setGraceMillis(deadline.toMillis()))
                                    .build());
                    return deadline;
                });
    }

    @Override
    public void close() {
        frames.close();
    }
}
