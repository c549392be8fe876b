package org.evenkeel.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.wire.ListenerProof;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.NodeRef;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Welcome;

/**
 * What commands take for a daemon of a cluster, in a directory of a test: it answers questions as
 * the test says. Its process, which commands look for, does nothing.
 */
public final class FakeDaemon implements AutoCloseable {

    public static final String NODE = "n1";

    private final Path directory;
    private final String name;
    private final byte[] secret;
    private final ServerSocketChannel listener;
    private final Process process;
    private volatile Function<Query, Answers> answer = _ -> Answers.getDefaultInstance();

    /**
     * The daemon of node {@value #NODE}.
     *
     * @param directory of its cluster
     */
    public FakeDaemon(Path directory) throws IOException {
        this(directory, NODE);
    }

    /** The daemon of another node. */
    public FakeDaemon(Path directory, String name) throws IOException {
        this.directory = directory;
        this.name = name;
        this.secret = new ClusterDirectory(directory).token();
        Path node = Files.createDirectories(directory.resolve("nodes").resolve(name));
        Path socket = node.resolve("d.sock");
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        process = LookalikeProcess.start();
        new DaemonFile(name, process.pid(), 1, socket.toString(), "127.0.0.1", 1, 1, "", "")
                .write(node.resolve(DaemonFile.NAME));
        Thread.ofPlatform().daemon().name("fake-listener").start(this::listen);
    }

    /**
     * How it answers from now on; an IllegalArgumentException becomes an error, and an
     * UncheckedIOException ends the connection.
     */
    public void answers(Function<Query, Answers> how) {
        answer = how;
    }

    /** The words of a command, and the option that has it ask this daemon. */
    public String[] command(String... words) {
        String[] all = Arrays.copyOf(words, words.length + 2);
        all[words.length] = "--cluster-dir";
        all[words.length + 1] = directory.toString();
        return all;
    }

    private void listen() {
        try {
            while (true) {
                SocketChannel channel = listener.accept();
                Thread.ofPlatform().daemon().name("fake-link").start(() -> serve(channel));
            }
        } catch (IOException e) {
            // It was closed.
        }
    }

    private void serve(SocketChannel channel) {
        try (Link link = Link.over(channel, "a command")) {
            ListenerProof proof = new ListenerProof(link.isPlainTcp());
            link.write(Frame.newBuilder().setChallenge(proof.challenge()).build());
            Frame hello = link.readFrame();
            if (hello == null || proof.proven(hello.getHello(), secret) == null) {
                return;
            }
            Welcome.Builder welcome =
                    Software.sign(Welcome.newBuilder())
                            .setVersion(1)
                            .setNode(NodeRef.newBuilder().setName(name).setIncarnation(1));
            link.write(Frame.newBuilder().setWelcome(proof.welcome(welcome)).build());
            link.authenticated();
            for (Frame frame = link.readFrame(); frame != null; frame = link.readFrame()) {
                if (frame.hasQuery()) {
                    link.write(Frame.newBuilder().setQueryReply(reply(frame.getQuery())).build());
                }
            }
        } catch (IOException | UncheckedIOException | WireException e) {
            // The command has ended, or is to get no answer.
        }
    }

    private QueryReply reply(Query query) {
        QueryReply.Builder reply = QueryReply.newBuilder().setId(query.getId()).setLast(true);
        try {
            return reply.setAnswers(answer.apply(query).toByteString()).build();
        } catch (IllegalArgumentException e) {
            return reply.setError(String.valueOf(e.getMessage())).build();
        }
    }

    /** Ends it and waits until commands do not see it any more; connections stay. */
    @Override
    public void close() throws IOException {
        listener.close();
        process.destroy();
        process.onExit().join();
    }
}
