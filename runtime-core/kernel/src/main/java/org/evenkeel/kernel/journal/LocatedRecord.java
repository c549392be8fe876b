package org.evenkeel.kernel.journal;

/** A whole record at its place in a segment. */
sealed interface LocatedRecord {

    long offset();

    /** Length of the record. */
    int bytes();

    /** Its CRC32C. */
    int check();

    /**
     * Tells what was known when it was written.
     *
     * @param forcedTo everything before this offset of the segment is forced
     * @param cleanedTo segments up to this one hold nothing live, 0 for none
     */
    record Mark(long offset, int bytes, int check, long forcedTo, long cleanedTo)
            implements LocatedRecord {}

    /** An entry. */
    record Written(long offset, int bytes, int check, Entry entry) implements LocatedRecord {}
}
