package org.evenkeel.kernel;

import static org.evenkeel.kernel.NodeCondition.NEVER;

import java.util.List;
import java.util.Locale;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.NodeCondition.State;
import org.evenkeel.model.AvailabilitySpan;
import org.jspecify.annotations.Nullable;

/**
 * When a node is open, on the clock of its events: by its hours and by {@link Notices}; the
 * strictest counts.
 *
 * <p>States, of hours and of each notice: {@code OPEN -> ON_HOLD -> CLOSING -> CLOSED -> OPEN}, and
 * back to {@code OPEN} at any time when it is told otherwise. Hours have no {@code ON_HOLD}; those
 * that do not move what runs lead from {@code OPEN} to {@code CLOSED}. On hold and closing, nothing
 * starts; closing, what runs is moved as well. A node without hours and without a notice is open.
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

    /** Of a span that is open, at most this part is taken for moving what runs. */
    private static final int SPANS_PER_LEAD = 4;

    /** A worker that starts, or a task that resumes, while it is closing is to be asked too. */
    private static final int ASKS_WHILE_CLOSING = 4;

    /**
     * A node calls for tasks if it stays open so long, in moves of which nothing is known: a minute
     * in a daemon.
     */
    private static final int LEAST_STAY = 120;

    /** What the passing of time has brought. */
    enum Change {
        NONE,
        OPENED,
        ON_HOLD,
        CLOSING,
        CLOSED,
        RESUMED
    }

    private final NodeContext context;
    private final CompletionEstimator completionEstimator;
    private @Nullable List<AvailabilitySpan> spans;
    private CloseMode closeMode = CloseMode.MOVE;
    private final Notices notices = new Notices();
    private NodeCondition byHours = NodeCondition.ALWAYS_OPEN;

    /** What has become of what ran when it was closed last. */
    private CloseMode closedBy = CloseMode.MOVE;

    private boolean wasOpen = true;
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

    /** This notice counts beside the hours and those of other sources. */
    void heed(Notice notice) {
        notices.heed(notice);
        lookAgain();
    }

    /** The notice of this source, if there is one, counts no more. */
    void withdraw(Notice.Source source) {
        notices.withdraw(source);
        lookAgain();
    }

    /** Something has changed that it depends on. */
    void lookAgain() {
        lookAt = Long.MIN_VALUE;
    }

    /** The notice that decides what this node is, null for none. */
    @Nullable Notice notice() {
        return notices.strictest();
    }

    /** When all notices will have ended, {@link Long#MIN_VALUE} when there is none. */
    long noticesEndNanos() {
        return notices.endAt();
    }

    /** Looks at the time; what has changed by now. While it is closing, that is said repeatedly. */
    Change advance() {
        if (context.now < lookAt && context.now < pausedUntil) {
            return Change.NONE;
        }
        boolean had = wasOpen;
        boolean waited = context.now >= pausedUntil;
        boolean closed = check();
        wasOpen = isOpen();
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
        if (!isOpen()) {
            return had && !isClosed() ? Change.ON_HOLD : Change.NONE;
        }
        if (had && !waited) {
            return Change.NONE;
        }
        return had ? Change.RESUMED : Change.OPENED;
    }

    /** Whether the hours or a notice have just closed it. */
    private boolean check() {
        boolean hoursHad = byHours.is(State.CLOSED);
        byHours = conditionByHours();
        Notice closing = notices.advance(context.now);
        lookAt = Math.min(byHours.changesAt(), notices.changesAt());
        if (isClosing()) {
            long move = context.config.phases().moveNanos();
            long part = (changesAtNanos() - context.now) / ASKS_WHILE_CLOSING;
            lookAt = Math.min(lookAt, context.now + Math.max(1, Math.max(move, part)));
        }
        if (closing != null) {
            closedBy = closing.atClose();
            return true;
        }
        if (byHours.is(State.CLOSED) && !hoursHad) {
            closedBy = closeMode;
            return true;
        }
        return false;
    }

    private NodeCondition conditionByHours() {
        List<AvailabilitySpan> hours = spans;
        if (hours == null) {
            return NodeCondition.ALWAYS_OPEN;
        }
        for (AvailabilitySpan span : hours) {
            if (context.now < span.fromNanos()) {
                return NodeCondition.closed(span.fromNanos());
            }
            if (context.now < span.toNanos()) {
                return conditionIn(span);
            }
        }
        return NodeCondition.closed(NEVER);
    }

    /** Once it is closing it does not open again because moving has become faster. */
    private NodeCondition conditionIn(AvailabilitySpan span) {
        long to = span.toNanos();
        long leaves = closeMode == CloseMode.MOVE ? to - lead(span) : to;
        boolean stays = byHours.is(State.CLOSING) && byHours.closesAt() == to;
        return context.now >= leaves || stays
                ? NodeCondition.closing(to)
                : NodeCondition.open(leaves, to);
    }

    private long lead(AvailabilitySpan span) {
        long part = (span.toNanos() - span.fromNanos()) / SPANS_PER_LEAD;
        return Math.min(part, context.migrations.leadNanos(context.config.phases().moveNanos()));
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
        return byHours.is(State.OPEN) && notices.areOpen();
    }

    /** Whether what runs is to be moved now; also while the hours have closed it already. */
    private boolean isClosing() {
        return notices.any(State.CLOSING) || byHours.is(State.CLOSING) && !isClosed();
    }

    /** Whether it is closed; while it is closing, it is not yet. */
    boolean isClosed() {
        return byHours.is(State.CLOSED) || notices.any(State.CLOSED);
    }

    /** Whether nothing starts while what runs stays. */
    boolean isOnHold() {
        return notices.any(State.ON_HOLD) && !isClosing() && !isClosed();
    }

    /** Whether workers are to be frozen: what is frozen reaches no checkpoint. */
    boolean isFrozen() {
        boolean letsFinish = !isClosedByNotice() && closedBy == CloseMode.FINISH;
        return notices.freeze() && !isClosing() && (letsFinish || !isClosed());
    }

    private boolean isPaused() {
        return pausedUntil != NEVER;
    }

    /** Whether nothing is to come here now. */
    boolean isShut() {
        return !isOpen() || isPaused();
    }

    /** Whether it takes tasks, and will for longer than moving some here and away may take. */
    boolean staysOpen() {
        long least = LEAST_STAY * context.config.phases().moveNanos();
        return !isShut() && until(changesAtNanos()) >= least;
    }

    /** What becomes of what runs, when it was closed just now. */
    CloseMode closedBy() {
        return closedBy;
    }

    /** Whether a notice has closed it. */
    boolean isClosedByNotice() {
        return notices.any(State.CLOSED);
    }

    /** The spans as they were told, null for always. */
    @Nullable List<AvailabilitySpan> spans() {
        return spans;
    }

    /** When it opens or is closed, {@link Long#MAX_VALUE} when that is not known. */
    long changesAtNanos() {
        if (!isClosed()) {
            return Math.min(byHours.closesAt(), notices.closesAt());
        }
        long hours = byHours.is(State.CLOSED) ? byHours.opensAt() : Long.MIN_VALUE;
        return Math.max(hours, notices.opensAt());
    }

    /** When what runs begins to move, while this node is on hold. */
    long movesAtNanos() {
        return notices.changesAt();
    }

    /** When it opens again as far as notices are concerned, once they have closed it. */
    long opensAtNanos() {
        long end = notices.endAt();
        return isClosed() || end == Long.MIN_VALUE ? changesAtNanos() : end;
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
        Notice notice = notices.strictest();
        String why = notice == null ? "" : ", " + notice.reason();
        return isOnHold()
                ? "this node is on hold%s; it moves what runs in %s"
                        .formatted(why, seconds(until(movesAtNanos())))
                : "this node is closing" + why + "; it is closed in " + left;
    }

    /** That this node is closed, and why. */
    String closedWords() {
        Notice notice = notices.strictest();
        return "this node is "
                + (notice == null || !isClosedByNotice() ? "closed" : notice.reason());
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
