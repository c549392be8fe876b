package org.evenkeel.session;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for one of several tasks. */
final class AnyOf {

    private AnyOf() {}

    static boolean await(List<? extends OpenTask> tasks, long nanos) throws InterruptedException {
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
