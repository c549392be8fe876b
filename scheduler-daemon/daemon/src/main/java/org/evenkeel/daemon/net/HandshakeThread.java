package org.evenkeel.daemon.net;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The arithmetic of TLS handshakes, a millisecond each: on one thread of its own, so that somebody
 * who begins many of them holds up other handshakes and nothing else. What is to be done for a
 * connection that is closed meanwhile is not done. Any thread may use it.
 */
final class HandshakeThread {

    private static final int MOST_WAITING = 512;
    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor thread;

    HandshakeThread() {
        this.thread =
                new ThreadPoolExecutor(
                        1,
                        1,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new ArrayBlockingQueue<>(MOST_WAITING),
                        Thread.ofPlatform().name("evenkeel-handshakes").daemon().factory(),
                        HandshakeThread::makeRoom);
        thread.allowCoreThreadTimeOut(true);
    }

    private record Step(BooleanSupplier wanted, Runnable work) implements Runnable {
        @Override
        public void run() {
            if (wanted.getAsBoolean()) {
                work.run();
            }
        }
    }

    /** For the steps of one handshake, as long as they are wanted. */
    Executor forOne(BooleanSupplier wanted) {
        return work -> thread.execute(new Step(wanted, work));
    }

    private static void makeRoom(Runnable last, ThreadPoolExecutor full) {
        full.getQueue().removeIf(step -> step instanceof Step one && !one.wanted().getAsBoolean());
        if (!full.getQueue().offer(last)) {
            throw new RejectedExecutionException(
                    "more than " + MOST_WAITING + " handshakes are under way");
        }
    }
}
