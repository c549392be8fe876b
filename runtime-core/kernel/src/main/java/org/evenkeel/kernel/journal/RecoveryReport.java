package org.evenkeel.kernel.journal;

import java.util.Optional;

/**
 * What was found when a journal was opened.
 *
 * @param records entries read, live or not
 * @param bytes of all segments
 * @param dropped what the last process was writing when it died, if it did
 */
public record RecoveryReport(int segments, long records, long bytes, Optional<Dropped> dropped) {

    /**
     * Bytes that were cut off: a group that was never said to be durable.
     *
     * @param file where, as {@link Storage#where} spells it
     * @param offset of the first byte that was cut off
     * @param why nothing could be read there
     */
    public record Dropped(String file, long offset, long bytes, String why) {
        @Override
        public String toString() {
            return file + " at offset " + offset + ": " + bytes + " bytes dropped, " + why;
        }
    }
}
