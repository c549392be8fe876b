package org.evenkeel.daemon.session;

import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.evenkeel.daemon.home.HomeDesk;
import org.evenkeel.daemon.net.Caller;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Door;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.daemon.net.Speaker;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Lets in clients and observers that know the cluster's token. */
public final class ClientDoor {

    /** Beside outcomes, which wait as references, a client is told little. */
    private static final long BACKLOG_BYTES = 32L << 20;

    private final Parts parts;

    /**
     * What a client's link works with.
     *
     * @param replicas jobs that can be taken over
     * @param drain asked to leave, with the grace in milliseconds
     * @param nodes what an administrator says of other nodes
     * @param revoked the list of revoked certificates, null while there is none
     */
    public record Parts(
            SessionLink.Parts session,
            ServedSlots served,
            QueryDesk queries,
            Replicas replicas,
            LongConsumer drain,
            NodeDesk nodes,
            ValueDesk values,
            HomeDesk files,
            Supplier<@Nullable Frame> revoked,
            Patience patience) {}

    /**
     * How long a client may be silent.
     *
     * @param everyNanos before it is asked for an answer
     * @param limitNanos before it counts as gone
     */
    public record Patience(long everyNanos, long limitNanos) {}

    /** What an administrator says of other nodes. */
    public interface NodeDesk {
        /**
         * A node does not come back.
         *
         * @param onlyLook whether nothing is to be done
         * @param by the administrator's connection
         * @return what was known of the node before, one JSON object
         */
        String forget(NodeId node, boolean onlyLook, Connection by);
    }

    /** Where clients have values of task graphs fetched. */
    public interface ValueDesk {
        /** Fetches a value at a node, best effort. */
        void accept(NodeId node, FetchValue request) throws WireException;
    }

    /** What is kept here for owners that may be gone. */
    public interface Replicas {
        /**
         * The name in the certificate of the client that opened a job which can be taken over,
         * empty for the machine's own user; null when there is no such job.
         */
        @Nullable String submitter(JobId job);

        /** Makes a job this node's own; whether it could be. */
        boolean takeOver(JobId job);
    }

    public ClientDoor(Parts parts) {
        this.parts = parts;
    }

    /** A client or observer has shown that it knows the token. */
    public Door.Answer admit(
            Hello hello, Speaker speaker, Welcome.Builder welcome, long incarnation)
            throws WireException {
        if (speaker.role() == Role.OBSERVER) {
            return new Door.Answer.Admit(
                    welcome, BACKLOG_BYTES, to -> new ClientLink.Observer(parts.queries(), to));
        }
        if (hello.getOrigin() == 0) {
            return new Door.Answer.Refuse("a client needs an origin other than 0");
        }
        Sessions sessions = parts.session().sessions();
        Arrival arrival = Arrival.of(hello);
        if (arrival.takesOver() && !mayTakeOver(new JobId(hello.getAttachJob()), speaker)) {
            return new Door.Answer.Refuse("this is another submitter's job");
        }
        Session session =
                arrival.takesOver()
                        ? ofJob(sessions, new JobId(hello.getAttachJob()))
                        : sessions.get(hello.getOrigin());
        if (session != null && !session.isFor(speaker)) {
            return new Door.Answer.Refuse("this is another submitter's session");
        }
        String notIts = arrival.takesOver() ? null : whyNotIts(hello.getOrigin(), arrival, speaker);
        if (notIts != null) {
            return new Door.Answer.Refuse(notIts);
        }
        Door.Answer.Refuse no = refusal(hello, session, arrival);
        if (no != null) {
            return no;
        }
        welcome.setWindow(Sessions.FIRST_WINDOW)
                .setWindowBytes(Sessions.FIRST_WINDOW_BYTES)
                .setInlineBytes(WireLimits.MAX_INLINE_BYTES)
                .setResumed(session != null && isItsDaemon(hello, session, incarnation))
                .setRecovered(session != null && session.isRecovered());
        if (session != null && arrival.takesOver()) {
            OpenedJob job = session.jobs().get(new JobId(hello.getAttachJob()));
            JobSecret secret = job == null ? JobSecret.NONE : job.secret();
            welcome.setSession(session.id())
                    .setLastNumber(session.lastNumber())
                    .setSessionKey(SessionKeys.write(secret.key()))
                    .setJobNumber(secret.number());
        }
        if (session != null
                && !arrival.takesOver()
                && !welcome.getResumed()
                && !session.isRecovered()) {
            session.submitsAnew();
        }
        long id = session != null ? session.id() : hello.getOrigin();
        return new Door.Answer.Admit(welcome, BACKLOG_BYTES, to -> attach(id, arrival, to));
    }

    /**
     * Why a session is not whose it says it is; null when it is. Its id is in the ids of its tasks,
     * which many see; the key is its owner's alone, and any daemon can tell that it fits.
     */
    private static @Nullable String whyNotIts(long origin, Arrival arrival, Speaker speaker) {
        if (arrival.key().isNone()) {
            return speaker.caller() instanceof Caller.Local
                    ? null
                    : "a client with a certificate has to show the key of its session: this program was built with an earlier version of Evenkeel, build it with this one";
        }
        return arrival.key().session() == origin
                ? null
                : "session " + Ids.text(origin) + " is not that of the key it was shown";
    }

    /** Before anything is done with what is kept here for an owner that is gone. */
    private boolean mayTakeOver(JobId job, Speaker speaker) {
        if (parts.session().sessions().ofJob(job) != null) {
            return true; // it is here: its session is looked at
        }
        String submitter = parts.replicas().submitter(job);
        return submitter == null || speaker.mayActFor(submitter);
    }

    /** The session of a job that is here, or that can be taken over from an owner that is gone. */
    private @Nullable Session ofJob(Sessions sessions, JobId job) {
        Session session = sessions.ofJob(job);
        return session == null && parts.replicas().takeOver(job) ? sessions.ofJob(job) : session;
    }

    /** Whether it was attached to this process before, or to the one that passed it on to this. */
    private static boolean isItsDaemon(Hello hello, Session session, long incarnation) {
        long known =
                hello.getLeftCount() == 0
                        ? 0
                        : hello.getLeft(hello.getLeftCount() - 1).getIncarnation();
        return hello.getKnownIncarnation() == incarnation
                || known != 0 && known == session.adoptedFrom();
    }

    private Door.Answer.@Nullable Refuse refusal(
            Hello hello, @Nullable Session session, Arrival arrival) {
        if (session != null && session.isWorker()) {
            return new Door.Answer.Refuse("this origin is a worker's");
        }
        if (arrival.takesOver()) {
            return refusalToTakeOver(new JobId(hello.getAttachJob()), session);
        }
        if (session == null) {
            return parts.session().sessions().hasRoom()
                    ? null
                    : new Door.Answer.Refuse("too many clients are attached");
        }
        long before = session.arrival().client();
        return before != 0 && arrival.client() != 0 && before != arrival.client()
                ? new Door.Answer.Refuse("another client attached to its job", true)
                : null;
    }

    private static Door.Answer.@Nullable Refuse refusalToTakeOver(
            JobId job, @Nullable Session session) {
        if (session == null) {
            return new Door.Answer.Refuse("job " + job + " is not here");
        }
        OpenedJob opened = session.jobs().get(job);
        if (session.isAttached() && opened != null && !opened.outlives()) {
            return new Door.Answer.Refuse(
                    "job "
                            + job
                            + " does not outlive its client, which is attached; only a job opened with outlivesClient can be taken over");
        }
        return null;
    }

    private LinkListener attach(long id, Arrival arrival, Connection connection) {
        connection.mindSilence(parts.patience().everyNanos(), parts.patience().limitNanos());
        WireMapper mapper = new WireMapper();
        Session session = parts.session().sessions().open(id, arrival, connection, mapper);
        Frame revoked = parts.revoked().get();
        if (revoked != null) {
            connection.send(revoked);
        }
        return new ClientLink(parts, session, connection, mapper);
    }
}
