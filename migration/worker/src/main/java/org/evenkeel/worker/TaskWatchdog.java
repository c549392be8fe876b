package org.evenkeel.worker;

import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.evenkeel.wire.proto.Status;
import org.jspecify.annotations.Nullable;

/**
 * Looks after the running task every millisecond while there is one: its time-out, results that
 * wait too long because it takes longer than its kind usually does, a run permit that no runner
 * could take up, a task that waits for the lock of one whose wait is over. Sleeps while the worker
 * is idle.
 */
final class TaskWatchdog {

    private static final long TICK_NANOS = 1_000_000;

    /** Ticks of a task that has run long come more slowly, nanoseconds. */
    private static final long SLOW_TICK_NANOS = 10_000_000;

    private static final long SLOW_AFTER_NANOS = 100_000_000;

    /** After a longer silence of this thread the process was stopped, not busy. */
    private static final long STOOD_STILL_NANOS = 1_000_000_000;

    private static final long IDLE_BEFORE_SLEEP_NANOS = 20_000_000;

    /** A task that was asked to stop and does not ends with its worker, nanoseconds. */
    private static final long GRACE_NANOS = 2_000_000_000L;

    /**
     * A runner that does not take the run permit is blocked behind a pinned thread, nanoseconds.
     */
    private static final long STUCK_NANOS = 100_000_000;

    private final Worker worker;
    private final Thread thread;
    private volatile boolean sleeps;

    /** Runs that wait for a lock and have let another resume beside them. */
    private final Deque<TaskRun> beside = new ArrayDeque<>();

    TaskWatchdog(Worker worker) {
        this.worker = worker;
        this.thread = Thread.ofPlatform().daemon().name("evenkeel-watch").unstarted(this::live);
    }

    void start() {
        thread.start();
    }

    /** Called by the reader thread when tasks come in. */
    void wake() {
        if (sleeps) {
            sleeps = false;
            LockSupport.unpark(thread);
        }
    }

    private void live() {
        try {
            long idleSince = System.nanoTime();
            long before = idleSince;
            while (true) {
                long now = System.nanoTime();
                TaskRun run = worker.running();
                if (now - before > STOOD_STILL_NANOS) {
                    stoodStill(run, now - before);
                }
                before = now;
                if (run != null) {
                    check(run, now);
                }
                lendPermit(run, now);
                if (run != null || !beside.isEmpty() || isHandedOver(now)) {
                    idleSince = now;
                } else if (now - idleSince > IDLE_BEFORE_SLEEP_NANOS) {
                    sleep();
                    idleSince = System.nanoTime();
                    before = idleSince;
                }
                worker.flushOld();
                unblock(now);
                boolean slow = run != null && run.runNanos(now) > SLOW_AFTER_NANOS;
                LockSupport.parkNanos(this, slow ? SLOW_TICK_NANOS : TICK_NANOS);
            }
        } catch (Throwable e) {
            worker.die(e);
        }
    }

    /**
     * A process that is stopped by a signal looks at no clock; neither should its tasks' limits.
     */
    private void stoodStill(@Nullable TaskRun run, long nanos) {
        if (run != null) {
            run.stoodStill(nanos);
        }
        for (TaskRun other : beside) {
            if (other != run) {
                other.stoodStill(nanos);
            }
        }
    }

    /** Those that have let others continue are looked after as well, until they end or wait. */
    private void lendPermit(@Nullable TaskRun run, long now) {
        beside.removeIf(other -> !worker.isBegun(other) || other.isWaiting());
        for (TaskRun other : beside) {
            if (other != run) {
                check(other, now);
            }
        }
        if (worker.workerSlot().lendPermit(now) && run != null && !beside.contains(run)) {
            beside.addLast(run);
        }
    }

    private boolean isHandedOver(long now) {
        return worker.workerSlot().handedFor(now) > 0;
    }

    private void sleep() {
        sleeps = true;
        while (sleeps && worker.running() == null && !isHandedOver(System.nanoTime())) {
            LockSupport.park(this);
        }
        sleeps = false;
    }

    private void check(TaskRun run, long now) {
        long limit = run.task.kind().timeoutNanos;
        if (limit > 0 && run.runNanos(now) > limit) {
            run.stop(Stopped.TIMED_OUT);
        }
        if (run.stopped() == Stopped.TIMED_OUT && run.stoppingFor(now) > GRACE_NANOS) {
            worker.halt(
                    run,
                    Status.TIMED_OUT,
                    "it exceeded its limit of " + limit / 1_000_000 + " ms and did not stop");
        }
    }

    /**
     * Virtual threads share one carrier here; a task that waits in a class initialiser or a native
     * frame keeps it, so another is added.
     */
    private void unblock(long now) {
        if (worker.workerSlot().handedFor(now) > STUCK_NANOS) {
            VirtualThreadSchedulerMXBean scheduler =
                    ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
            if (scheduler != null && scheduler.getParallelism() < 256) {
                scheduler.setParallelism(scheduler.getParallelism() + 1);
            }
        }
    }
}
