package org.evenkeel.daemon.drive;

/** Runs something later on the event loop. */
public interface TimerSource {

    /** Runs it after the delay. */
    void after(long delayNanos, Runnable runnable);
}
