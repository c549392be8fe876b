package org.evenkeel.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.evenkeel.model.RetryRules;

/**
 * When a task that has failed is run again, and after which exceptions; immutable. How often is
 * {@link TaskOptions#retries}.
 *
 * {@snippet :
 * TaskOptions.DEFAULT.withRetries(
 *         5, RetryPolicy.after(Duration.ofSeconds(1)).only(IOException.class))
 * }
 *
 * <p>The worker compares the class of what the task has thrown, and its superclasses, with the
 * names in the lists. A cause is not looked at. A task that exceeded its time-out counts as {@link
 * TaskTimedOutException}. What is not retried ends at once with its failure. The task's owner keeps
 * the delays; an owner that restarts, leaves or is lost ends the delay early.
 *
 * @param firstDelay before the first retry, 0 to 1 day. Each delay is shorter by up to a quarter,
 *     so that tasks that fail together do not return together
 * @param factor by which the delay grows from one retry to the next, 1 to 10
 * @param longestDelay longest delay, at most 1 day
 * @param only names of classes of exceptions after which a task is run again, at most 16; empty for
 *     all
 * @param never the same after which it is not
 */
public record RetryPolicy(
        Duration firstDelay,
        int factor,
        Duration longestDelay,
        List<String> only,
        List<String> never) {

    private static final Duration MAX_DELAY = Duration.ofNanos(RetryRules.MAX_DELAY_NANOS);
    private static final Duration USUAL_LONGEST = Duration.ofMinutes(5);

    /** At once, after every exception. */
    public static final RetryPolicy AT_ONCE =
            new RetryPolicy(Duration.ZERO, 1, Duration.ZERO, List.of(), List.of());

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RetryPolicy {
        check(
                !firstDelay.isNegative() && firstDelay.compareTo(MAX_DELAY) <= 0,
                "a first delay of " + firstDelay + " is not 0 to 1 day");
        check(
                longestDelay.compareTo(firstDelay) >= 0 && longestDelay.compareTo(MAX_DELAY) <= 0,
                "a longest delay of " + longestDelay + " is not the first one to 1 day");
        RetryRules rules = // checks the rest
                new RetryRules(firstDelay.toNanos(), factor, longestDelay.toNanos(), only, never);
        only = rules.only();
        never = rules.never();
    }

    private static void check(boolean fine, String message) {
        if (!fine) {
            throw new IllegalArgumentException(message);
        }
    }

    /** After a delay that doubles with each retry, up to five minutes, or the first if longer. */
    public static RetryPolicy after(Duration firstDelay) {
        Duration longest = firstDelay.compareTo(USUAL_LONGEST) > 0 ? firstDelay : USUAL_LONGEST;
        return new RetryPolicy(firstDelay, 2, longest, List.of(), List.of());
    }

    /** Returns this policy with another factor; 1 for delays that do not grow. */
    public RetryPolicy withFactor(int value) {
        return new RetryPolicy(firstDelay, value, longestDelay, only, never);
    }

    /** Returns this policy with another longest delay. */
    public RetryPolicy withLongestDelay(Duration value) {
        return new RetryPolicy(firstDelay, factor, value, only, never);
    }

    /**
     * Returns this policy for these exceptions and their subclasses only.
     *
     * @throws IllegalArgumentException if a class is none of exceptions
     */
    public RetryPolicy only(Class<?>... exceptions) {
        return new RetryPolicy(firstDelay, factor, longestDelay, names(exceptions), never);
    }

    /**
     * Returns this policy without these exceptions and their subclasses.
     *
     * @throws IllegalArgumentException if a class is none of exceptions
     */
    public RetryPolicy never(Class<?>... exceptions) {
        return new RetryPolicy(firstDelay, factor, longestDelay, only, names(exceptions));
    }

    private static List<String> names(Class<?>... exceptions) {
        for (Class<?> type : exceptions) {
            check(Throwable.class.isAssignableFrom(type), type.getName() + " is no exception");
        }
        return Arrays.stream(exceptions).map(Class::getName).toList();
    }
}
