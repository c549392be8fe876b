package org.evenkeel.daemon.session;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.daemon.driver.TimerSource;

/**
 * The windows of sessions of one sort: how many tasks, and how many bytes of small payloads, each
 * may have open. What is promised to all together fits, so a task that its session had room for
 * finds room here: who comes while others have all of it gets little, and more as theirs end.
 */
final class Windows {

    /** How long it takes until freed room is given to those who wait for it, nanoseconds. */
    static final long PAUSE_NANOS = 20_000_000;

    private final SubmissionCredit tasks;
    private final SubmissionCredit bytes;
    private final TimerSource timers;
    private final List<SessionWindow> places = new ArrayList<>();
    private boolean waiting;

    /** The place of one session among the others. */
    final class SessionWindow {
        private final Session session;
        private final SubmissionCredit.SessionCredit taskLine = tasks.open();
        private final SubmissionCredit.SessionCredit byteLine = bytes.open();
        private int asked;

        private SessionWindow(Session session) {
            this.session = session;
        }

        int tasks() {
            return (int) taskLine.promised();
        }

        long bytes() {
            return byteLine.promised();
        }

        /** Whether a client submits there; otherwise it keeps what it uses and gets no more. */
        void setPresent(boolean yes) {
            taskLine.setPresent(yes);
            byteLine.setPresent(yes);
            distribute();
        }

        /** What was said on an earlier connection is void: the next begins with what holds then. */
        void forget() {
            asked++;
            taskLine.onAcknowledged();
            byteLine.onAcknowledged();
        }

        /** The session answered the question of this number. */
        void answered(long number) {
            if (number == asked) {
                taskLine.onAcknowledged();
                byteLine.onAcknowledged();
                distribute();
            }
        }

        void close() {
            tasks.close(taskLine);
            bytes.close(byteLine);
            places.remove(this);
            distribute();
        }

        private void count() {
            if (!session.isAttached()) {
                forget(); // nothing is on its way
            }
            taskLine.setUsed(session.openTasks());
            byteLine.setUsed(session.openBytes());
        }

        private void announce() {
            boolean ask = taskLine.isUnheard() || byteLine.isUnheard();
            boolean told = session.sendWindow(tasks(), bytes());
            if (told && ask) {
                session.ask(++asked);
            }
        }
    }

    Windows(SubmissionCredit tasks, SubmissionCredit bytes, TimerSource timers) {
        this.tasks = tasks;
        this.bytes = bytes;
        this.timers = timers;
    }

    SessionWindow open(Session session) {
        SessionWindow place = new SessionWindow(session);
        places.add(place);
        distribute();
        return place;
    }

    private void distribute() {
        places.forEach(SessionWindow::count);
        tasks.distribute();
        bytes.distribute();
        places.forEach(SessionWindow::announce);
        if (!waiting && (tasks.isShort() || bytes.isShort())) {
            waiting = true;
            timers.after(
                    PAUSE_NANOS,
                    () -> {
                        waiting = false;
                        distribute();
                    });
        }
    }
}
