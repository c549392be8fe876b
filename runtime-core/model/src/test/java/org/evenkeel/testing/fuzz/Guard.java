package org.evenkeel.testing.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Feeds a target and holds it to its word: declared exceptions only, memory in proportion to the
 * input, time in proportion to what its inputs usually take. The least of some tries counts, for
 * the first ones load classes, into which an agent may weave.
 */
final class Guard {

    /**
     * Processor time that every input may take; the machine may be busy, the clock is not asked.
     */
    private static final long MIN_LIMIT_NANOS = 2_000_000_000L;

    /** Above that, so many times the median. */
    private static final int MEDIANS = 1_000;

    /** So many times the memory is permitted where an agent has woven itself in. */
    private static final int WOVEN = 4;

    private static final int TRIES = 6;
    private static final int REMEMBERED = 101;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final FuzzTarget target;
    private final int times;
    private final long[] latest = new long[REMEMBERED];
    private int fed;

    private Guard(FuzzTarget target, int times) {
        this.target = target;
        this.times = times;
    }

    /** For code as it is. */
    static Guard of(FuzzTarget target) {
        return new Guard(target, 1);
    }

    /** For code in which an agent makes copies of all that is compared. */
    static Guard ofWoven(FuzzTarget target) {
        return new Guard(target, WOVEN);
    }

    private record Cost(long bytes, long nanos) {}

    /** Feeds one input; an {@link AssertionError} says which bound it passes. */
    void feed(byte[] input) {
        Cost cost = measure(input);
        for (int i = 1; isTooMuch(cost, input.length); i++) {
            if (i == TRIES) {
                throw new AssertionError(
                        "%s took %,d bytes and %,d ns for an input of %,d bytes; %,d and %,d are permitted"
                                .formatted(
                                        target.name(),
                                        cost.bytes(),
                                        cost.nanos(),
                                        input.length,
                                        maxBytes(input.length),
                                        maxNanos()));
            }
            cost = measure(input);
        }
        latest[fed++ % REMEMBERED] = cost.nanos();
    }

    private Cost measure(byte[] input) {
        byte[] copy = input.clone();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        try {
            target.feed(copy);
        } catch (Throwable e) {
            if (!isDeclared(e)) {
                throw new AssertionError(target.name() + " does not declare " + e, e);
            }
        }
        return new Cost(
                THREADS.getCurrentThreadAllocatedBytes() - bytes,
                THREADS.getCurrentThreadCpuTime() - nanos);
    }

    private boolean isDeclared(Throwable thrown) {
        return target.declared().stream()
                .anyMatch(type ->
                        RuntimeException.class.isAssignableFrom(type)
                                ? type == thrown.getClass()
                                : type.isInstance(thrown));
    }

    private boolean isTooMuch(Cost cost, int inputBytes) {
        return cost.bytes() > maxBytes(inputBytes)
                || cost.nanos() > MIN_LIMIT_NANOS && cost.nanos() > maxNanos();
    }

    private long maxBytes(int inputBytes) {
        return times * (target.freeBytes() + (long) target.bytesPerByte() * inputBytes);
    }

    private long maxNanos() {
        long[] sorted = Arrays.copyOf(latest, Math.min(fed, REMEMBERED));
        Arrays.sort(sorted);
        long median = sorted.length == 0 ? 0 : sorted[sorted.length / 2];
        return Math.max(MIN_LIMIT_NANOS, MEDIANS * median);
    }
}
