package org.evenkeel.cli;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.ListenerProof;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.QueryReply;
import org.evenkeel.wire.proto.Refused;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Welcome;

/**
 * A daemon of a cluster on this machine as commands see it: a process that looks like one, and a
 * socket where each question gets the same answer.
 */
final class AnsweringDaemon implements AutoCloseable {
    private final Process process;
    private final ServerSocketChannel listener;
    private final byte[] secret;
    private volatile Frame answer = Frame.getDefaultInstance();

    AnsweringDaemon(Path cluster, String node) throws IOException {
        ClusterDirectory directory = new ClusterDirectory(cluster);
        secret = directory.token();
        Path folder = Files.createDirectories(directory.nodePath(new NodeId(node)));
        Path socket = folder.resolve("s");
        process = LookalikeProcess.start();
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        listener.bind(UnixDomainSocketAddress.of(socket));
        new DaemonFile(node, process.pid(), 1, socket.toString(), "127.0.0.1", 1, 1, "hybrid", "")
                .write(folder.resolve(DaemonFile.NAME));
        Thread.ofVirtual().start(this::serve);
        greet(socket);
    }

    /**
     * Commands wait for a handshake for five seconds. This one, which has longer, loads the classes
     * for it.
     */
    private void greet(Path socket) throws IOException {
        try (Link link = Link.connect(new Endpoint.Unix(socket))) {
            Welcome _ = Handshake.speak(link, secret, new Handshake.Speaker(Role.OBSERVER, 1, 0));
        }
    }

    /** From now on, questions are answered like this. */
    void answers(Answers answers) {
        QueryReply reply =
                QueryReply.newBuilder().setAnswers(answers.toByteString()).setLast(true).build();
        answer = Frame.newBuilder().setQueryReply(reply).build();
    }

    /** From now on, questions are answered with this error. */
    void fails(String error) {
        answer = Frame.newBuilder().setQueryReply(QueryReply.newBuilder().setError(error)).build();
    }

    /** From now on, whoever connects is refused. */
    void refuses(String reason) {
        answer = Frame.newBuilder().setRefused(Refused.newBuilder().setReason(reason)).build();
    }

    private void serve() {
        while (listener.isOpen()) {
            try (SocketChannel channel = listener.accept();
                    Link link = Link.over(channel, "a command")) {
                serve(link);
            } catch (IOException | WireException e) {
                // It has gone, or this one is closed.
            }
        }
    }

    private void serve(Link link) throws IOException, WireException {
        ListenerProof proof = new ListenerProof(false);
        link.write(Frame.newBuilder().setChallenge(proof.challenge()).build());
        Frame hello = link.readFrame();
        if (hello == null || proof.proven(hello.getHello(), secret) == null) {
            return;
        }
        if (answer.hasRefused()) {
            link.write(answer);
            return;
        }
        Welcome welcome = proof.welcome(Software.sign(Welcome.newBuilder()));
        link.write(Frame.newBuilder().setWelcome(welcome).build());
        link.authenticated();
        for (Frame asked = link.readFrame(); asked != null; asked = link.readFrame()) {
            QueryReply.Builder reply = answer.getQueryReply().toBuilder();
            reply.setId(
                    asked.hasQuery() ? asked.getQuery().getId() : asked.getForgetNode().getId());
            link.write(Frame.newBuilder().setQueryReply(reply).build());
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        process.getOutputStream().close();
    }
}
