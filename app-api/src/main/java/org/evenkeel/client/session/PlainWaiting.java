package org.evenkeel.client.session;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for tasks by parking the calling thread. */
public final class PlainWaiting {
    /** As {@link OpenSubmissions.WaitStrategy} says. */
    public static boolean await(List<? extends OpenTask> tasks, boolean any, long nanos)
            throws InterruptedException {
        if (any && tasks.size() > 1) {
            return awaitAny(tasks, nanos);
        }
        long deadline = nanos == Long.MAX_VALUE ? Long.MAX_VALUE : System.nanoTime() + nanos;
        for (OpenTask task : tasks) {
            long rest = nanos == Long.MAX_VALUE ? nanos : Math.max(0, deadline - System.nanoTime());
            if (!task.parkUntilEnded(rest)) {
                return false;
            }
        }
        return true;
    }

    private static boolean awaitAny(List<? extends OpenTask> tasks, long nanos)
            throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        for (OpenTask task : tasks) {
            if (task.isDone()) {
                return true;
            }
            task.whenEnded(ended -> first.countDown());
        }
        return first.await(nanos, TimeUnit.NANOSECONDS);
    }
}
