package org.evenkeel.client.local;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.evenkeel.client.session.OpenTask;
import org.evenkeel.client.session.PlainWaiting;

/**
 * Which tasks run in this JVM, and how many at once: first those whose wait is over, then the
 * newest children, then the others in the order of submission. With one slot the order depends on
 * nothing else.
 *
 * <p>A task that waits for others gives its slot away, so recursion ends even with one. Tasks have
 * platform threads: on virtual ones, tasks that compute would stop the program's own.
 */
final class LocalSlots {

    private static final String THREAD = "evenkeel-local";

    /** One wait of one task. */
    private static final class Wait {
        private final CountDownLatch gate = new CountDownLatch(1);

        /** Guarded by the slots. */
        private boolean over;
    }

    private final Deque<CountDownLatch> resumable = new ArrayDeque<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private int free;

    LocalSlots(int count) {
        free = count;
    }

    /** Runs a task as soon as a slot is free, on a thread of its own. */
    synchronized void start(Runnable task, boolean isChild) {
        if (isChild) {
            waiting.addFirst(task);
        } else {
            waiting.addLast(task);
        }
        fill();
    }

    private void fill() {
        while (free > 0 && !(resumable.isEmpty() && waiting.isEmpty())) {
            free--;
            if (resumable.isEmpty()) {
                Runnable task = waiting.removeFirst();
                Thread.ofPlatform()
                        .daemon()
                        .name(THREAD)
                        .start(() -> {
                            try {
                                task.run();
                            } finally {
                                release();
                            }
                        });
            } else {
                resumable.removeFirst().countDown();
            }
        }
    }

    private synchronized void release() {
        free++;
        fill();
    }

    private synchronized void signal(Wait wait) {
        if (!wait.over) {
            wait.over = true;
            resumable.addLast(wait.gate);
            fill();
        }
    }

    /** Waits as {@link org.evenkeel.client.session.OpenSubmissions.WaitStrategy} says. */
    boolean await(List<? extends OpenTask> tasks, boolean any, long nanos)
            throws InterruptedException {
        if (LocalRun.current() == null || tasks.isEmpty()) {
            return PlainWaiting.await(tasks, any, nanos);
        }
        Wait wait = new Wait();
        AtomicInteger left = new AtomicInteger(any ? 1 : tasks.size());
        for (OpenTask task : tasks) {
            task.whenEnded(ended -> {
                if (left.decrementAndGet() == 0) {
                    signal(wait);
                }
            });
        }
        release();
        boolean interrupted = false;
        try {
            if (nanos == Long.MAX_VALUE) {
                wait.gate.await();
            } else if (!wait.gate.await(nanos, TimeUnit.NANOSECONDS)) {
                signal(wait); // its time is over
            }
        } catch (InterruptedException e) {
            interrupted = true;
            signal(wait);
        }
        interrupted |= awaitSlot(wait.gate);
        if (interrupted) {
            throw new InterruptedException();
        }
        return left.get() <= 0;
    }

    /** Whether it was interrupted meanwhile. */
    private static boolean awaitSlot(CountDownLatch gate) {
        boolean interrupted = false;
        while (true) {
            try {
                gate.await();
                return interrupted;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }
}
