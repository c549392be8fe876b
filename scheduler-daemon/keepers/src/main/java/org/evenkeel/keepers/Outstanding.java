package org.evenkeel.keepers;

import java.util.concurrent.atomic.AtomicLong;

/** Bounds the bytes of proposals that are on their way. Any thread may use it. */
final class Outstanding {

    /** What a proposal takes besides its entry: the request, its thread, what awaits the answer. */
    static final int OVERHEAD_BYTES = 4 << 10;

    private final long limitBytes;
    private final AtomicLong bytes = new AtomicLong();

    Outstanding(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Takes room for one; false if there is not enough. */
    boolean take(int entryBytes) {
        long wanted = (long) entryBytes + OVERHEAD_BYTES;
        if (bytes.addAndGet(wanted) <= limitBytes) {
            return true;
        }
        bytes.addAndGet(-wanted);
        return false;
    }

    /** Gives the room of one back. */
    void give(int entryBytes) {
        bytes.addAndGet(-((long) entryBytes + OVERHEAD_BYTES));
    }

    long bytes() {
        return bytes.get();
    }
}
