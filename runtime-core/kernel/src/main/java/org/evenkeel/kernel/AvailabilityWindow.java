package org.evenkeel.kernel;

import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.AvailabilitySpan;
import org.jspecify.annotations.Nullable;

/**
 * When a node is open, on the clock of its events.
 *
 * <p>States: {@code OPEN -> CLOSING -> CLOSED -> OPEN}, and {@code OPEN -> PAUSED -> OPEN}. While
 * it closes, nothing starts and what runs is moved; a node that moves nothing goes from {@code
 * OPEN} to {@code CLOSED}. A node pauses when it is brought a task that may not start before it
 * closes: for a moment it tells its neighbours that it is full, so that they do not bring the like
 * at once again. A node without hours is always open.
 *
 * <p>When its last known span has ended a node is closed until it is told more.
 */
final class AvailabilityWindow {

    /** Run times differ, and starting takes time too: a sixteenth is left. */
    private static final int MARGIN = 16;

    private static final int PAUSES_PER_HEARTBEAT = 5;
    private static final long NEVER = Long.MAX_VALUE;

    /** Of a span that is open, at most this part is taken for moving what runs. */
    private static final int SPANS_PER_LEAD = 4;

    private enum State {
        OPEN,
        CLOSING,
        CLOSED
    }

    /** What the passing of time has brought. */
    enum Change {
        NONE,
        OPENED,
        CLOSING,
        CLOSED,
        RESUMED
    }

    private final NodeContext context;
    private final CompletionEstimator completionEstimator;
    private @Nullable List<AvailabilitySpan> spans;
    private CloseMode closeMode = CloseMode.MOVE;
    private State state = State.OPEN;
    private long changesAt = NEVER;

    /** When the present span ends, while open or closing. */
    private long closesAt = NEVER;

    /** When it opens again, while closed. */
    private long opensAt = NEVER;

    private @Nullable Notice notice;

    private long pausedUntil = NEVER;

    /** Times are {@code System.nanoTime}-like nanoseconds of the context's clock. */
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

    /** This notice counts beside the hours; null for none. */
    void heed(@Nullable Notice given) {
        notice = given;
        changesAt = Long.MIN_VALUE; // to be looked at
    }

    /** The notice that counts now, null for none. */
    @Nullable Notice notice() {
        return notice;
    }

    /** Looks at the time; what has changed by now. */
    Change advance() {
        if (context.now < changesAt && context.now < pausedUntil) {
            return Change.NONE;
        }
        State was = state;
        boolean waited = context.now >= pausedUntil;
        check();
        if (waited || !isOpen()) {
            pausedUntil = NEVER;
        }
        setTimer();
        if (was == state) {
            return waited && isOpen() ? Change.RESUMED : Change.NONE;
        }
        return switch (state) {
            case OPEN -> Change.OPENED;
            case CLOSING -> Change.CLOSING;
            case CLOSED -> Change.CLOSED;
        };
    }

    private void check() {
        checkHours();
        Notice given = notice;
        if (given != null && context.now >= given.untilNanos()) {
            notice = null;
        } else if (given != null) {
            checkNotice(given);
        }
    }

    private void checkHours() {
        List<AvailabilitySpan> hours = spans;
        if (hours == null) {
            become(State.OPEN, NEVER, NEVER);
            return;
        }
        for (AvailabilitySpan span : hours) {
            if (context.now < span.fromNanos()) {
                become(State.CLOSED, span.fromNanos(), NEVER);
                return;
            }
            if (context.now < span.toNanos()) {
                checkOpen(span);
                return;
            }
        }
        become(State.CLOSED, NEVER, NEVER);
    }

    /** Of the hours and the notice the stricter counts. */
    private void checkNotice(Notice given) {
        long deadline = given.deadlineNanos();
        if (context.now >= deadline) {
            opensAt = Math.max(given.untilNanos(), isClosed() ? opensAt : given.untilNanos());
            state = State.CLOSED;
        } else if (!isClosed()) {
            state = State.CLOSING;
            closesAt = Math.min(closesAt, deadline);
        }
        changesAt = Math.min(changesAt, context.now >= deadline ? given.untilNanos() : deadline);
    }

    /** In a span; once it closes it does not open again because moving has become faster. */
    private void checkOpen(AvailabilitySpan span) {
        long to = span.toNanos();
        long leaves = closeMode == CloseMode.MOVE ? to - lead(span) : to;
        boolean closing = context.now >= leaves || state == State.CLOSING && closesAt == to;
        become(closing ? State.CLOSING : State.OPEN, closing ? to : leaves, to);
    }

    private long lead(AvailabilitySpan span) {
        long part = (span.toNanos() - span.fromNanos()) / SPANS_PER_LEAD;
        return Math.min(part, context.migrations.leadNanos(context.config.phases().moveNanos()));
    }

    private void become(State next, long changes, long closes) {
        state = next;
        changesAt = changes;
        closesAt = closes;
        opensAt = changes;
    }

    private void setTimer() {
        long next = Math.min(changesAt, pausedUntil);
        if (next != NEVER) {
            context.out.later(new Effect.SetTimer(Timer.HOURS, next));
        }
    }

    /** For a moment nothing is taken. */
    void pause() {
        if (isOpen() && !isPaused()) {
            long nanos = Math.max(1, context.config.heartbeatNanos() / PAUSES_PER_HEARTBEAT);
            pausedUntil = context.now + nanos;
            setTimer();
        }
    }

    /** Whether it has hours. */
    boolean isLimited() {
        return spans != null;
    }

    /** Whether tasks may start; not while it closes. */
    boolean isOpen() {
        return state == State.OPEN;
    }

    /** Whether it is closed; while it closes, it is not yet. */
    boolean isClosed() {
        return state == State.CLOSED;
    }

    private boolean isPaused() {
        return pausedUntil != NEVER;
    }

    /** Whether nothing is to come here now. */
    boolean isShut() {
        return !isOpen() || isPaused();
    }

    /** What becomes of what runs when it has closed. */
    CloseMode closeMode() {
        Notice given = notice;
        return given != null && context.now >= given.deadlineNanos() ? given.atClose() : closeMode;
    }

    /** The spans as they were told, null for always. */
    @Nullable List<AvailabilitySpan> spans() {
        return spans;
    }

    /** When it opens or is closed, {@link Long#MAX_VALUE} when that is not known. */
    long changesAtNanos() {
        return isClosed() ? opensAt : closesAt;
    }

    /** When it opens again as far as a notice is concerned, once that has closed it. */
    long opensAtNanos() {
        Notice given = notice;
        return isClosed() || given == null ? changesAtNanos() : given.untilNanos();
    }

    private long until(long at) {
        return at == NEVER ? NEVER : Math.max(0, at - context.now);
    }

    /** Whether the task may start now. */
    boolean admits(HeldTask task) {
        if (spans == null) {
            return isOpen();
        }
        boolean moves = closeMode == CloseMode.MOVE;
        return isOpen() && completionEstimator.endsWithin(task, until(changesAt), moves);
    }

    /** Why a task may not start, human-readable. */
    String whyNot() {
        long left = until(changesAtNanos());
        if (isOpen()) {
            return "it would not end before this node closes, in " + seconds(left);
        }
        Notice given = notice;
        if (state == State.CLOSING) {
            String why = given == null ? "" : ": it is " + given.reason();
            return "this node closes, in " + seconds(left) + why;
        }
        String what = "this node is " + (given == null ? "closed" : given.reason());
        return left == NEVER ? what : what + " for another " + seconds(left);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
