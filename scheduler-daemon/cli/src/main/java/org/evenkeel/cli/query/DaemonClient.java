package org.evenkeel.cli.query;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.SessionKey;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.link.Access;
import org.evenkeel.wire.link.DirectQueries;
import org.evenkeel.wire.link.Endpoint;
import org.evenkeel.wire.link.Handshake;
import org.evenkeel.wire.link.Link;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.CloseJob;
import org.evenkeel.wire.proto.Drain;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.OwnerActivity;
import org.evenkeel.wire.proto.PauseNode;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.Role;
import org.evenkeel.wire.proto.Topic;
import org.evenkeel.wire.proto.Welcome;

/** A connection to one daemon: asks, waits for the answer. For one thread. */
public final class DaemonClient implements Closeable {

    private final Link link;
    private final DirectQueries queries;
    private final boolean raw;

    private DaemonClient(Link link, DirectQueries queries, boolean raw) {
        this.link = link;
        this.queries = queries;
        this.raw = raw;
    }

    /**
     * The same connection with answers that have all characters, for a caller that escapes them
     * when it prints, as JSON does. Other answers have no character that a terminal obeys.
     */
    public DaemonClient raw() {
        return new DaemonClient(link, queries, true);
    }

    /**
     * Connects to a daemon, to ask.
     *
     * @param daemon where it listens
     * @throws IOException if no daemon listens there, or one does not trust the other
     */
    public static DaemonClient connect(DaemonFile daemon, Access access) throws IOException {
        return connect(daemon, access, Role.OBSERVER);
    }

    /** The same as a client, which may also change something. */
    public static DaemonClient connectAsClient(DaemonFile daemon, Access access)
            throws IOException {
        return connect(daemon, access, Role.CLIENT);
    }

    /** A client's link behind its handshake, for programs that speak in frames. */
    public static Link attach(DaemonFile daemon, Access access) throws IOException {
        return connectAsClient(daemon, access).link;
    }

    private static DaemonClient connect(DaemonFile daemon, Access access, Role role)
            throws IOException {
        Endpoint endpoint =
                daemon.socket().isEmpty()
                        ? new Endpoint.Tcp(daemon.host(), daemon.port())
                        : new Endpoint.Unix(Path.of(daemon.socket()));
        SessionKey key = SessionKey.draw(new SecureRandom());
        Handshake.Speaker speaker =
                new Handshake.Speaker(
                        role,
                        key.session(),
                        0,
                        Handshake.Past.NONE,
                        0,
                        access.isByCertificates() ? key : SessionKey.NONE);
        Link link = access.over(open(daemon, endpoint), daemon.node() + " (" + endpoint + ")");
        try {
            Welcome welcome =
                    Handshake.speak(link, access, speaker, WireLimits.HANDSHAKE_TIMEOUT_MILLIS);
            DirectQueries queries = new DirectQueries(link, Software.of(welcome).features());
            return new DaemonClient(link, queries, false);
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private static SocketChannel open(DaemonFile daemon, Endpoint endpoint) throws IOException {
        try {
            return endpoint.connect();
        } catch (IOException e) {
            throw new IOException(
                    "daemon " + daemon.node() + " is not reachable at " + endpoint, e);
        }
    }

    /** A question to all nodes of the cluster. */
    public static Query.Builder toAll(Topic topic) {
        return Query.newBuilder().setTopic(topic).setCluster(true);
    }

    /**
     * Asks and waits.
     *
     * @return the answer; printable unless the answers of this connection are raw
     * @throws IOException if the daemon does not know, or the connection breaks
     */
    public Answers ask(Query.Builder query) throws IOException {
        Answers answers = queries.ask(query);
        return raw ? answers : (Answers) PrintableMessage.of(answers);
    }

    /**
     * Asks the daemon about its own node.
     *
     * @throws IOException also if it says nothing of it
     */
    public NodesAnswer node() throws IOException {
        Answers answers = ask(Query.newBuilder().setTopic(Topic.TOPIC_NODES));
        if (answers.getNodesCount() == 0) {
            throw new IOException(link + " said nothing of its node");
        }
        return answers.getNodes(0);
    }

    /** See {@link DirectQueries#forget}; needs a client's connection. */
    public ForgetAnswer forget(String node, boolean onlyLook) throws IOException {
        ForgetAnswer answer = queries.forget(node, onlyLook);
        return raw ? answer : (ForgetAnswer) PrintableMessage.of(answer);
    }

    /**
     * Has the daemon give up its processors; needs a client's connection.
     *
     * @param within until nothing runs any more
     * @param time until it ends; zero for until it is resumed
     */
    public void pause(Duration within, Duration time) throws IOException {
        queries.pause(
                PauseNode.newBuilder()
                        .setWithinMillis(within.toMillis())
                        .setForMillis(time.toMillis()));
    }

    /** Lets the daemon use its processors again; needs a client's connection. */
    public void resume() throws IOException {
        queries.pause(PauseNode.newBuilder().setResume(true));
    }

    /**
     * Says how long the owner of this machine has made no input; the daemon is on this machine.
     *
     * @param source what knows it
     * @throws IOException if the daemon is of a version that does not listen, or the link is broken
     */
    public void ownerActivity(Duration idle, boolean locked, String source) throws IOException {
        queries.require(Feature.OWNERS, "does not know of owners");
        link.write(
                Frame.newBuilder()
                        .setOwnerActivity(
                                OwnerActivity.newBuilder()
                                        .setIdleMillis(idle.toMillis())
                                        .setLocked(locked)
                                        .setSource(source))
                        .build());
    }

    /** Ends a job at this daemon; needs a client's connection. */
    public void endJob(long job) throws IOException {
        link.write(Frame.newBuilder().setCloseJob(CloseJob.newBuilder().setJob(job)).build());
    }

    /** Has the daemon leave; needs a client's connection. */
    public void drain(Duration deadline) throws IOException {
        link.write(
                Frame.newBuilder()
                        .setDrain(Drain.newBuilder().setGraceMillis(deadline.toMillis()))
                        .build());
    }

    @Override
    public void close() {
        link.close();
    }
}
