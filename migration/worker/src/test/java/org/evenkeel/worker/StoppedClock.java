package org.evenkeel.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** Its time moves when a test says so; who waits is seen. */
final class StoppedClock implements WorkerClock {
    private static final ConditionFactory SOON =
            Awaitility.with()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .atMost(Duration.ofSeconds(90));

    private final List<Waiter> waiters = new ArrayList<>();
    private long now = TimeUnit.HOURS.toNanos(1);

    private record Waiter(long deadline, CompletableFuture<?> until, CompletableFuture<?> late) {}

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public <T> @Nullable T await(CompletableFuture<T> future, long nanos)
            throws InterruptedException, ExecutionException {
        CompletableFuture<Boolean> late = new CompletableFuture<>();
        Waiter me;
        synchronized (this) {
            long deadline = nanos > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + nanos;
            me = new Waiter(deadline, future, late);
            waiters.add(me);
        }
        try {
            CompletableFuture.anyOf(future, late).get();
        } finally {
            synchronized (this) {
                waiters.remove(me);
            }
        }
        return future.isDone() ? future.get() : null;
    }

    /** Who waits for that long from now ends its wait; nothing else is so late. */
    synchronized void advance(long nanos) {
        now += nanos;
        for (Waiter waiter : List.copyOf(waiters)) {
            if (waiter.deadline <= now) {
                waiters.remove(waiter);
                waiter.late.complete(null);
            }
        }
    }

    private synchronized boolean isAwaited(long deadline) {
        return waiters.stream().anyMatch(w -> w.deadline == deadline && !w.until.isDone());
    }

    /** Blocks until a thread waits that has so long left. */
    void awaitWaiter(long nanos) {
        long deadline = nanos() + nanos;
        SOON.await("a wait of " + nanos + " ns").until(() -> isAwaited(deadline));
    }

    /** Blocks until a thread waits for so long, and lets that time pass. */
    void pass(long nanos) {
        awaitWaiter(nanos);
        advance(nanos);
    }

    /**
     * Lets the time pass for which this waits, the one thread that waits here, until it is done.
     */
    void passUntil(Future<?> done) {
        while (true) {
            SOON.until(() -> done.isDone() || nextDeadline() != Long.MAX_VALUE);
            long next = nextDeadline();
            if (done.isDone() || next == Long.MAX_VALUE) {
                return;
            }
            advance(next - nanos());
        }
    }

    private synchronized long nextDeadline() {
        return waiters.stream()
                .filter(waiter -> !waiter.until.isDone())
                .map(Waiter::deadline)
                .min(Comparator.naturalOrder())
                .orElse(Long.MAX_VALUE);
    }
}
