package org.evenkeel.keepers;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.ratis.retry.RetryPolicy;
import org.apache.ratis.util.TimeDuration;
import org.jspecify.annotations.Nullable;

/**
 * Until when a request to the keepers is repeated. Ratis asks for that on the thread that waits, so
 * the deadline belongs to the thread.
 */
final class Deadline {

    private static final ScopedValue<Deadline> OF_THREAD = ScopedValue.newInstance();

    private static final long PAUSE_MILLIS = 50;

    private static final RetryPolicy.Action PAUSE =
            () -> TimeDuration.valueOf(PAUSE_MILLIS, TimeUnit.MILLISECONDS);

    private final long atNanos;
    private volatile @Nullable String lastFailure;

    private Deadline(long atNanos) {
        this.atNanos = atNanos;
    }

    static Deadline in(Duration time) {
        return new Deadline(System.nanoTime() + time.toNanos());
    }

    /** For the client of Ratis: not repeated on a thread without a deadline. */
    static RetryPolicy policy() {
        return event -> {
            Deadline deadline = OF_THREAD.orElse(new Deadline(System.nanoTime()));
            deadline.failed(event.getCause());
            return deadline.leftMillis() > PAUSE_MILLIS ? PAUSE : RetryPolicy.NO_RETRY_ACTION;
        };
    }

    /** Runs what repeats requests until this deadline. */
    <T, E extends Exception> T run(EmbeddedRatis.Action<T, E> action) throws E {
        return ScopedValue.where(OF_THREAD, this).<T, E>call(action::run);
    }

    /** Repeats an attempt, with pauses, until it succeeds; false if it does not in time. */
    boolean await(BooleanSupplier attempt) throws InterruptedException {
        while (!attempt.getAsBoolean()) {
            if (!pause()) {
                return false;
            }
        }
        return true;
    }

    /** Keeps why an attempt failed, for the case that none succeeds. */
    void failed(@Nullable Throwable why) {
        if (why != null) {
            lastFailure = StartFailure.root(why).getMessage();
        }
    }

    /** Why the last attempt failed, if that is known. */
    Optional<String> lastFailure() {
        return Optional.ofNullable(lastFailure);
    }

    /** Waits before the next attempt; false at once if there is no time for one. */
    boolean pause() throws InterruptedException {
        if (leftMillis() <= PAUSE_MILLIS) {
            return false;
        }
        Thread.sleep(PAUSE_MILLIS);
        return true;
    }

    /** Not negative. */
    long leftMillis() {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(atNanos - System.nanoTime()));
    }
}
