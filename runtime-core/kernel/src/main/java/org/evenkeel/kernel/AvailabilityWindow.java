package org.evenkeel.kernel;

import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.AvailabilitySpan;
import org.jspecify.annotations.Nullable;

/**
 * When a node is open, on the clock of its events.
 *
 * <p>States: {@code OPEN <-> CLOSED}, and {@code OPEN -> PAUSED -> OPEN}. A node pauses when it is
 * brought a task that would not end before it closes: for a moment it tells its neighbours that it
 * is full, so that they do not bring the like at once again. A node without hours is always open.
 *
 * <p>When its last known span has ended a node is closed until it is told more.
 */
final class AvailabilityWindow {

    /** Run times differ, and starting takes time too: a sixteenth is left. */
    private static final int MARGIN = 16;

    private static final int PAUSES_PER_HEARTBEAT = 5;
    private static final long NEVER = Long.MAX_VALUE;

    /** What the passing of time has brought. */
    enum Change {
        NONE,
        OPENED,
        CLOSED,
        RESUMED
    }

    private final NodeContext context;
    private final CompletionEstimator completionEstimator;
    private @Nullable List<AvailabilitySpan> spans;
    private CloseMode closeMode = CloseMode.PUT_BACK;
    private boolean open = true;
    private long changesAt = NEVER;
    private long pausedUntil = NEVER;

    AvailabilityWindow(NodeContext context, CompletionEstimator completionEstimator) {
        this.context = context;
        this.completionEstimator = completionEstimator;
    }

    /** A time with what is left free of it. */
    static long withMargin(long runNanos) {
        return runNanos + runNanos / MARGIN;
    }

    /** Replaces the hours; null for always. */
    void set(@Nullable List<AvailabilitySpan> hours, CloseMode close) {
        spans = hours == null ? null : List.copyOf(hours);
        closeMode = close;
        changesAt = Long.MIN_VALUE; // to be looked at
    }

    /** Looks at the time; what has changed by now. */
    Change advance() {
        if (context.now < changesAt && context.now < pausedUntil) {
            return Change.NONE;
        }
        boolean was = open;
        boolean waited = context.now >= pausedUntil;
        check();
        if (waited || !open) {
            pausedUntil = NEVER;
        }
        setTimer();
        if (was == open) {
            return waited && open ? Change.RESUMED : Change.NONE;
        }
        return open ? Change.OPENED : Change.CLOSED;
    }

    private void check() {
        List<AvailabilitySpan> hours = spans;
        open = hours == null;
        changesAt = NEVER;
        if (hours == null) {
            return;
        }
        for (AvailabilitySpan span : hours) {
            if (context.now < span.toNanos()) {
                open = span.fromNanos() <= context.now;
                changesAt = open ? span.toNanos() : span.fromNanos();
                return;
            }
        }
    }

    private void setTimer() {
        long next = Math.min(changesAt, pausedUntil);
        if (next != NEVER) {
            context.out.later(new Effect.SetTimer(Timer.HOURS, next));
        }
    }

    /** For a moment nothing is taken. */
    void pause() {
        if (open && !isPaused()) {
            long nanos = Math.max(1, context.config.heartbeatNanos() / PAUSES_PER_HEARTBEAT);
            pausedUntil = context.now + nanos;
            setTimer();
        }
    }

    /** Whether there is an end to it. */
    boolean isLimited() {
        return spans != null;
    }

    boolean isOpen() {
        return open;
    }

    private boolean isPaused() {
        return pausedUntil != NEVER;
    }

    /** Whether nothing is to come here now. */
    boolean isShut() {
        return !open || isPaused();
    }

    CloseMode closeMode() {
        return closeMode;
    }

    /** The spans as they were told, null for always. */
    @Nullable List<AvailabilitySpan> spans() {
        return spans;
    }

    /** Nanoseconds until it opens or closes, {@link Long#MAX_VALUE} when that is not known. */
    long changesInNanos() {
        return changesAt == NEVER ? NEVER : Math.max(0, changesAt - context.now);
    }

    /** Whether the task may start now. */
    boolean admits(HeldTask task) {
        return spans == null || open && completionEstimator.endsWithin(task, changesInNanos());
    }

    /** Why a task may not start, human-readable. */
    String whyNot() {
        long left = changesInNanos();
        if (open) {
            return "it would not end before this node closes, in " + seconds(left);
        }
        return left == NEVER
                ? "this node is closed"
                : "this node is closed for another " + seconds(left);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
