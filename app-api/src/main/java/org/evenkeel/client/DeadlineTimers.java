package org.evenkeel.client;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.evenkeel.api.DeadlineExceededException;
import org.evenkeel.client.session.CompletionThread;

/**
 * Ends tasks of this program at their deadlines, on the JDK's own thread for that. Mostly their
 * owner has ended them by then; it cannot where it is not reached, or has not accepted them.
 */
public final class DeadlineTimers {

    /** For what the owner says to arrive, nanoseconds. */
    static final long OWNER_FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Ends a task that was just submitted, some time after its deadline. */
    static void afterOwner(Handle<?> handle) {
        if (handle.kind().deadlineNanos() > 0) {
            start(handle, handle.kind().deadlineNanos() + OWNER_FIRST_NANOS);
        }
    }

    /** Ends a task that was just made, and has no owner but this program, at its deadline. */
    public static void start(Handle<?> handle) {
        if (handle.kind().deadlineNanos() > 0) {
            start(handle, handle.kind().deadlineNanos());
        }
    }

    /**
     * @param nanos since the program submitted it
     */
    private static void start(Handle<?> handle, long nanos) {
        long left = Math.max(0, nanos - handle.waitedNanos());
        CompletableFuture<Boolean> over = new CompletableFuture<>();
        over.thenAccept(late -> {
            if (late) {
                CompletionThread.run(() -> end(handle));
            }
        });
        over.completeOnTimeout(true, left, TimeUnit.NANOSECONDS);
        handle.whenEnded(ended -> over.complete(false)); // so that the timer forgets it
    }

    private static void end(Handle<?> handle) {
        DeadlineExceededException why =
                new DeadlineExceededException(
                        "task %s (%s) did not end within %s"
                                .formatted(
                                        handle.id(),
                                        handle.name(),
                                        Duration.ofNanos(handle.kind().deadlineNanos())),
                        handle.id(),
                        "",
                        null);
        if (handle.endLocally(why)) {
            handle.openSubmissions().cancel(List.of(handle), "its deadline is over");
        }
    }
}
