package org.evenkeel.client.session;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.SubmittedAgain;
import org.jspecify.annotations.Nullable;

/**
 * Tasks on their way to the daemon.
 *
 * <p>Numbers are given and tasks are queued under one lock, so that tasks leave in the order of
 * their numbers: the daemon accepts "everything up to". The reader thread takes that lock only
 * between two links, because its holder may be blocked in a write.
 */
final class SubmissionQueue {

    private final OpenTasks tasks;
    private final SubmissionWindow submissionWindow;
    private final OpenSubmissions.Sending sending;

    /** Order of numbers and of queueing; guards what follows. */
    private final ReentrantLock order = new ReentrantLock();

    private final SubmissionOverflow submissionOverflow = new SubmissionOverflow();
    private long lastNumber;

    /** Tasks up to this number have been entered. */
    private volatile long entered;

    /** What a fresh link needs again, until that is said to have left; null when it is. */
    private @Nullable Again again;

    private volatile @Nullable LinkWriter linkWriter;
    private volatile @Nullable EvenkeelException closedWhy;

    /**
     * @param lastNumber the last one given already
     */
    SubmissionQueue(
            OpenTasks tasks,
            SubmissionWindow submissionWindow,
            OpenSubmissions.Sending sending,
            long lastNumber) {
        this.tasks = tasks;
        this.submissionWindow = submissionWindow;
        this.sending = sending;
        this.lastNumber = lastNumber;
        this.entered = lastNumber;
    }

    /** Tasks up to this number are open or have ended. */
    long entered() {
        return entered;
    }

    /** The link of the moment, null while there is none. */
    @Nullable LinkWriter linkWriter() {
        return linkWriter;
    }

    /** Why nothing is taken any more, null while it is. */
    @Nullable EvenkeelException closedWhy() {
        return closedWhy;
    }

    /** Whether tasks wait for the window. */
    boolean isHeldUp() {
        return !submissionOverflow.isEmpty();
    }

    private <T> T inOrder(Supplier<T> action) {
        order.lock();
        try {
            return action.get();
        } finally {
            order.unlock();
        }
    }

    /** Gives a number alone. */
    void number(OpenTask task) {
        order.lock();
        try {
            task.number = ++lastNumber;
        } finally {
            order.unlock();
        }
    }

    /** Enters a task that has a number and is at the daemon. */
    void adopt(OpenTask task) {
        order.lock();
        try {
            tasks.put(task);
        } finally {
            order.unlock();
        }
    }

    /**
     * Numbers a task and sends it, now or when the window has room.
     *
     * @param full whether the window has none
     * @throws ClusterUnavailableException if nothing is taken any more
     */
    void send(OpenTask task, boolean full) {
        order.lock();
        try {
            EvenkeelException closed = closedWhy;
            if (closed != null) {
                throw new ClusterUnavailableException(
                        "the connection is closed: " + closed.getMessage(), closed);
            }
            task.number = ++lastNumber;
            tasks.put(task);
            entered = task.number;
            LinkWriter out = linkWriter;
            if (full || !submissionOverflow.isEmpty()) {
                submissionOverflow.add(task);
            } else if (out != null) {
                sending.send(out, task, submissionWindow.openTasks());
            }
        } finally {
            order.unlock();
        }
    }

    /** Sends a control frame, if there is a link. */
    void send(Frame frame) {
        order.lock();
        try {
            LinkWriter out = linkWriter;
            if (out != null) {
                out.sendLater(new Outgoing.Control(frame));
            }
        } finally {
            order.unlock();
        }
    }

    /** Sends what the window has room for now; gives the tasks that no thread wants any more. */
    List<OpenTask> drain() {
        List<OpenTask> unwanted = new ArrayList<>();
        order.lock();
        try {
            LinkWriter out = linkWriter;
            if (out != null) {
                for (OpenTask task = submissionOverflow.next(submissionWindow, tasks);
                        task != null;
                        task = submissionOverflow.next(submissionWindow, tasks)) {
                    if (task.cancelled) {
                        unwanted.add(task);
                    } else {
                        out.sendLater(task);
                        leaves(task);
                    }
                }
                reportResubmitted(out);
            }
        } finally {
            order.unlock();
        }
        return unwanted;
    }

    private void leaves(OpenTask task) {
        Again now = again;
        if (now != null && task.number <= now.upTo) {
            again = new Again(now.upTo, task.number);
        }
    }

    /** From then on the daemon has everything that is open: it may tell those of before. */
    private void reportResubmitted(LinkWriter out) {
        Again now = again;
        if (now != null && !submissionOverflow.hasUpTo(now.upTo)) {
            again = null;
            out.sendLater(
                    new Outgoing.Control(
                            Frame.newBuilder()
                                    .setSubmittedAgain(
                                            SubmittedAgain.newBuilder().setUpTo(now.sent))
                                    .build()));
        }
    }

    /**
     * @param upTo the last number that is needed again
     * @param sent the last one of them that has left; others have ended meanwhile
     */
    private record Again(long upTo, long sent) {}

    /**
     * A fresh link: these leave first, then the open tasks it needs as the window permits ({@link
     * #drain}), then what comes.
     *
     * @param returns whether the daemon is told when all of them have left
     */
    Resubmission attach(
            LinkWriter to, Collection<? extends Outgoing> first, boolean returns, Sorter sorter) {
        return inOrder(() -> {
            Resubmission what = sorter.sort(tasks.all());
            to.sendLater(List.copyOf(first));
            submissionOverflow.clear();
            what.again.forEach(submissionOverflow::add);
            long upTo = what.again.isEmpty() ? 0 : what.again.getLast().number;
            again = returns ? new Again(upTo, 0) : null;
            linkWriter = to;
            return what;
        });
    }

    /** Says what becomes of the open tasks. */
    interface Sorter {
        Resubmission sort(List<OpenTask> open);
    }

    /** The link is gone; tasks wait for the next one. */
    void detach() {
        order.lock();
        try {
            linkWriter = null;
        } finally {
            order.unlock();
        }
    }

    /** Takes no more; gives what is open. */
    List<OpenTask> close(EvenkeelException why) {
        return inOrder(() -> {
            if (closedWhy == null) {
                closedWhy = why;
            }
            linkWriter = null;
            submissionOverflow.clear();
            return tasks.all();
        });
    }

    /** All open tasks, in the order of their numbers. */
    List<OpenTask> open() {
        return inOrder(tasks::all);
    }
}
