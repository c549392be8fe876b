package org.evenkeel.daemon.worker;

import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.net.Door;
import org.evenkeel.daemon.net.LinkListener;
import org.evenkeel.daemon.session.FinishedDoor;
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
public final class WorkerDoor {

    /**
     * A worker holds at most its window of tasks; more than this waits only when it does not read.
     */
    private static final long BACKLOG_BYTES = 128L << 20;

    private final WorkerPool pool;

    public WorkerDoor(WorkerPool pool) {
        this.pool = pool;
    }

    /** The secret of a worker that is expected, null when none of this number is. */
    public byte @Nullable [] secretOf(int number) {
        WorkerProcess worker = pool.find(number);
        return worker == null || worker.secretUsed || worker.ending != null ? null : worker.secret;
    }

    /** A worker has shown its secret. */
    public Door.Answer admit(Hello hello, Welcome.Builder welcome) {
        WorkerProcess worker = pool.find(hello.getWorker());
        if (worker == null) {
            return new Door.Answer.Refuse("no such worker");
        }
        if (hello.getOrigin() != SessionKey.ofWorker(worker.number, worker.secret).session()
                || pool.parts().sessions().isKnown(hello.getOrigin())) {
            return new Door.Answer.Refuse("its origin is not that of its number and secret");
        }
        worker.secretUsed = true;
        worker.origin = hello.getOrigin();
        welcome.setWindow(Sessions.FIRST_WINDOW)
                .setWindowBytes(Sessions.FIRST_WINDOW_BYTES)
                .setInlineBytes(WireLimits.MAX_INLINE_BYTES)
                .setBlobDirectory(pool.parts().intake().store().directory().toString());
        return new Door.Answer.Admit(welcome, BACKLOG_BYTES, to -> attach(worker, to));
    }

    /** Tasks spawn tasks of their own job; whose else it is, a worker cannot say. */
    private static @Nullable String whyNotOf(WorkerProcess worker, JobId job) {
        Seat seat = worker.seat;
        return seat != null && seat.job.equals(job)
                ? null
                : "it is of job " + job + ", and what submitted it is not";
    }

    private LinkListener attach(WorkerProcess worker, Connection connection) {
        WireMapper mapper = new WireMapper();
        WorkerPool.Parts parts = pool.parts();
        Session session = parts.sessions().open(worker.origin, connection, mapper);
        SessionLink sessionLink =
                new SessionLink(
                        new SessionLink.Parts(
                                parts.sessions(),
                                parts.events(),
                                parts.intake(),
                                asked -> null, // its job was let in with what it asks for
                                job -> whyNotOf(worker, job)),
                        session,
                        connection,
                        mapper);
        WorkerLink link =
                new WorkerLink(
                        pool,
                        worker,
                        connection,
                        mapper,
                        sessionLink,
                        new FinishedDoor(parts.events(), parts.intake(), sessionLink.blobs()));
        worker.link = link;
        pool.ready(worker);
        return link;
    }
}
