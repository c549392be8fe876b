package org.evenkeel.wire;

/**
 * Says when a writer must begin a new frame, so that none passes {@link
 * WireLimits#MAX_FRAME_BYTES}.
 */
final class FrameBatch {

    /** What an entry costs beside its payload and texts: ids, grants, sizes, tags. */
    private static final int ENTRY_BYTES = 96;

    /** UTF-8 takes at most three bytes for one char. */
    private static final int BYTES_PER_CHAR = 3;

    private int entries;
    private long bytes;

    /** Whether an entry of this size goes into the frame in hand. */
    boolean fits(long payloadBytes, int textLength) {
        return entries == 0
                || entries < WireLimits.BATCH_TASKS
                        && bytes + cost(payloadBytes, textLength)
                                <= WireLimits.BATCH_BYTES + WireLimits.MAX_INLINE_BYTES;
    }

    void add(long payloadBytes, int textLength) {
        entries++;
        bytes += cost(payloadBytes, textLength);
    }

    boolean isEmpty() {
        return entries == 0;
    }

    void clear() {
        entries = 0;
        bytes = 0;
    }

    private static long cost(long payloadBytes, int textLength) {
        return payloadBytes + (long) BYTES_PER_CHAR * textLength + ENTRY_BYTES;
    }
}
