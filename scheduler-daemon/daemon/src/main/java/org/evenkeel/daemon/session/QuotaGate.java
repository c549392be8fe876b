package org.evenkeel.daemon.session;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.daemon.blob.PayloadReferences;
import org.evenkeel.model.JobId;
import org.evenkeel.model.protocol.Submission;

/**
 * Where tasks of one connection wait as long as their submitter has all it may have. They keep
 * their order, and are so many as the session's window permits: the client waits with them.
 */
final class QuotaGate {

    private final Session session;
    private final SubmitterAccounts watch;
    private final PayloadReferences books;
    private final Consumer<List<Submission>> through;
    private final Deque<Submission> waiting = new ArrayDeque<>();
    private boolean going;
    private boolean closed;

    /**
     * @param through takes what may continue
     */
    QuotaGate(
            Session session,
            SubmitterAccounts watch,
            PayloadReferences books,
            Consumer<List<Submission>> through) {
        this.session = session;
        this.watch = watch;
        this.books = books;
        this.through = through;
    }

    int size() {
        return waiting.size();
    }

    /** These are here with their code and payloads, which are in the records. */
    void submit(List<Submission> ready) {
        if (session.account().counted() == null) {
            through.accept(ready);
            return;
        }
        waiting.addAll(ready);
        resume();
    }

    /** Takes as many as there is room for. */
    void resume() {
        Submitter submitter = session.account().counted();
        if (going || closed || submitter == null) {
            return;
        }
        going = true;
        try {
            List<Submission> batch = batch();
            while (!batch.isEmpty()) {
                through.accept(batch);
                batch = batch();
            }
        } finally {
            going = false;
        }
        if (waiting.isEmpty()) {
            submitter.leaves(this);
        } else {
            submitter.awaits(this);
            watch.quotaReached(
                    session,
                    submitter,
                    "tasks queued by quota: "
                            + submitter.reached(waiting.getFirst().task().payload().sizeBytes()));
        }
    }

    private List<Submission> batch() {
        List<Submission> batch = new ArrayList<>();
        Submission first = waiting.peekFirst();
        while (first != null
                && session.account()
                        .charge(first.task().id().number(), first.task().payload().sizeBytes())) {
            batch.add(waiting.removeFirst());
            first = waiting.peekFirst();
        }
        return batch;
    }

    /** A job ended: what waits of it is not wanted. */
    void jobEnded(JobId job) {
        Iterator<Submission> all = waiting.iterator();
        List<Submission> gone = new ArrayList<>();
        while (all.hasNext()) {
            Submission one = all.next();
            if (one.task().kind().job().equals(job)) {
                all.remove();
                gone.add(one);
            }
        }
        for (Submission one : gone) {
            books.dereference(one.task().payload());
            session.rejected(one.task().id().number(), "its job was ended");
        }
        resume();
    }

    /** The connection is gone: the client will submit again what was not accepted. */
    void close() {
        closed = true;
        waiting.forEach(one -> books.dereference(one.task().payload()));
        waiting.clear();
        Submitter submitter = session.account().counted();
        if (submitter != null) {
            submitter.leaves(this);
        }
    }
}
