package org.evenkeel.client.session;

import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.evenkeel.api.ClusterUnavailableException;
import org.evenkeel.api.EvenkeelException;
import org.evenkeel.api.TaskRejectedException;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.model.Digest;
import org.evenkeel.model.submission.SubmissionMachine;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Drives the machine of a session under one lock, which is held for no longer than a change of its
 * state: what leaves is queued under it and written without it; tasks end and callbacks run without
 * it. Thread-safe.
 */
final class SubmissionDriver {

    /** Up to this many open tasks the submitting thread writes itself. */
    private static final int DIRECT_OPEN = 4;

    /** When a task is submitted for which the window may have no room. */
    enum Room {
        /** When there is room; blocks until then. */
        AWAITED,
        /** Only if there is room now. */
        IF_FREE,
        /** Now; it is held until there is room. */
        NOT_NEEDED
    }

    private final Consumer<OpenTask> dropped;
    private final Consumer<OpenTask> lost;

    /** Guards what follows. */
    private final ReentrantLock lock = new ReentrantLock();

    private final Condition roomFreed = lock.newCondition();
    private final Condition changed = lock.newCondition();
    private final LinkOutput output = new LinkOutput();
    private final SubmissionMachine<OpenTask> machine;
    private int blockedSubmitters;
    private int waitingForChanges;
    private @Nullable EvenkeelException closedWhy;

    /** Set before the first task. */
    private OpenSubmissions.Sending sending = SubmissionDriver::sendEager;

    /**
     * @param lastNumber the highest number that a task of the session may have
     * @param dropped takes cancelled tasks for which no outcome will come
     * @param lost takes tasks whose daemon is gone
     */
    SubmissionDriver(long lastNumber, Consumer<OpenTask> dropped, Consumer<OpenTask> lost) {
        this.machine = new SubmissionMachine<>(output, lastNumber);
        this.dropped = dropped;
        this.lost = lost;
    }

    void setSending(OpenSubmissions.Sending how) {
        sending = how;
    }

    private static void sendEager(LinkWriter linkWriter, int openTasks) {
        if (openTasks <= DIRECT_OPEN) {
            linkWriter.flushNow();
        } else {
            linkWriter.wake();
        }
    }

    // ---- Events

    /** Asks or changes the machine; what this causes follows without the lock. */
    <R extends @Nullable Object> R ask(Function<SubmissionMachine<OpenTask>, R> event) {
        LinkOutput.Pending pending;
        R result;
        lock.lock();
        try {
            result = event.apply(machine);
            if (blockedSubmitters > 0 && machine.isRoomy()) {
                roomFreed.signalAll();
            }
            if (waitingForChanges > 0) {
                changed.signalAll();
            }
            pending = output.take();
        } finally {
            lock.unlock();
        }
        LinkWriter linkWriter = pending.linkWriter();
        if (linkWriter != null) {
            linkWriter.wake();
        }
        pending.dropped().forEach(dropped);
        ForEach.run(pending.lost(), lost);
        return result;
    }

    /** Changes the machine. */
    void change(Consumer<SubmissionMachine<OpenTask>> event) {
        ask(session -> {
            event.accept(session);
            return true;
        });
    }

    /** Sends a control frame, if there is a link. */
    void send(Frame frame) {
        change(ignored -> output.control(frame));
    }

    // ---- The link comes and goes

    void attach(FreshLink link) {
        change(session -> {
            output.use(link.linkWriter());
            link.first().forEach(output::control);
            session.attached(link.sessionContinuity(), link.returns());
        });
    }

    void detach() {
        change(session -> {
            session.detached();
            output.use(null);
        });
    }

    void window(int tasks, long bytes) {
        change(session -> {
            session.window(tasks, bytes);
            roomFreed.signalAll();
        });
    }

    /** Takes no more; gives what is open. */
    List<OpenTask> close(EvenkeelException why) {
        return ask(session -> {
            if (closedWhy == null) {
                closedWhy = why;
            }
            output.use(null);
            roomFreed.signalAll();
            return session.close();
        });
    }

    // ---- Submitting

    /**
     * Submits a task.
     *
     * @param blob the name under which the payload travels; null when it travels inline
     * @return false when there is no room, and that is needed
     * @throws ClusterUnavailableException if nothing is taken any more
     * @throws TaskRejectedException if the thread is interrupted while it waits for room
     */
    boolean submit(OpenTask task, Encoded payload, @Nullable Digest blob, Room room) {
        LinkWriter linkWriter;
        int openTasks;
        lock.lock();
        try {
            if (!hasRoom(payload.size(), room)) {
                return false;
            }
            refuseIfClosed();
            task.payload = payload;
            task.blob = blob;
            machine.submit(task, payload.size());
            linkWriter = output.take().linkWriter();
            openTasks = machine.openTasks();
        } finally {
            lock.unlock();
        }
        if (linkWriter != null) {
            sending.send(linkWriter, openTasks);
        }
        return true;
    }

    private boolean hasRoom(int bytes, Room room) {
        return switch (room) {
            case AWAITED -> {
                awaitRoom(bytes);
                yield true;
            }
            case IF_FREE -> machine.hasRoom(bytes);
            case NOT_NEEDED -> true;
        };
    }

    /** Waits until there is room, or the session is closed; releases the lock meanwhile. */
    private void awaitRoom(int bytes) {
        while (closedWhy == null && !machine.hasRoom(bytes)) {
            blockedSubmitters++;
            try {
                roomFreed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new TaskRejectedException(
                        "interrupted while waiting for the submission window of "
                                + machine.windowTasks()
                                + " open tasks",
                        e);
            } finally {
                blockedSubmitters--;
            }
        }
    }

    private void refuseIfClosed() {
        EvenkeelException why = closedWhy;
        if (why != null) {
            throw new ClusterUnavailableException(
                    "the connection is closed: " + why.getMessage(), why);
        }
    }

    /**
     * Waits until the daemon has accepted every task that is open.
     *
     * @throws ClusterUnavailableException if the session is closed before
     */
    void awaitAcceptance() throws InterruptedException {
        lock.lock();
        try {
            waitingForChanges++;
            while (closedWhy == null && !machine.isAllAccepted()) {
                changed.await();
            }
            refuseIfClosed();
        } finally {
            waitingForChanges--;
            lock.unlock();
        }
    }
}
