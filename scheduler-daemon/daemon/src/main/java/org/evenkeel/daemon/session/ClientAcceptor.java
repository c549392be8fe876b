package org.evenkeel.daemon.session;

import java.time.Duration;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.evenkeel.daemon.clientcalls.ClientCallRouter;
import org.evenkeel.daemon.net.AuthenticatedPeer;
import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.daemon.net.TransportIdentity;
import org.evenkeel.model.Ids;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JobSecret;
import org.evenkeel.model.NodeId;
import org.evenkeel.wire.SessionKeys;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.FetchValue;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Lets in clients and observers that know the cluster's token. */
public record ClientAcceptor(Dependencies dependencies) {
    /** Beside outcomes, which wait as references, a client is told little. */
    private static final long BACKLOG_BYTES = 32L << 20;

    /**
     * What a client's link works with.
     *
     * @param replicas jobs that can be taken over
     * @param drain asked to leave, with the grace in milliseconds
     * @param nodes what an administrator says of other nodes
     * @param owners hears of the machine's owner
     * @param revoked the list of revoked certificates, null while there is none
     */
    public record Dependencies(
            SessionLink.Dependencies session,
            ServedSlots served,
            QueryHandler queries,
            Replicas replicas,
            LongConsumer drain,
            NodeQueries nodes,
            Pauses pauses,
            Owners owners,
            ValueQueries values,
            ClientCallRouter files,
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
    public interface NodeQueries {
        /**
         * A node does not come back.
         *
         * @param onlyLook whether nothing is to be done
         * @param by the administrator's connection
         * @return what was known of the node before
         */
        ForgetAnswer forget(NodeId node, boolean onlyLook, FrameConnection by);
    }

    /** What an administrator says of this node's processors. */
    public interface Pauses {
        /**
         * The node gives them up.
         *
         * @param within until nothing runs any more
         * @param time until it ends, longer than {@code within}; zero for until it is resumed
         * @param by the administrator's connection
         */
        void pause(Duration within, Duration time, FrameConnection by);

        /** It may use them again; nothing happens if it may already. */
        void resume(FrameConnection by);
    }

    /** What programs of this machine say of its owner. */
    public interface Owners {
        /**
         * The owner made no input for so long.
         *
         * @param locked whether the screen is locked
         * @param source what knows it
         * @param by the connection of the program
         */
        void active(Duration idle, boolean locked, String source, FrameConnection by);

        /** A program that may have said so is gone. */
        void gone(FrameConnection by);
    }

    /** Where clients have values of task graphs fetched. */
    public interface ValueQueries {
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

        /** Joins what can be taken over of a job to the earlier state of it that is here. */
        void join(JobId job);
    }

    /** A client or observer has shown that it knows the token. */
    public Authenticator.Answer admit(
            Hello hello,
            AuthenticatedPeer authenticatedPeer,
            Welcome.Builder welcome,
            long incarnation)
            throws WireException {
        if (authenticatedPeer.role() == Role.OBSERVER) {
            return new Authenticator.Answer.Admit(
                    welcome,
                    BACKLOG_BYTES,
                    to -> new ObserverLink(dependencies.queries(), dependencies.owners(), to));
        }
        if (hello.getOrigin() == 0) {
            return new Authenticator.Answer.Refuse("a client's origin must not be 0");
        }
        Sessions sessions = dependencies.session().sessions();
        ClientHello clientHello = ClientHello.of(hello);
        if (clientHello.takesOver()
                && !mayTakeOver(new JobId(hello.getAttachJob()), authenticatedPeer)) {
            return new Authenticator.Answer.Refuse("this job belongs to another submitter");
        }
        Session session =
                clientHello.takesOver()
                        ? ofJob(sessions, new JobId(hello.getAttachJob()))
                        : sessions.get(hello.getOrigin());
        if (session != null && !session.isFor(authenticatedPeer)) {
            return new Authenticator.Answer.Refuse("this session belongs to another submitter");
        }
        if (session != null && clientHello.takesOver()) {
            joinLater(new JobId(hello.getAttachJob()), authenticatedPeer);
        }
        String notIts =
                clientHello.takesOver()
                        ? null
                        : whyNotIts(hello.getOrigin(), clientHello, authenticatedPeer);
        if (notIts != null) {
            return new Authenticator.Answer.Refuse(notIts);
        }
        Authenticator.Answer.Refuse no = refusal(hello, session, clientHello);
        if (no != null) {
            return no;
        }
        welcome.setWindow(Sessions.FIRST_WINDOW)
                .setWindowBytes(Sessions.FIRST_WINDOW_BYTES)
                .setInlineBytes(WireLimits.MAX_INLINE_BYTES)
                .setResumed(session != null && isItsDaemon(hello, session, incarnation))
                .setRecovered(session != null && session.isRecovered());
        if (session != null && clientHello.takesOver()) {
            OpenedJob job = session.jobs().get(new JobId(hello.getAttachJob()));
            JobSecret secret = job == null ? JobSecret.NONE : job.secret();
            welcome.setSession(session.id())
                    .setLastNumber(session.lastNumber())
                    .setSessionKey(SessionKeys.write(secret.key()))
                    .setJobNumber(secret.number());
        }
        if (session != null
                && !clientHello.takesOver()
                && !welcome.getResumed()
                && !session.isRecovered()) {
            session.submitsAnew();
        }
        long id = session != null ? session.id() : hello.getOrigin();
        return new Authenticator.Answer.Admit(
                welcome, BACKLOG_BYTES, to -> attach(id, clientHello, to));
    }

    /**
     * Why a session is not whose it says it is; null when it is. Its id is in the ids of its tasks,
     * which many see; the key is its owner's alone, and any daemon can tell that it fits.
     */
    private static @Nullable String whyNotIts(
            long origin, ClientHello clientHello, AuthenticatedPeer authenticatedPeer) {
        if (clientHello.key().isNone()) {
            return authenticatedPeer.transportIdentity() instanceof TransportIdentity.Local
                    ? null
                    : "a client with a certificate must prove the key of its session: this "
                            + "program was built with an earlier version of Evenkeel, build it with this "
                            + "one";
        }
        return clientHello.key().session() == origin
                ? null
                : "session " + Ids.text(origin) + " belongs to another key than the one proved";
    }

    /** Before anything is done with what is kept here for an owner that is gone. */
    private boolean mayTakeOver(JobId job, AuthenticatedPeer authenticatedPeer) {
        if (dependencies.session().sessions().ofJob(job) != null) {
            return true; // it is here: its session is looked at
        }
        String submitter = dependencies.replicas().submitter(job);
        return submitter == null || authenticatedPeer.mayActFor(submitter);
    }

    /** The session of a job that is here, or that can be taken over from an owner that is gone. */
    private @Nullable Session ofJob(Sessions sessions, JobId job) {
        Session session = sessions.ofJob(job);
        return session == null && dependencies.replicas().takeOver(job)
                ? sessions.ofJob(job)
                : session;
    }

    /** Before its client hears which numbers of tasks were given. */
    private void joinLater(JobId job, AuthenticatedPeer authenticatedPeer) {
        String submitter = dependencies.replicas().submitter(job);
        if (submitter != null && authenticatedPeer.mayActFor(submitter)) {
            dependencies.replicas().join(job);
        }
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

    private Authenticator.Answer.@Nullable Refuse refusal(
            Hello hello, @Nullable Session session, ClientHello clientHello) {
        if (session != null && session.isWorker()) {
            return new Authenticator.Answer.Refuse("this origin belongs to a worker");
        }
        if (clientHello.takesOver()) {
            return refusalToTakeOver(new JobId(hello.getAttachJob()), session);
        }
        if (session == null) {
            return dependencies.session().sessions().hasRoom()
                    ? null
                    : new Authenticator.Answer.Refuse(
                            "too many clients are attached; try again later");
        }
        long before = session.clientHello().client();
        return before != 0 && clientHello.client() != 0 && before != clientHello.client()
                ? new Authenticator.Answer.Refuse("another client attached to its job", true)
                : null;
    }

    private static Authenticator.Answer.@Nullable Refuse refusalToTakeOver(
            JobId job, @Nullable Session session) {
        if (session == null) {
            return new Authenticator.Answer.Refuse("job " + job + " is not at this node");
        }
        OpenedJob opened = session.jobs().get(job);
        if (session.isAttached() && opened != null && !opened.outlives()) {
            return new Authenticator.Answer.Refuse(
                    ("job %s is not detached, and its client is attached; only a detached job can "
                                    + "be taken over")
                            .formatted(job));
        }
        return null;
    }

    private LinkListener attach(long id, ClientHello clientHello, FrameConnection frameConnection) {
        frameConnection.mindSilence(
                dependencies.patience().everyNanos(), dependencies.patience().limitNanos());
        WireMapper mapper = new WireMapper();
        Session session =
                dependencies.session().sessions().open(id, clientHello, frameConnection, mapper);
        Frame revoked = dependencies.revoked().get();
        if (revoked != null) {
            frameConnection.send(revoked);
        }
        return new ClientLink(dependencies, session, frameConnection, mapper);
    }
}
