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
 * The one place in this process where a task runs: whoever holds the baton runs, everybody else
 * waits.
 *
 * <p>A runner's states: {@code SPARE -> RUNNING -> PARKED -> RESUMABLE -> RUNNING -> SPARE}. The
 * baton goes first to a task whose wait is over, then to the first waiting task; children that were
 * spawned here are put in front, so that recursion goes deep instead of wide.
 *
 * <p>Runners are virtual threads: passing the baton costs no change of operating-system threads,
 * and a parked task costs its stack alone, wherever in it it waits. It keeps its locks. So that a
 * task which has the baton and waits for one of them does not keep its owner from going on, a
 * {@linkplain #lend second baton} is lent then; who ends or waits while there are several gives his
 * up.
 */
final class Slot {

    /** Idle runners kept for the next task; more end. */
    private static final int MAX_SPARE = 64;

    private static final Object RESUME = new Object();

    /** Runners of one sort: those for plain tasks, or the instances of one serving program. */
    static final class Lane {
        private final Consumer<Runner> body;
        private final Deque<Runner> spare = new ArrayDeque<>();

        /**
         * @param body what a runner does; it gets its first task from {@link Slot#next}
         */
        Lane(Consumer<Runner> body) {
            this.body = body;
        }
    }

    /** A thread that can hold the baton. */
    static final class Runner {
        private final Lane lane;
        private final Thread thread;
        private volatile @Nullable Object granted;

        private Runner(Lane lane, Slot slot) {
            this.lane = lane;
            this.thread =
                    Thread.ofVirtual().name("evenkeel-runner").unstarted(() -> slot.live(this));
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
    private final Batons batons = new Batons();
    private volatile int waitingCount;
    private volatile int resumableCount;

    /** Told when somebody could go on and the baton is held by whoever this is. */
    private final AtomicReference<@Nullable Runnable> waitsWithIt = new AtomicReference<>();

    /** Set when a runner was handed the baton and has not yet taken it; for the watchdog. */
    private volatile long handedNanos;

    /**
     * @param ownOrigin origin of the tasks spawned here
     * @param plain runs tasks that no program's loop serves
     * @param beforeIdle called by the holder before the baton is laid down
     */
    Slot(long ownOrigin, Lane plain, ClassLoader contextLoader, Runnable beforeIdle) {
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

    /** Nanoseconds since a runner was handed the baton without taking it; 0 when none was. */
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
            if (batons.hasNobody()) {
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

    // ---- Passing the baton

    /** Takes a runner's baton and gives it to the next, if it was the only one. */
    private @Nullable Runner passOn(Runner from) {
        batons.take(from.thread);
        return batons.hasNobody() ? choose() : null;
    }

    /**
     * Chooses who runs next and hands it the baton; null, and nobody has it, when there is nothing
     * to do.
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
        batons.notStuck();
        return hand(next, RESUME);
    }

    private void becomesResumable(Runner runner) {
        resumable.addLast(runner);
        resumableCount = resumable.size();
    }

    private Runner hand(Runner to, Object what) {
        batons.give(to.thread);
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

    /** Blocks until the runner is handed the baton; whether it was interrupted meanwhile. */
    private boolean awaitBaton(Runner me) {
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
            throw new IllegalStateException("a runner without the baton");
        }
        return what;
    }

    /**
     * The next task for this runner, which holds the baton, or has just been started with it; null
     * when it is one too many and must end.
     */
    @Nullable StartedTask next(Runner me) {
        if (me.granted == null) {
            if (isDry()) {
                beforeIdle.run();
            }
            Runner wake;
            boolean superfluous;
            synchronized (this) {
                boolean alone = resumable.isEmpty() && batons.hasOnlyOne();
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
            awaitBaton(me);
        }
        return (StartedTask) take(me);
    }

    private synchronized boolean isDry() {
        return resumable.isEmpty() && waiting.isEmpty();
    }

    /** The runner, which holds the baton, ends. */
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

    /** Gives the baton away; the runner goes on without, and takes one with {@link #takeUp}. */
    void layDown(Runner me) {
        leave(me);
    }

    /**
     * Blocks until the runner has the baton again: it is the first to get it, behind others that
     * waited.
     *
     * @return whether it was interrupted meanwhile
     */
    boolean takeUp(Runner me) {
        Runner wake = null;
        synchronized (this) {
            becomesResumable(me);
            if (batons.hasNobody()) {
                wake = choose();
            }
        }
        wakeOrTell(wake);
        boolean interrupted = awaitBaton(me);
        take(me);
        return interrupted;
    }

    /** Whether somebody whose wait is over waits for the baton. */
    boolean hasSuccessor() {
        return resumableCount > 0;
    }

    /** Somebody waits and keeps the baton: it is told when another could go on. */
    void tellOfSuccessor(Runnable who) {
        waitsWithIt.set(who);
    }

    /** It does not wait with the baton any more. */
    void tellNoMore(Runnable who) {
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
     * Gives the baton away until {@link #signal} or the time is over, and takes it back.
     *
     * @param nanos longest wait, {@link Long#MAX_VALUE} for no limit
     * @throws InterruptedException if the runner was interrupted; it holds the baton again
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
        interrupted |= awaitBaton(me);
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

    /** The wait is over: its runner goes on as soon as the baton is free. */
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
            if (batons.hasNobody()) {
                wake = choose();
            }
        }
        wakeOrTell(wake);
    }

    // ---- From the watchdog

    /**
     * Lets a task whose wait is over go on beside those that have batons, when all of these have
     * been waiting for locks for a while: it may be the one that has the lock.
     *
     * @return whether it does
     */
    boolean lend(long nowNanos) {
        if (resumableCount == 0) {
            return false;
        }
        Runner wake;
        synchronized (this) {
            if (resumable.isEmpty() || !batons.isStuck(nowNanos)) {
                return false;
            }
            wake = handToResumable();
        }
        wake(wake);
        return true;
    }
}
