package org.evenkeel.kernel.journal;

/**
 * Bounds of a journal, bytes.
 *
 * @param segmentBytes a group that would make a segment longer goes into the next one
 * @param groupBytes longest group; a segment is at most this much longer than segmentBytes
 * @param bodyBytes longest body of an entry
 * @param cleanAboveBytes a journal smaller than this is never cleaned
 * @param reserveBytes given up when the disk is full, so that the last words find room; 0 for none
 */
public record JournalSettings(
        long segmentBytes, int groupBytes, int bodyBytes, long cleanAboveBytes, long reserveBytes) {

    /** 16 MiB segments, groups up to 4 MiB, bodies up to 1 MiB, cleaned above 32 MiB. */
    public static final JournalSettings DEFAULT =
            new JournalSettings(16L << 20, 4 << 20, 1 << 20, 32L << 20, 4L << 20);

    public JournalSettings {
        if (segmentBytes <= 0 || bodyBytes <= 0 || cleanAboveBytes < 0 || reserveBytes < 0) {
            throw new IllegalArgumentException("a limit of the journal is not positive");
        }
        if (groupBytes < RecordFormat.MARK_BYTES + RecordFormat.bytes(bodyBytes)) {
            throw new IllegalArgumentException(
                    "a group of %s bytes cannot hold an entry of %s bytes"
                            .formatted(groupBytes, bodyBytes));
        }
    }
}
