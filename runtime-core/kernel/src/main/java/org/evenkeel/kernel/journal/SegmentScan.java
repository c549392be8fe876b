package org.evenkeel.kernel.journal;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What a segment holds, as far as it can be read.
 *
 * @param size of the file
 * @param header null when there is none
 * @param end where the last whole record ends
 * @param check sums up all records before the end
 * @param records entries before the end
 * @param forcedTo everything before this was forced, as the marks say, those behind the end too
 * @param cleanedTo segments up to this one hold nothing live
 * @param problem why nothing is read behind the end, null when the file ends there
 */
record SegmentScan(
        long number,
        long size,
        @Nullable SegmentHeader header,
        long end,
        RunningCheck check,
        long records,
        long forcedTo,
        long cleanedTo,
        @Nullable String problem) {

    /** Sees the entries in their order. */
    interface Visitor {
        void found(long segment, LocatedRecord.Written record);
    }

    static SegmentScan of(Storage storage, long number, int maxBodyBytes, Visitor visitor)
            throws IOException {
        long size = storage.size(SegmentName.of(number));
        SegmentReader reader = new SegmentReader(storage, number, size, maxBodyBytes);
        SegmentHeader header = reader.header();
        if (header == null) {
            return new SegmentScan(
                    number, size, null, 0, reader.check(), 0, 0, 0, reader.problem());
        }
        long records = 0;
        long forcedTo = 0;
        long cleanedTo = header.cleanedTo();
        for (LocatedRecord locatedRecord = reader.next();
                locatedRecord != null;
                locatedRecord = reader.next()) {
            switch (locatedRecord) {
                case LocatedRecord.Mark mark -> {
                    forcedTo = Math.max(forcedTo, mark.forcedTo());
                    cleanedTo = Math.max(cleanedTo, mark.cleanedTo());
                }
                case LocatedRecord.Written written -> {
                    records++;
                    visitor.found(number, written);
                }
            }
        }
        String problem = reader.problem();
        if (problem != null) {
            forcedTo = Math.max(forcedTo, reader.forcedToBehind(reader.offset()));
        }
        return new SegmentScan(
                number,
                size,
                header,
                reader.offset(),
                reader.check(),
                records,
                forcedTo,
                cleanedTo,
                problem);
    }

    String file() {
        return SegmentName.of(number);
    }

    /** Whether the file breaks off where it was being made: no record was ever in it. */
    boolean isUnborn() {
        return header == null && size <= SegmentHeader.BYTES;
    }

    /** Whether something is wrong in what was safely written. */
    boolean isDamaged() {
        return header == null ? !isUnborn() : problem != null && forcedTo > end;
    }

    /** Whether the file continues behind the last whole record. */
    boolean isTorn() {
        return header != null && problem != null;
    }
}
