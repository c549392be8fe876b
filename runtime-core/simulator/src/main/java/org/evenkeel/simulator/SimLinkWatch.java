package org.evenkeel.simulator;

import org.evenkeel.model.submission.LinkSilence;

/**
 * Watches a client's connection to its daemon, as programs do: asks for an answer after some
 * silence, and closes the connection when none comes.
 */
final class SimLinkWatch {
    private final EventQueue eventQueue;
    private final long limitNanos;
    private final Runnable ask;
    private final Runnable close;

    /** Counts connections, and their ends. */
    private int changes;

    private long heardNanos;

    /**
     * @param limitNanos silence after which the connection is closed
     * @param ask asks the daemon for an answer
     */
    SimLinkWatch(EventQueue eventQueue, long limitNanos, Runnable ask, Runnable close) {
        this.eventQueue = eventQueue;
        this.limitNanos = limitNanos;
        this.ask = ask;
        this.close = close;
    }

    /** There is a connection, and no other any more. */
    void begin() {
        changes++;
        heard();
        checkLater(new LinkSilence(limitNanos / 3, limitNanos), changes);
    }

    /** There is no connection any more. */
    void end() {
        changes++;
    }

    /** The daemon has said something. */
    void heard() {
        heardNanos = eventQueue.now();
    }

    private void checkLater(LinkSilence silence, int connection) {
        eventQueue.after(silence.stepNanos(), () -> check(silence, connection));
    }

    private void check(LinkSilence silence, int connection) {
        if (connection != changes) {
            return;
        }
        checkLater(silence, connection);
        switch (silence.check(eventQueue.now(), heardNanos)) {
            case WAIT -> {}
            case ASK -> ask.run();
            case CLOSE -> close.run();
        }
    }
}
