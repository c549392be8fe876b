package org.evenkeel.wire;

/**
 * How often it is told that a file grows: each time that so much more is there, and some sixty
 * times in all where it is large. The first word is not held back for the sake of the size.
 *
 * @param leastBytes that are told of, bytes
 */
public record GrowthSteps(long leastBytes) {

    private static final int MOST_STEPS = 64;

    /**
     * Whether it is time to tell again.
     *
     * @param told what was told last, 0 if nothing was, bytes
     * @param written what is there, bytes
     * @param size of the whole, bytes
     */
    public boolean isDue(long told, long written, long size) {
        long step = told == 0 ? leastBytes : Math.max(leastBytes, size / MOST_STEPS);
        return written - told >= step;
    }
}
