package org.evenkeel.kernel;

import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.model.AvailabilitySpan;
import org.jspecify.annotations.Nullable;

/**
 * When a node is open, on the clock of its events: by its hours and by a {@link Notice}; the
 * stricter counts.
 *
 * <p>States, of each of the two: {@code OPEN -> CLOSING -> CLOSED -> OPEN}, and back from {@code
 * CLOSING} to {@code OPEN} when it is told otherwise. While a node is closing, nothing starts and
 * what runs is moved; hours that do not move what runs lead from {@code OPEN} to {@code CLOSED}. A
 * node without hours and without a notice is open.
 *
 * <p>An open node pauses when it is brought a task that may not start before it closes: for a
 * moment it tells its neighbours that it is full, so that they do not bring the like at once again.
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

    /** A worker that starts, or a task that resumes, while it is closing is to be asked too. */
    private static final int ASKS_WHILE_CLOSING = 4;

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

    /**
     * What the hours, or a notice, make of the node.
     *
     * @param changesAt when that becomes something else
     * @param closesAt when it is closed, while it is open or closing
     * @param opensAt when it is open again, while it is closed
     */
    private record Condition(State state, long changesAt, long closesAt, long opensAt) {
        static final Condition ALWAYS_OPEN = open(NEVER, NEVER);

        static Condition open(long changesAt, long closesAt) {
            return new Condition(State.OPEN, changesAt, closesAt, NEVER);
        }

        static Condition closing(long closesAt) {
            return new Condition(State.CLOSING, closesAt, closesAt, NEVER);
        }

        static Condition closed(long opensAt) {
            return new Condition(State.CLOSED, opensAt, NEVER, opensAt);
        }

        boolean is(State other) {
            return state == other;
        }
    }

    private final NodeContext context;
    private final CompletionEstimator completionEstimator;
    private @Nullable List<AvailabilitySpan> spans;
    private CloseMode closeMode = CloseMode.MOVE;
    private @Nullable Notice notice;
    private Condition byHours = Condition.ALWAYS_OPEN;
    private Condition byNotice = Condition.ALWAYS_OPEN;

    /** What has become of what ran when it was closed last. */
    private CloseMode closedBy = CloseMode.MOVE;

    private long lookAt = NEVER;
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
        lookAgain();
    }

    /** This notice counts beside the hours; null for none. */
    void heed(@Nullable Notice given) {
        notice = given;
        lookAgain();
    }

    /** Something has changed that it depends on. */
    void lookAgain() {
        lookAt = Long.MIN_VALUE;
    }

    /** The notice that counts now, null for none. */
    @Nullable Notice notice() {
        return notice;
    }

    /** Looks at the time; what has changed by now. While it is closing, that is said repeatedly. */
    Change advance() {
        if (context.now < lookAt && context.now < pausedUntil) {
            return Change.NONE;
        }
        boolean wasOpen = isOpen();
        boolean waited = context.now >= pausedUntil;
        boolean closed = check();
        if (waited || !isOpen()) {
            pausedUntil = NEVER;
        }
        setTimer();
        if (closed) {
            return Change.CLOSED;
        }
        if (isClosing()) {
            return Change.CLOSING;
        }
        if (!isOpen() || wasOpen && !waited) {
            return Change.NONE;
        }
        return wasOpen ? Change.RESUMED : Change.OPENED;
    }

    /** Whether the hours or the notice have just closed it. */
    private boolean check() {
        boolean hoursHad = byHours.is(State.CLOSED);
        boolean noticeHad = byNotice.is(State.CLOSED);
        byHours = conditionByHours();
        byNotice = conditionByNotice();
        lookAt = Math.min(byHours.changesAt(), byNotice.changesAt());
        if (isClosing()) {
            long move = context.config.phases().moveNanos();
            long part = (changesAtNanos() - context.now) / ASKS_WHILE_CLOSING;
            lookAt = Math.min(lookAt, context.now + Math.max(1, Math.max(move, part)));
        }
        Notice given = notice;
        if (given != null && byNotice.is(State.CLOSED) && !noticeHad) {
            closedBy = given.atClose();
            return true;
        }
        if (byHours.is(State.CLOSED) && !hoursHad) {
            closedBy = closeMode;
            return true;
        }
        return false;
    }

    private Condition conditionByHours() {
        List<AvailabilitySpan> hours = spans;
        if (hours == null) {
            return Condition.ALWAYS_OPEN;
        }
        for (AvailabilitySpan span : hours) {
            if (context.now < span.fromNanos()) {
                return Condition.closed(span.fromNanos());
            }
            if (context.now < span.toNanos()) {
                return conditionIn(span);
            }
        }
        return Condition.closed(NEVER);
    }

    /** Once it is closing it does not open again because moving has become faster. */
    private Condition conditionIn(AvailabilitySpan span) {
        long to = span.toNanos();
        long leaves = closeMode == CloseMode.MOVE ? to - lead(span) : to;
        boolean stays = byHours.is(State.CLOSING) && byHours.closesAt() == to;
        return context.now >= leaves || stays ? Condition.closing(to) : Condition.open(leaves, to);
    }

    private long lead(AvailabilitySpan span) {
        long part = (span.toNanos() - span.fromNanos()) / SPANS_PER_LEAD;
        return Math.min(part, context.migrations.leadNanos(context.config.phases().moveNanos()));
    }

    private Condition conditionByNotice() {
        Notice given = notice;
        if (given == null || context.now >= given.untilNanos()) {
            notice = null;
            return Condition.ALWAYS_OPEN;
        }
        return context.now < given.deadlineNanos()
                ? Condition.closing(given.deadlineNanos())
                : Condition.closed(given.untilNanos());
    }

    private void setTimer() {
        long next = Math.min(lookAt, pausedUntil);
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

    /** Whether tasks may start; not while it is closing. */
    boolean isOpen() {
        return byHours.is(State.OPEN) && byNotice.is(State.OPEN);
    }

    /** Whether what runs is to be moved now; also while the hours have closed it already. */
    private boolean isClosing() {
        return byNotice.is(State.CLOSING) || byHours.is(State.CLOSING) && !isClosed();
    }

    /** Whether it is closed; while it is closing, it is not yet. */
    boolean isClosed() {
        return byHours.is(State.CLOSED) || byNotice.is(State.CLOSED);
    }

    private boolean isPaused() {
        return pausedUntil != NEVER;
    }

    /** Whether nothing is to come here now. */
    boolean isShut() {
        return !isOpen() || isPaused();
    }

    /** What becomes of what runs, when it was closed just now. */
    CloseMode closedBy() {
        return closedBy;
    }

    /** Whether a notice has closed it. */
    boolean isClosedByNotice() {
        return byNotice.is(State.CLOSED);
    }

    /** The spans as they were told, null for always. */
    @Nullable List<AvailabilitySpan> spans() {
        return spans;
    }

    /** When it opens or is closed, {@link Long#MAX_VALUE} when that is not known. */
    long changesAtNanos() {
        if (!isClosed()) {
            return Math.min(byHours.closesAt(), byNotice.closesAt());
        }
        long hours = byHours.is(State.CLOSED) ? byHours.opensAt() : Long.MIN_VALUE;
        long given = byNotice.is(State.CLOSED) ? byNotice.opensAt() : Long.MIN_VALUE;
        return Math.max(hours, given);
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
        boolean moves = closeMode == CloseMode.MOVE;
        return isOpen()
                && (spans == null
                        || completionEstimator.endsWithin(task, until(byHours.changesAt()), moves));
    }

    /** Why a task may not start, human-readable. */
    String whyNot() {
        String left = seconds(until(changesAtNanos()));
        if (isOpen()) {
            return "it would not end before this node closes, in " + left;
        }
        if (isClosed()) {
            return closedWords() + (changesAtNanos() == NEVER ? "" : " for another " + left);
        }
        Notice given = notice;
        String why = given == null ? "" : ", " + given.reason();
        return "this node is closing" + why + "; it is closed in " + left;
    }

    /** That this node is closed, and why. */
    String closedWords() {
        Notice given = notice;
        return "this node is "
                + (given == null || !byNotice.is(State.CLOSED) ? "closed" : given.reason());
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
