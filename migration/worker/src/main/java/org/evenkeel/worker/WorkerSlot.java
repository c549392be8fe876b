package org.evenkeel.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.evenkeel.client.session.FinishedTask.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * The one place in this process where a task runs: whoever holds the run permit runs, every other
 * runner waits.
 *
 * <p>A runner's states: {@code SPARE -> RUNNING -> PARKED -> RESUMABLE -> RUNNING -> SPARE}. The
 * run permit goes first to a task whose wait is over, then to the first waiting task; children that
 * were spawned here are put in front, so that recursion goes deep instead of wide.
 *
 * <p>Runners are virtual threads: passing the run permit costs no change of operating-system
 * threads, and a parked task costs its stack alone, wherever in it it waits. It keeps its locks. So
 * that a task which has the run permit and waits for one of them does not keep its owner from
 * continuing, a {@linkplain #lendPermit second run permit} is lent then; who ends or waits while
 * there are several gives its own up.
 */
final class WorkerSlot {

    /** Idle runners kept for the next task; more end. */
    private static final int MAX_SPARE = 64;

    private static final Object RESUME = new Object();

    /** Runners of one sort: those for plain tasks, or the instances of one serving program. */
    static final class Lane {
        private final Consumer<Runner> body;
        private final Deque<Runner> spare = new ArrayDeque<>();

        /**
         * @param body what a runner does; it gets its first task from {@link WorkerSlot#next}
         */
        Lane(Consumer<Runner> body) {
            this.body = body;
        }
    }

    /** A thread that can hold the run permit. */
    static final class Runner {
        private final Lane lane;
        private final Thread thread;
        private volatile @Nullable Object granted;

        private Runner(Lane lane, WorkerSlot workerSlot) {
            this.lane = lane;
            this.thread =
                    Thread.ofVirtual().name(OwnCode.RUNNER).unstarted(() -> workerSlot.live(this));
        }

        Thread thread() {
            return thread;
        }
    }

    /** One wait of one runner; its fields belong to the slot's lock. */
    static final class Wait {
        private final Runner runner;
        private boolean parked;
        private boolean over;

        Wait(Runner runner) {
            this.runner = runner;
        }
    }

    private final long ownOrigin;
    private final Lane plain;
    private final ClassLoader contextLoader;
    private final Runnable beforeIdle;
    private final Deque<StartedTask> waiting = new ArrayDeque<>();
    private final Deque<Runner> resumable = new ArrayDeque<>();
    private final RunPermits runPermits = new RunPermits();
    private volatile int waitingCount;
    private volatile int resumableCount;

    /** Told when a runner could continue and the run permit is held by whoever this is. */
    private final AtomicReference<@Nullable Runnable> waitsWithIt = new AtomicReference<>();

    /** Set when a runner was handed the run permit and has not yet taken it; for the watchdog. */
    private volatile long handedNanos;

    /**
     * @param ownOrigin origin of the tasks spawned here
     * @param plain runs tasks that no program's loop serves
     * @param beforeIdle called by the holder before the run permit is laid down
     */
    WorkerSlot(long ownOrigin, Lane plain, ClassLoader contextLoader, Runnable beforeIdle) {
        this.ownOrigin = ownOrigin;
        this.plain = plain;
        this.contextLoader = contextLoader;
        this.beforeIdle = beforeIdle;
    }

    private void live(Runner me) {
        Thread.currentThread().setContextClassLoader(contextLoader);
        me.lane.body.accept(me);
    }

    /** Tasks waiting here. */
    int waiting() {
        return waitingCount;
    }

    /** Nanoseconds since a runner was handed the run permit without taking it; 0 when none was. */
    long handedFor(long nowNanos) {
        long since = handedNanos;
        return since == 0 ? 0 : Math.max(1, nowNanos - since);
    }

    // ---- From the reader thread

    /** Adds tasks in this order; those spawned here go before what waits. */
    void offer(List<StartedTask> tasks) {
        Runner wake = null;
        synchronized (this) {
            List<StartedTask> children = new ArrayList<>();
            for (StartedTask task : tasks) {
                if (task.ticket().origin() == ownOrigin) {
                    children.add(task);
                } else {
                    waiting.addLast(task);
                }
            }
            for (int i = children.size() - 1; i >= 0; i--) {
                waiting.addFirst(children.get(i));
            }
            waitingCount = waiting.size();
            if (runPermits.hasNobody()) {
                wake = choose();
            }
        }
        wake(wake);
    }

    /** Takes back tasks that have not begun. */
    synchronized @Nullable StartedTask recall(Ticket ticket) {
        Iterator<StartedTask> each = waiting.iterator();
        while (each.hasNext()) {
            StartedTask task = each.next();
            if (task.ticket().equals(ticket)) {
                each.remove();
                waitingCount = waiting.size();
                return task;
            }
        }
        return null;
    }

    // ---- Passing the run permit

    /** Takes a runner's run permit and gives it to the next, if it was the only one. */
    private @Nullable Runner passOn(Runner from) {
        runPermits.take(from.thread);
        return runPermits.hasNobody() ? choose() : null;
    }

    /**
     * Chooses who runs next and hands it the run permit; null, and no runner has it, when there is
     * nothing to do.
     */
    private @Nullable Runner choose() {
        if (!resumable.isEmpty()) {
            return handToResumable();
        }
        StartedTask task = waiting.pollFirst();
        if (task == null) {
            return null;
        }
        waitingCount = waiting.size();
        return hand(runnerFor(task), task);
    }

    private Runner handToResumable() {
        Runner next = resumable.removeFirst();
        resumableCount = resumable.size();
        runPermits.notStuck();
        return hand(next, RESUME);
    }

    private void becomesResumable(Runner runner) {
        resumable.addLast(runner);
        resumableCount = resumable.size();
    }

    private Runner hand(Runner to, Object what) {
        runPermits.give(to.thread);
        handedNanos = System.nanoTime();
        to.granted = what;
        return to;
    }

    private Runner runnerFor(StartedTask task) {
        Lane lane = laneOf(task);
        Runner spare = lane.spare.pollLast();
        return spare != null ? spare : new Runner(lane, this);
    }

    private Lane laneOf(StartedTask task) {
        Lane lane = task.kind().lane;
        return lane == null ? plain : lane;
    }

    private static void wake(@Nullable Runner runner) {
        if (runner == null) {
            return;
        }
        if (runner.thread.getState() == Thread.State.NEW) {
            runner.thread.start();
        } else {
            LockSupport.unpark(runner.thread);
        }
    }

    /** Blocks until the runner is handed the run permit; whether it was interrupted meanwhile. */
    private boolean awaitRunPermit(Runner me) {
        boolean interrupted = false;
        while (me.granted == null) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        return interrupted;
    }

    private Object take(Runner me) {
        Object what = me.granted;
        me.granted = null;
        handedNanos = 0;
        if (what == null) {
            throw new IllegalStateException("a task runs without its run permit");
        }
        return what;
    }

    /**
     * The next task for this runner, which holds the run permit, or has just been started with it;
     * null when it is one too many and must end.
     */
    @Nullable StartedTask next(Runner me) {
        if (me.granted == null) {
            if (isDry()) {
                beforeIdle.run();
            }
            Runner wake;
            boolean superfluous;
            synchronized (this) {
                boolean alone = resumable.isEmpty() && runPermits.hasOnlyOne();
                StartedTask task = alone ? waiting.peekFirst() : null;
                if (task != null && laneOf(task) == me.lane) {
                    waiting.pollFirst();
                    waitingCount = waiting.size();
                    return task;
                }
                superfluous = me.lane.spare.size() >= MAX_SPARE;
                if (!superfluous) {
                    me.lane.spare.addLast(me);
                }
                wake = passOn(me);
            }
            wake(wake);
            if (superfluous) {
                return null;
            }
            awaitRunPermit(me);
        }
        return (StartedTask) take(me);
    }

    private synchronized boolean isDry() {
        return resumable.isEmpty() && waiting.isEmpty();
    }

    /** The runner, which holds the run permit, ends. */
    void leave(Runner me) {
        if (isDry()) {
            beforeIdle.run();
        }
        Runner wake;
        synchronized (this) {
            wake = passOn(me);
        }
        wake(wake);
    }

    // ---- Waiting

    /**
     * Gives the run permit away; the runner continues without, and takes one with {@link
     * #acquirePermit}.
     */
    void releasePermit(Runner me) {
        leave(me);
    }

    /**
     * Blocks until the runner has the run permit again: it is the first to get it, behind others
     * that waited.
     *
     * @return whether it was interrupted meanwhile
     */
    boolean acquirePermit(Runner me) {
        Runner wake = null;
        synchronized (this) {
            becomesResumable(me);
            if (runPermits.hasNobody()) {
                wake = choose();
            }
        }
        wakeOrTell(wake);
        boolean interrupted = awaitRunPermit(me);
        take(me);
        return interrupted;
    }

    /** Whether a runner whose wait is over waits for the run permit. */
    boolean hasSuccessor() {
        return resumableCount > 0;
    }

    /** A runner waits and keeps the run permit: it is told when another could continue. */
    void addSuccessorListener(Runnable who) {
        waitsWithIt.set(who);
    }

    /** It does not wait with the run permit any more. */
    void removeSuccessorListener(Runnable who) {
        waitsWithIt.compareAndSet(who, null);
    }

    private void wakeOrTell(@Nullable Runner runner) {
        wake(runner);
        Runnable holder = runner == null ? waitsWithIt.get() : null;
        if (holder != null) {
            holder.run();
        }
    }

    /**
     * Gives the run permit away until {@link #signal} or the time is over, and takes it back.
     *
     * @param nanos longest wait, {@link Long#MAX_VALUE} for no limit
     * @throws InterruptedException if the runner was interrupted; it holds the run permit again
     */
    void park(Wait wait, long nanos) throws InterruptedException {
        Runner me = wait.runner;
        Runner wake;
        if (isDry()) {
            beforeIdle.run();
        }
        synchronized (this) {
            if (wait.over) {
                return;
            }
            wait.parked = true;
            wake = passOn(me);
        }
        wake(wake);
        boolean interrupted = awaitSignal(wait, nanos);
        interrupted |= awaitRunPermit(me);
        take(me);
        if (interrupted) {
            throw new InterruptedException();
        }
    }

    /** Blocks until the wait is over, and ends it itself when time or an interruption says so. */
    private boolean awaitSignal(Wait wait, long nanos) {
        long deadline = nanos == Long.MAX_VALUE ? 0 : System.nanoTime() + nanos;
        while (wait.runner.granted == null) {
            if (Thread.interrupted()) {
                signal(wait);
                return true;
            }
            if (nanos == Long.MAX_VALUE) {
                LockSupport.park(this);
                continue;
            }
            long rest = deadline - System.nanoTime();
            if (rest <= 0) {
                signal(wait);
                return false;
            }
            LockSupport.parkNanos(this, rest);
        }
        return false;
    }

    /** The wait is over: its runner continues as soon as the run permit is free. */
    void signal(Wait wait) {
        Runner wake = null;
        synchronized (this) {
            if (wait.over) {
                return;
            }
            wait.over = true;
            if (!wait.parked) {
                return;
            }
            becomesResumable(wait.runner);
            if (runPermits.hasNobody()) {
                wake = choose();
            }
        }
        wakeOrTell(wake);
    }

    // ---- From the watchdog

    /**
     * Lets a task whose wait is over continue beside those that have run permits, when all of these
     * have been waiting for locks for a while: it may be the one that has the lock.
     *
     * @return whether it does
     */
    boolean lendPermit(long nowNanos) {
        if (resumableCount == 0) {
            return false;
        }
        Runner wake;
        synchronized (this) {
            if (resumable.isEmpty() || !runPermits.isStuck(nowNanos)) {
                return false;
            }
            wake = handToResumable();
        }
        wake(wake);
        return true;
    }
}
