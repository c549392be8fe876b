package org.evenkeel.daemon.worker;

import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.session.OutcomeIngress;
import org.evenkeel.daemon.session.Session;
import org.evenkeel.daemon.session.SessionLink;
import org.evenkeel.daemon.session.Sessions;
import org.evenkeel.model.JobId;
import org.evenkeel.model.SessionKey;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Lets in the workers that this daemon started, each once, by its own secret. */
public record WorkerAcceptor(WorkerPool pool) {
    /**
     * A worker holds at most its window of tasks; more than this waits only when it does not read.
     */
    private static final long BACKLOG_BYTES = 128L << 20;

    /** The secret of a worker that is expected, null when none of this number is. */
    public byte @Nullable [] secretOf(int number) {
        WorkerProcess worker = pool.find(number);
        return worker == null || worker.secretUsed || worker.ending != null ? null : worker.secret;
    }

    /** A worker has shown its secret. */
    public Authenticator.Answer admit(Hello hello, Welcome.Builder welcome) {
        WorkerProcess worker = pool.find(hello.getWorker());
        if (worker == null) {
            return new Authenticator.Answer.Refuse("unknown worker");
        }
        if (hello.getOrigin() != SessionKey.ofWorker(worker.number, worker.secret).session()
                || pool.dependencies().sessions().isKnown(hello.getOrigin())) {
            return new Authenticator.Answer.Refuse(
                    "its origin does not match its number and secret");
        }
        worker.secretUsed = true;
        worker.origin = hello.getOrigin();
        welcome.setWindow(Sessions.FIRST_WINDOW)
                .setWindowBytes(Sessions.FIRST_WINDOW_BYTES)
                .setInlineBytes(WireLimits.MAX_INLINE_BYTES)
                .setBlobDirectory(
                        pool.dependencies().payloadResolver().store().directory().toString());
        return new Authenticator.Answer.Admit(welcome, BACKLOG_BYTES, to -> attach(worker, to));
    }

    /** Tasks spawn tasks of their own job; whose else it is, a worker cannot say. */
    private static @Nullable String whyNotOf(WorkerProcess worker, JobId job) {
        WorkerBinding workerBinding = worker.workerBinding;
        return workerBinding != null && workerBinding.job.equals(job)
                ? null
                : "it belongs to job " + job + ", but the task it submits for does not";
    }

    private LinkListener attach(WorkerProcess worker, FrameConnection frameConnection) {
        WireMapper mapper = new WireMapper();
        WorkerPool.Dependencies dependencies = pool.dependencies();
        Session session = dependencies.sessions().open(worker.origin, frameConnection, mapper);
        SessionLink sessionLink =
                new SessionLink(
                        new SessionLink.Dependencies(
                                dependencies.sessions(),
                                dependencies.eventSink(),
                                dependencies.payloadResolver(),
                                asked -> null, // its job was let in with what it asks for
                                job -> whyNotOf(worker, job)),
                        session,
                        frameConnection,
                        mapper);
        WorkerLink link =
                new WorkerLink(
                        pool,
                        worker,
                        frameConnection,
                        mapper,
                        sessionLink,
                        new OutcomeIngress(
                                dependencies.eventSink(),
                                dependencies.payloadResolver(),
                                sessionLink.blobs()));
        worker.link = link;
        pool.ready(worker);
        return link;
    }
}
