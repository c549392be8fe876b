package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the oldest segment and finds what is still live in it.
 *
 * <p>States: {@code IDLE -> begin -> READING -> step… -> DONE -> reset -> IDLE}. DONE: every live
 * entry of the segment was handed on; once those are forced the segment holds nothing that counts.
 */
final class Cleaner {

    private final Storage storage;
    private final int maxBodyBytes;
    private @Nullable SegmentReader reader;
    private long segment;
    private boolean done;

    Cleaner(Storage storage, int maxBodyBytes) {
        this.storage = storage;
        this.maxBodyBytes = maxBodyBytes;
    }

    boolean isIdle() {
        return reader == null;
    }

    boolean isDone() {
        return done;
    }

    /** The segment that is read, 0 when idle. */
    long segment() {
        return segment;
    }

    void begin(long oldest, long size) throws IOException, JournalDamagedException {
        SegmentReader begun = new SegmentReader(storage, oldest, size, maxBodyBytes);
        if (begun.header() == null) {
            throw damaged(oldest, 0, String.valueOf(begun.problem()));
        }
        reader = begun;
        segment = oldest;
        done = false;
    }

    /** Reads on, at least one record; hands on live entries. */
    void step(int maxBytes, LiveIndex index, Consumer<Entry> live)
            throws IOException, JournalDamagedException {
        SegmentReader reading = reader;
        if (reading == null || done) {
            return;
        }
        long until = reading.offset() + maxBytes;
        while (reading.offset() < until) {
            LocatedRecord locatedRecord = reading.next();
            if (locatedRecord == null) {
                if (reading.problem() != null) {
                    throw damaged(segment, reading.offset(), reading.problem());
                }
                done = true;
                return;
            }
            if (locatedRecord instanceof LocatedRecord.Written written
                    && index.isLive(written.entry(), segment, written.offset())) {
                live.accept(written.entry());
            }
        }
    }

    void reset() {
        reader = null;
        segment = 0;
        done = false;
    }

    private JournalDamagedException damaged(long number, long offset, String what) {
        return new JournalDamagedException(storage.where(SegmentName.of(number)), offset, what);
    }
}
