package org.evenkeel.daemon.driver;

/** Runs something later on the event loop. */
public interface TimerSource {

    /** Runs it after the delay. */
    void after(long delayNanos, Runnable runnable);
}
