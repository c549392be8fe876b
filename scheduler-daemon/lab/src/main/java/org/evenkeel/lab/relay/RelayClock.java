package org.evenkeel.lab.relay;

import java.time.Duration;

/** The time of a {@link RelayDirection}. */
interface RelayClock {

    /** That of this machine. */
    RelayClock SYSTEM =
            new RelayClock() {
                @Override
                public long nanos() {
                    return System.nanoTime();
                }

                @Override
                public void awaitNanos(long due) throws InterruptedException {
                    long left = due - System.nanoTime();
                    if (left > 0) {
                        Thread.sleep(Duration.ofNanos(left));
                    }
                }
            };

    /** Now, from any beginning. */
    long nanos();

    /** Returns when {@link #nanos} has come to this. */
    void awaitNanos(long due) throws InterruptedException;
}
