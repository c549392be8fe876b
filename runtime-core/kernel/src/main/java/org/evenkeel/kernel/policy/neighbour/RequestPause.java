package org.evenkeel.kernel.policy.neighbour;

import java.util.concurrent.TimeUnit;

/**
 * How long a node sleeps after a round of questions without a task.
 *
 * @param shortestNanos the first sleep, and the one after a task was found
 * @param longestNanos every fruitless round doubles the sleep up to this
 */
public record RequestPause(long shortestNanos, long longestNanos) {

    /** 1 ms to 1 s: an idle cluster falls silent, a busy one is asked often. */
    public static final RequestPause ADAPTIVE =
            new RequestPause(TimeUnit.MILLISECONDS.toNanos(1), TimeUnit.SECONDS.toNanos(1));

    public RequestPause {
        if (shortestNanos < 1 || longestNanos < shortestNanos) {
            throw new IllegalArgumentException(
                    "lambda from " + shortestNanos + " ns to " + longestNanos + " ns");
        }
    }

    /** Always the same, as in the paper. */
    public static RequestPause fixed(long nanos) {
        return new RequestPause(nanos, nanos);
    }

    /** As written in a configuration. */
    public String spelling() {
        if (equals(ADAPTIVE)) {
            return "adaptive";
        }
        String[] units = {"ns", "us", "ms", "s"};
        int unit = 0;
        long number = shortestNanos;
        while (unit < units.length - 1 && number % 1000 == 0) {
            number /= 1000;
            unit++;
        }
        return number + units[unit];
    }
}
