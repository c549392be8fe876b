package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Shares one good, open tasks or their bytes, among sessions so that never more is promised than
 * there is. A promise that is made smaller counts in full until its session is known to have heard
 * of that, and then as much as it still uses; what others get grows as that shrinks.
 */
final class SubmissionCredit {

    /** A promise grows by at least this share (1/n) of what it may become, or to the whole. */
    private static final int STEP_SHARE = 8;

    /** Each counts below so many sessions; above, shares have four sizes until they have halved. */
    private static final int FEW = 16;

    private static final int STEPS_TO_DOUBLE = 4;

    private final long all;
    private final long most;
    private final long least;
    private final List<SessionCredit> lines = new ArrayList<>();

    /** What one session has been promised. */
    static final class SessionCredit {
        private boolean present = true;
        private boolean heard = true;
        private long promised;
        private long counted;
        private long used;

        /** What it was told last. */
        long promised() {
            return promised;
        }

        /** Whether it was told of less than before and has not been heard of since. */
        boolean isUnheard() {
            return !heard;
        }

        /** It has heard everything that was said to it, or what it had not heard is gone. */
        void onAcknowledged() {
            heard = true;
        }

        /** Whether a process is to use it; otherwise it counts what it uses. */
        void setPresent(boolean yes) {
            present = yes;
            heard |= !yes;
        }

        void setUsed(long now) {
            used = now;
        }
    }

    /**
     * @param all there is
     * @param most for one
     * @param least for one in any case, as long as that is not more than an eighth of all together
     */
    SubmissionCredit(long all, long most, long least) {
        this.all = all;
        this.most = most;
        this.least = Math.min(least, most);
    }

    SessionCredit open() {
        SessionCredit line = new SessionCredit();
        lines.add(line);
        return line;
    }

    void close(SessionCredit line) {
        lines.remove(line);
    }

    /** What each gets when no client has more. */
    private long share() {
        long present = roundedUp(Math.max(1, lines.stream().filter(line -> line.present).count()));
        return Math.max(leastOf(present), Math.min(most, all / present));
    }

    /** With many sessions the share of all does not change with each that comes or goes. */
    static long roundedUp(long sessions) {
        long step = Math.max(1, Long.highestOneBit(sessions - 1) / STEPS_TO_DOUBLE);
        return sessions <= FEW ? sessions : (sessions + step - 1) / step * step;
    }

    private long leastOf(long present) {
        return Math.clamp(all / 8 / present, 1, least);
    }

    /** Whether someone has been promised less than its share. */
    boolean isShort() {
        long share = share();
        return lines.stream().anyMatch(line -> line.present && line.promised < share);
    }

    /** Takes from those with more than their share, and gives what is free to those with less. */
    void distribute() {
        long share = share();
        long free = all;
        for (SessionCredit line : lines) {
            shrink(line, line.present ? share : 0);
            free -= line.counted;
        }
        long smallest = leastOf(Math.max(1, lines.size()));
        List<SessionCredit> poorest = new ArrayList<>(lines);
        poorest.sort(Comparator.comparingLong(line -> line.promised));
        for (SessionCredit line : poorest) {
            if (line.present && line.promised < share) {
                free -= grow(line, share, free, smallest);
            }
        }
    }

    private static void shrink(SessionCredit line, long share) {
        if (line.promised > share) {
            line.promised = share;
            line.heard = !line.present;
        }
        if (line.heard) {
            line.counted = Math.max(line.promised, line.used);
        }
    }

    /** What it takes of the free. */
    private static long grow(SessionCredit line, long share, long free, long smallest) {
        long before = line.counted;
        long possible = Math.min(share, Math.max(smallest, before + Math.max(0, free)));
        long step = Math.max(1, share / STEP_SHARE);
        if (possible == share || possible - line.promised >= step || line.promised < smallest) {
            line.promised = Math.max(line.promised, possible);
            line.counted = Math.max(before, line.promised);
        }
        return line.counted - before;
    }
}
