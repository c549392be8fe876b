package org.evenkeel.daemon.session;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.driver.TimerSource;

/**
 * Sessions that wait for their clients to return. One that ended or was returned to is released
 * within a minute: timers cannot be taken back, so that one of its own would keep it for as long as
 * it might have waited, which is days. Belongs to the event loop.
 */
final class AbsentSessions {

    private static final long LONGEST_TIMER_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final TimerSource timers;
    private final Map<Long, Runnable> bySession = new HashMap<>();

    AbsentSessions(TimerSource timers) {
        this.timers = timers;
    }

    /**
     * Unless {@link #over} is called before, does this after so long; instead of what was to be.
     */
    void await(long session, long nanos, Runnable then) {
        bySession.put(session, then);
        await(session, then, nanos);
    }

    @SuppressWarnings("ReferenceEquality") // an absence is the one it is
    private void await(long session, Runnable then, long leftNanos) {
        long step = Math.min(leftNanos, LONGEST_TIMER_NANOS);
        timers.after(
                step,
                () -> {
                    if (bySession.get(session) != then) {
                        return;
                    }
                    if (leftNanos > step) {
                        await(session, then, leftNanos - step);
                    } else {
                        bySession.remove(session);
                        then.run();
                    }
                });
    }

    /** The session is no longer waited for: its client is there, or it ended. */
    void over(long session) {
        bySession.remove(session);
    }

    /** Sessions that are waited for. */
    int size() {
        return bySession.size();
    }
}
