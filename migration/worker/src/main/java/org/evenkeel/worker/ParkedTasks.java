package org.evenkeel.worker;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.evenkeel.client.session.LinkWriter;
import org.evenkeel.client.session.Outgoing;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for other tasks of their job, which are not their children: each gives its slot
 * away after a while and continues first when its wait is over. Its thread keeps asking meanwhile,
 * which is no work of the task's.
 */
final class ParkedTasks {

    /**
     * So long a wait fills its slot: what is given the slot may keep it for long, so tasks that
     * talk without pause are not to lose theirs with each message.
     */
    static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * So long where another parked task of the slot could continue: most answers are there by then.
     */
    static final long FOR_SUCCESSOR_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Most tasks parked so in a worker; the waits of others fill the slot. */
    static final int MAX_PARKED = 16;

    /** The permit of a task that waits; to be used on the task's thread. */
    interface ParkedPermit {
        /**
         * Gives it away, if that is possible now.
         *
         * @return whether the task has to {@link #acquirePermit} one before it runs on
         */
        boolean releasePermit();

        /** Blocks until the task has one again. */
        void acquirePermit();

        /** Whether another task of the slot, whose wait is over, could continue. */
        boolean hasSuccessor();

        /** The task waits in its slot: who is told when another could continue; by any thread. */
        void addSuccessorListener(Runnable who);

        /** The task does not wait in its slot any more. */
        void removeSuccessorListener(Runnable who);

        /** What is left of the task's time-out, nanoseconds; {@link Long#MAX_VALUE} without one. */
        long timeLeft();
    }

    private final WorkerSlot workerSlot;
    private final LinkWriter linkWriter;
    private final Consumer<@Nullable TaskRun> running;
    private final AtomicInteger parked = new AtomicInteger();

    /**
     * @param running told which run has the slot, null for none
     */
    ParkedTasks(WorkerSlot workerSlot, LinkWriter linkWriter, Consumer<@Nullable TaskRun> running) {
        this.workerSlot = workerSlot;
        this.linkWriter = linkWriter;
        this.running = running;
    }

    /** The permit of a task. */
    ParkedPermit permitOf(TaskRun run) {
        return new ParkedPermit() {
            @Override
            public boolean releasePermit() {
                return ParkedTasks.this.releasePermit(run);
            }

            @Override
            public void acquirePermit() {
                ParkedTasks.this.acquirePermit(run);
            }

            @Override
            public boolean hasSuccessor() {
                return workerSlot.hasSuccessor();
            }

            @Override
            public void addSuccessorListener(Runnable who) {
                workerSlot.addSuccessorListener(who);
            }

            @Override
            public void removeSuccessorListener(Runnable who) {
                workerSlot.removeSuccessorListener(who);
            }

            @Override
            public long timeLeft() {
                long limit = run.task.kind().timeoutNanos;
                return limit > 0 ? limit - run.runNanos(System.nanoTime()) : Long.MAX_VALUE;
            }
        };
    }

    /**
     * Not where another thread of the task waits, and not when too many are parked, or they have
     * filled the memory.
     */
    private boolean releasePermit(TaskRun run) {
        WorkerSlot.Runner runner = run.runner;
        if (runner == null
                || !runner.thread().equals(Thread.currentThread())
                || !hasMemory()
                || !isOneMore()) {
            return false;
        }
        linkWriter.sendQuietly(new Outgoing.Control(ChildTasks.parked(run, List.of(), false)));
        running.accept(null);
        workerSlot.releasePermit(runner);
        return true;
    }

    private void acquirePermit(TaskRun run) {
        WorkerSlot.Runner runner = run.runner;
        if (runner == null) {
            throw new IllegalStateException("a task without a thread was parked");
        }
        linkWriter.sendQuietly(new Outgoing.Control(ChildTasks.resumed(run)));
        linkWriter.flush(); // the node is to know it before what has the slot now ends
        run.pause();
        if (workerSlot.acquirePermit(runner)) {
            Thread.currentThread().interrupt();
        }
        parked.decrementAndGet();
        running.accept(run);
        run.resume();
    }

    private boolean isOneMore() {
        boolean fits = parked.incrementAndGet() <= MAX_PARKED;
        if (!fits) {
            parked.decrementAndGet();
        }
        return fits;
    }

    /**
     * What is begun next has to live beside what is parked: a quarter of the memory is for that.
     */
    private static boolean hasMemory() {
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        return used < runtime.maxMemory() / 4 * 3;
    }
}
