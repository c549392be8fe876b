package org.evenkeel.model.submission;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one process has submitted in one session and not yet got back: which tasks are open, under
 * which epoch, which of them the window permits to leave, what a fresh link needs again, and which
 * outcomes are acknowledged (rule R8).
 *
 * <p>States of the session: {@code detached <-> attached}, and {@code closed} from either. Each
 * public method is an event or a question; effects go to the {@link SubmissionOutput}. Tasks leave
 * in the order of their numbers, because the daemon accepts "everything up to". Not thread-safe. It
 * keeps the open tasks, and the last 65,536 numbers of outcomes and of children left to parents.
 *
 * @param <T> a task as the driver knows it
 */
public final class SubmissionMachine<T extends OpenSubmission> {

    private static final String CANCELLED = "cancelled";

    private final SubmissionOutput<T> output;
    private final OpenSubmissionTable<T> open = new OpenSubmissionTable<>();
    private final SubmissionWindow window = new SubmissionWindow();
    private final HeldSubmissions<T> held = new HeldSubmissions<>();
    private final Acknowledgements acknowledgements;
    private final DelegatedNumbers delegated = new DelegatedNumbers();
    private final AdoptedNumbers adopted;
    private final EarlyCancellations<T> early = new EarlyCancellations<>();
    private final ResubmissionProgress again = new ResubmissionProgress();
    private long lastNumber;
    private long submittedUpTo;
    private long acceptedUpTo;
    private long acceptedBefore;
    private int adoptedOpen;
    private boolean attached;
    private boolean left;
    private boolean closed;

    /** A session of its own. */
    public SubmissionMachine(SubmissionOutput<T> output) {
        this(output, 0);
    }

    /**
     * Continues a session of another client.
     *
     * @param lastNumber the highest number that client may have given a task
     */
    public SubmissionMachine(SubmissionOutput<T> output, long lastNumber) {
        this.output = output;
        this.acknowledgements = new Acknowledgements(output);
        this.lastNumber = lastNumber;
        this.submittedUpTo = lastNumber;
        this.acceptedUpTo = lastNumber;
        this.adopted = new AdoptedNumbers(lastNumber);
    }

    // ---- Submitting

    /** Whether the window has room for one more task with so many bytes. */
    public boolean hasRoom(int bytes) {
        return window.hasRoom(bytes);
    }

    /** Whether so much of the window is free that blocked submitters are worth waking. */
    public boolean isRoomy() {
        return window.isRoomy();
    }

    /**
     * Numbers a task and submits it: now, or when the window has room and there is a link.
     *
     * @param bytes of its payload
     * @throws IllegalStateException if the session is closed
     */
    public void submit(T task, int bytes) {
        if (closed) {
            throw new IllegalStateException("the session is closed");
        }
        boolean full = !window.hasRoom(bytes);
        task.assignNumber(++lastNumber);
        task.charge(bytes);
        window.take(bytes);
        open.put(task);
        submittedUpTo = lastNumber;
        if (full || !held.isEmpty()) {
            held.add(task);
        } else if (attached) {
            output.submit(task);
        }
    }

    /** Gives a number to a task that is never submitted. */
    public void number(T task) {
        task.assignNumber(++lastNumber);
    }

    /**
     * Opens a task that another client of this session submitted; in the order of their numbers,
     * before anything else.
     *
     * @throws IllegalArgumentException if the number is out of order
     */
    public void adopt(T task, long number) {
        adopted.add(number);
        task.assignNumber(number);
        task.adopt();
        window.take(0);
        open.put(task);
        adoptedOpen++;
    }

    // ---- The link comes and goes

    /**
     * There is a link. What its daemon does not have leaves as the window permits, then what comes.
     *
     * @param continuity what the daemon has of the session
     * @param returns whether the daemon is told when all that it needs again has left
     */
    public void attached(SessionContinuity continuity, boolean returns) {
        if (closed) {
            return;
        }
        attached = true;
        if (continuity == SessionContinuity.NEW) {
            acknowledgements.forget();
        } else {
            acknowledgements.tellAgain();
        }
        long acceptedThere = acceptedUpTo;
        if (continuity != SessionContinuity.RESUMED) {
            acceptedBefore = Math.max(acceptedBefore, acceptedUpTo);
            acceptedUpTo = 0;
            early.clear();
        }
        again.begin(hold(continuity, acceptedThere), returns);
        drain();
    }

    /** Holds what leaves again, and gives the last number of it. */
    private long hold(SessionContinuity continuity, long acceptedThere) {
        held.clear();
        long last = 0;
        List<T> cancelled = new ArrayList<>();
        for (T task : open.all()) {
            boolean there = continuity.hasTask(task, acceptedThere);
            if (task.isCancelRequested()) {
                if (there) {
                    cancelled.add(task);
                }
                if (!there || isDoubtful(task, acceptedThere)) {
                    drop(task);
                }
            } else if (task.isAdopted()) {
                if (!there) {
                    remove(task.number());
                    output.lost(task);
                }
            } else if (continuity != SessionContinuity.RESUMED || !there) {
                if (continuity != SessionContinuity.RESUMED) {
                    task.raiseEpoch();
                }
                held.add(task);
                last = task.number();
            }
        }
        if (!cancelled.isEmpty()) {
            output.cancel(cancelled, CANCELLED);
        }
        return last;
    }

    /** Whether a disk may have nothing of it: then no outcome of it may come. */
    private static boolean isDoubtful(OpenSubmission task, long acceptedThere) {
        return !task.isAdopted() && task.number() > acceptedThere;
    }

    /** The link is gone; tasks wait for the next one. */
    public void detached() {
        attached = false;
    }

    /** The daemon permits so many open tasks, and so many bytes of their payloads. */
    public void window(int tasks, long bytes) {
        window.set(tasks, bytes);
        drain();
    }

    /** Submits what the window has room for now. */
    private void drain() {
        if (!attached) {
            return;
        }
        for (T task = held.next(window); task != null; task = held.next(window)) {
            if (task.isCancelRequested()) {
                drop(task);
            } else {
                output.submit(task);
                again.leaves(task);
            }
        }
        if (again.completes(held)) {
            output.submittedAgain(again.sent());
        }
    }

    private void drop(T task) {
        remove(task.number());
        output.dropped(task);
    }

    // ---- What the daemon says

    /** Every task up to this number that was not rejected is accepted. */
    public void accepted(long upTo) {
        acceptedUpTo = Math.max(acceptedUpTo, upTo);
        List<T> known = early.takeUpTo(acceptedUpTo);
        if (attached && !known.isEmpty()) {
            output.cancel(known, CANCELLED);
        }
    }

    /**
     * The outcome of a task came. The task keeps its room until {@link #acknowledge}, which follows
     * when its callbacks have run, and before the link changes.
     *
     * @return the task, which is no longer open; null when no open task waits for the outcome
     */
    public @Nullable T outcome(long number) {
        T task = take(number);
        if (task != null) {
            window.ended(task.bytes());
        }
        if (task != null || isSettled(number)) {
            acknowledgements.add(number);
        }
        return task;
    }

    /** Whether an outcome that no open task waits for is to be acknowledged all the same. */
    private boolean isSettled(long number) {
        return !left && adopted.isOurs(number) && !delegated.contains(number);
    }

    /**
     * Acknowledges the outcomes that came, then submits what they made room for: the daemon counts
     * a task as open until it is acknowledged.
     */
    public void acknowledge() {
        acknowledgements.tell();
        window.giveEnded();
        drain();
    }

    /**
     * A task was not accepted.
     *
     * @return the task, which is no longer open; null when it was not
     */
    public @Nullable T rejected(long number) {
        T task = remove(number);
        drain();
        return task;
    }

    /**
     * Whether an open task was accepted by the daemon of an earlier link and not yet by that of
     * this one. Then a rejection is no answer to its submitter, only that this daemon is not the
     * one to continue with.
     */
    public boolean wasAcceptedElsewhere(long number) {
        return number <= acceptedBefore && number > acceptedUpTo && open.get(number) != null;
    }

    private @Nullable T remove(long number) {
        T task = take(number);
        if (task != null) {
            window.give(task.bytes());
        }
        return task;
    }

    /** Takes an open task out, and keeps its room. */
    private @Nullable T take(long number) {
        T task = open.remove(number);
        if (task != null) {
            held.release(task);
            if (task.isAdopted()) {
                adoptedOpen--;
            }
            if (task.isCancelRequested()) {
                early.remove(task);
            }
        }
        return task;
    }

    // ---- What the submitter wants

    /** Asks the daemon to stop those of these that are open. */
    public void cancel(Collection<? extends T> tasks, String why) {
        List<T> wanted = new ArrayList<>();
        for (T task : tasks) {
            if (task.equals(open.get(task.number()))) {
                task.requestCancel();
                wanted.add(task);
                if (task.number() > acceptedUpTo) {
                    early.add(task);
                }
            }
        }
        if (attached && !wanted.isEmpty()) {
            output.cancel(wanted, why);
        }
    }

    /**
     * Leaves a tail-called child's outcome to its parent; false when it has ended already or has
     * not left yet. An outcome that still comes is not acknowledged: the daemon would forget it
     * before it hears that the parent is to have it. {@link #delegationSent} frees its room.
     */
    public boolean delegate(T child) {
        T task = open.get(child.number());
        if (task == null || task.isHeld()) {
            return false;
        }
        take(child.number());
        delegated.add(child.number());
        return true;
    }

    /** The parent's end, which names this child, is on its way. */
    public void delegationSent(T child) {
        window.give(child.bytes());
        drain();
    }

    /** From now on outcomes that no open task waits for are another client's. */
    public void leave() {
        left = true;
    }

    /** Takes no more, and has no link from now on. Gives the tasks that were open. */
    public List<T> close() {
        closed = true;
        attached = false;
        held.clear();
        again.abandon();
        List<T> all = open.all();
        all.forEach(task -> remove(task.number()));
        return all;
    }

    // ---- Questions

    /** An open task; null when it has ended, or was not submitted. */
    public @Nullable T open(long number) {
        return open.get(number);
    }

    /** All open tasks, in the order of their numbers. */
    public List<T> open() {
        return open.all();
    }

    /** How many tasks count against the window. */
    public int openTasks() {
        return window.openTasks();
    }

    /** How many tasks the daemon permits. */
    public int windowTasks() {
        return window.tasks();
    }

    /** The last number that a task got. */
    public long lastNumber() {
        return lastNumber;
    }

    /** Tasks up to this number have been submitted. */
    public long submittedUpTo() {
        return submittedUpTo;
    }

    /** Every task up to this number that was not rejected is accepted. */
    public long acceptedUpTo() {
        return acceptedUpTo;
    }

    /** Whether the daemon has accepted every task that is open. */
    public boolean isAllAccepted() {
        return held.isEmpty()
                && open.all().stream()
                        .allMatch(task -> task.isAdopted() || task.number() <= acceptedUpTo);
    }

    /** Whether an open task is here without its payload, so that its daemon alone can continue. */
    public boolean hasAdopted() {
        return adoptedOpen > 0;
    }
}
