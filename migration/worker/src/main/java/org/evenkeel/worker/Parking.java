package org.evenkeel.worker;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.evenkeel.client.session.Outbox;
import org.evenkeel.client.session.Outgoing;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for other tasks of their job, which are not their children: each gives its slot
 * away after a while and goes on first when its wait is over. Its thread keeps asking meanwhile,
 * which is no work of the task's.
 */
final class Parking {

    /**
     * So long a wait fills its slot: what is given the slot may keep it for long, so tasks that
     * talk without pause are not to lose theirs with each message.
     */
    static final long AFTER_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * So long where another parked task of the slot could go on: most answers are there by then.
     */
    static final long FOR_SUCCESSOR_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** Most tasks parked so in a worker; the waits of others fill the slot. */
    static final int MAX_PARKED = 16;

    /** The slot of a task that waits; to be used on the task's thread. */
    interface Seat {
        /**
         * Gives it away, if that is possible now.
         *
         * @return whether the task has to {@link #takeUp} one before it runs on
         */
        boolean layDown();

        /** Blocks until the task has one again. */
        void takeUp();

        /** Whether another task of the slot, whose wait is over, could go on. */
        boolean hasSuccessor();

        /** The task waits in its slot: who is told when another could go on; by any thread. */
        void tellOfSuccessor(Runnable who);

        /** The task does not wait in its slot any more. */
        void tellNoMore(Runnable who);

        /** What is left of the task's time-out, nanoseconds; {@link Long#MAX_VALUE} without one. */
        long timeLeft();
    }

    private final Slot slot;
    private final Outbox outbox;
    private final Consumer<@Nullable TaskRun> running;
    private final AtomicInteger parked = new AtomicInteger();

    /**
     * @param running told which run has the slot, null for none
     */
    Parking(Slot slot, Outbox outbox, Consumer<@Nullable TaskRun> running) {
        this.slot = slot;
        this.outbox = outbox;
        this.running = running;
    }

    /** The slot of a task. */
    Seat seatOf(TaskRun run) {
        return new Seat() {
            @Override
            public boolean layDown() {
                return Parking.this.layDown(run);
            }

            @Override
            public void takeUp() {
                Parking.this.takeUp(run);
            }

            @Override
            public boolean hasSuccessor() {
                return slot.hasSuccessor();
            }

            @Override
            public void tellOfSuccessor(Runnable who) {
                slot.tellOfSuccessor(who);
            }

            @Override
            public void tellNoMore(Runnable who) {
                slot.tellNoMore(who);
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
    private boolean layDown(TaskRun run) {
        Slot.Runner runner = run.runner;
        if (runner == null
                || !runner.thread().equals(Thread.currentThread())
                || !hasMemory()
                || !isOneMore()) {
            return false;
        }
        outbox.sendQuietly(new Outgoing.Control(Children.parked(run, List.of(), false)));
        running.accept(null);
        slot.layDown(runner);
        return true;
    }

    private void takeUp(TaskRun run) {
        Slot.Runner runner = run.runner;
        if (runner == null) {
            throw new IllegalStateException("a task without a thread was parked");
        }
        outbox.sendQuietly(new Outgoing.Control(Children.resumed(run)));
        outbox.flush(); // the node is to know it before what has the slot now ends
        run.pause();
        if (slot.takeUp(runner)) {
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
