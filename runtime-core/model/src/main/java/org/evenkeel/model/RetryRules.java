package org.evenkeel.model;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * After which failures a task is run again, and when.
 *
 * @param firstNanos before the first retry; 0 for at once
 * @param factor by which the delay grows from one retry to the next, 1 to 10
 * @param longestNanos longest delay
 * @param only names of classes of exceptions after which it is run again; empty for all
 * @param never the same after which it is not
 */
public record RetryRules(
        long firstNanos, int factor, long longestNanos, List<String> only, List<String> never) {

    /** Longest delay that a program may ask for. */
    public static final long MAX_DELAY_NANOS = TimeUnit.DAYS.toNanos(1);

    /** Greatest factor. */
    public static final int MAX_FACTOR = 10;

    /** Most classes in each list. */
    public static final int MAX_CLASSES = 16;

    /** Longest name of a class, in characters. */
    public static final int MAX_NAME_LENGTH = 256;

    /** At once, after every failure. */
    public static final RetryRules AT_ONCE = new RetryRules(0, 1, 0, List.of(), List.of());

    /** A delay is shorter by up to a quarter, so that tasks that fail together do not return so. */
    private static final int SPREAD = 4;

    private static final int STEPS = 1_024;

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public RetryRules {
        check(
                firstNanos >= 0 && firstNanos <= MAX_DELAY_NANOS,
                "a first delay of " + firstNanos + " ns is not 0 to 1 day");
        check(factor >= 1 && factor <= MAX_FACTOR, "a factor of " + factor + " is not 1 to 10");
        check(
                longestNanos >= firstNanos && longestNanos <= MAX_DELAY_NANOS,
                "a longest delay of " + longestNanos + " ns is not the first one to 1 day");
        only = checked(only);
        never = checked(never);
    }

    private static List<String> checked(List<String> classes) {
        check(
                classes.size() <= MAX_CLASSES,
                classes.size() + " classes of exceptions are more than " + MAX_CLASSES);
        for (String name : classes) {
            check(
                    !name.isEmpty() && name.length() <= MAX_NAME_LENGTH,
                    "the name of a class of exceptions has 1 to 256 characters");
        }
        return List.copyOf(classes);
    }

    private static void check(boolean fine, String message) {
        if (!fine) {
            throw new IllegalArgumentException(message);
        }
    }

    /** Whether every failure is followed by a retry at once. */
    public boolean isAtOnce() {
        return equals(AT_ONCE);
    }

    /** Whether a task is run again that has thrown an exception of this class. */
    public boolean permits(Class<?> thrown) {
        return (only.isEmpty() || isAmong(only, thrown)) && !isAmong(never, thrown);
    }

    private static boolean isAmong(List<String> names, Class<?> thrown) {
        for (Class<?> type = thrown; type != null; type = type.getSuperclass()) {
            if (names.contains(type.getName())) {
                return true;
            }
        }
        return false;
    }

    /**
     * How long to wait before a task is run again.
     *
     * @param failures how often it has failed by now, from 1
     */
    public long delayNanos(TaskId task, int failures) {
        long delay = firstNanos;
        for (int i = 1; i < failures && delay < longestNanos; i++) {
            delay = Math.min(longestNanos, delay * factor);
            if (factor == 1) {
                break;
            }
        }
        int step =
                Math.floorMod(
                        Long.hashCode((task.number() + failures) * 0x9e37_79b9_7f4a_7c15L), STEPS);
        return delay - delay / (SPREAD * STEPS) * step;
    }
}
