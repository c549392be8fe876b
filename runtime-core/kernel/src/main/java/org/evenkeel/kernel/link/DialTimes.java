package org.evenkeel.kernel.link;

import java.util.concurrent.TimeUnit;

/**
 * Pauses between attempts to connect, and until a process that was lost is looked for.
 *
 * @param firstRetryNanos after the first failure; the pause doubles with each further one
 * @param mostRetryNanos longest pause after a failure
 * @param higherWaitsNanos so much longer the node with the higher name waits
 * @param unreachableEveryNanos between attempts to a node that could not be reached for long
 * @param checkAfterLossNanos from the loss of a link until the process at its end is looked for
 */
public record DialTimes(
        long firstRetryNanos,
        long mostRetryNanos,
        long higherWaitsNanos,
        long unreachableEveryNanos,
        long checkAfterLossNanos) {

    /** Those of daemons: 50 ms doubling to 2 s, 1 s, 30 s, 100 ms. */
    public static final DialTimes USUAL =
            new DialTimes(
                    Backoff.FIRST_NANOS,
                    TimeUnit.SECONDS.toNanos(2),
                    TimeUnit.SECONDS.toNanos(1),
                    TimeUnit.SECONDS.toNanos(30),
                    TimeUnit.MILLISECONDS.toNanos(100));

    public DialTimes {
        if (firstRetryNanos <= 0 || mostRetryNanos < firstRetryNanos) {
            throw new IllegalArgumentException(
                    "the first pause must be positive and at most the longest one, not %s and %s ns"
                            .formatted(firstRetryNanos, mostRetryNanos));
        }
    }
}
