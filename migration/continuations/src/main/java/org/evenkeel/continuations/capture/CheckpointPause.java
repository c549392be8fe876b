package org.evenkeel.continuations.capture;

/**
 * How long no checkpoint is taken of a task that keeps running, so that checkpoints use about a
 * twentieth of its time.
 *
 * <p>Of two checkpoints in a row, the one that took less counts. A single slow one says little: the
 * first loads the classes, and one on a busy machine waits for a processor.
 */
final class CheckpointPause {
    private static final int TIMES = 20;

    private long lastTookNanos;

    /**
     * The pause after a checkpoint, in nanoseconds; zero after the first.
     *
     * @param tookNanos how long the task was held up by it, by the clock
     */
    long nanosAfter(long tookNanos) {
        long counted = Math.min(tookNanos, lastTookNanos);
        lastTookNanos = tookNanos;
        return TIMES * counted;
    }
}
