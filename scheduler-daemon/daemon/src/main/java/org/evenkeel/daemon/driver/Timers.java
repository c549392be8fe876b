package org.evenkeel.daemon.driver;

import java.util.EnumMap;
import java.util.Map;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Event.Timer;

/**
 * The core's timers. Each has one appointment with the event loop, at the earliest time it was ever
 * set to; when that comes too early it is made anew. So setting a timer often costs nothing.
 */
final class Timers {

    private static final long NEVER = Long.MAX_VALUE;

    private final TimerSource source;
    private final EventSink eventSink;
    private final Map<Timer, State> states = new EnumMap<>(Timer.class);

    private static final class State {
        long due = NEVER;
        long appointment = NEVER;
    }

    Timers(TimerSource source, EventSink eventSink) {
        this.source = source;
        this.eventSink = eventSink;
        for (Timer timer : Timer.values()) {
            states.put(timer, new State());
        }
    }

    void set(Timer timer, long atNanos) {
        State state = state(timer);
        state.due = atNanos;
        if (state.appointment == NEVER || atNanos - state.appointment < 0) {
            appoint(timer, state, atNanos);
        }
    }

    private void appoint(Timer timer, State state, long atNanos) {
        state.appointment = atNanos;
        source.after(Math.max(0, atNanos - System.nanoTime()), () -> come(timer, atNanos));
    }

    private void come(Timer timer, long appointment) {
        State state = state(timer);
        if (state.appointment != appointment) {
            return; // an earlier one took its place
        }
        state.appointment = NEVER;
        if (state.due == NEVER) {
            return;
        }
        if (System.nanoTime() - state.due < 0) {
            appoint(timer, state, state.due);
            return;
        }
        state.due = NEVER;
        eventSink.submit(new Event.TimerFired(timer));
    }

    private State state(Timer timer) {
        State state = states.get(timer);
        if (state == null) {
            throw new IllegalArgumentException("unknown timer " + timer);
        }
        return state;
    }
}
