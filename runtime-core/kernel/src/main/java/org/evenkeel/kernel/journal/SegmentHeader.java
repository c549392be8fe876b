package org.evenkeel.kernel.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The first bytes of a segment: {@code magic 8 | version 4 | CRC32C 4 | number 8 | cleanedTo 8 |
 * predecessorBytes 8 | predecessorCheck 8}, big-endian.
 *
 * @param cleanedTo segments up to this one hold nothing live, 0 for none
 * @param predecessorBytes length of the segment before, which was complete and forced
 * @param predecessorCheck what {@link RunningCheck} says of it
 */
record SegmentHeader(long number, long cleanedTo, long predecessorBytes, long predecessorCheck) {

    static final int BYTES = 48;
    static final int VERSION = 1;

    private static final long MAGIC = 0x45_56_4b_4a_52_4e_4c_0aL; // "EVKJRNL\n"
    private static final int CRC_AT = 12;

    ByteBuffer encode() {
        ByteBuffer out = ByteBuffer.allocate(BYTES);
        out.putLong(MAGIC).putInt(VERSION).putInt(0);
        out.putLong(number).putLong(cleanedTo).putLong(predecessorBytes).putLong(predecessorCheck);
        out.putInt(CRC_AT, crc(out.array()));
        return out.flip();
    }

    /** The header of this segment in these bytes, null when they are none. */
    static @Nullable SegmentHeader decode(ByteBuffer in, long segment) {
        if (problem(in, segment) != null) {
            return null;
        }
        ByteBuffer fields = in.duplicate().position(in.position() + CRC_AT + Integer.BYTES);
        return new SegmentHeader(
                fields.getLong(), fields.getLong(), fields.getLong(), fields.getLong());
    }

    /** Why these bytes are no header of this segment, null when they are one. */
    static @Nullable String problem(ByteBuffer in, long segment) {
        byte[] bytes = new byte[BYTES];
        in.duplicate().get(bytes);
        ByteBuffer fields = ByteBuffer.wrap(bytes);
        if (fields.getLong() != MAGIC) {
            return "it is no segment of a journal";
        }
        int version = fields.getInt();
        if (fields.getInt() != crc(bytes)) {
            return "its header does not match its CRC32C";
        }
        if (version != VERSION) {
            return "it has format " + version + ", this software reads format " + VERSION;
        }
        long number = fields.getLong();
        return number == segment ? null : "it is segment " + number + " under another name";
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, CRC_AT);
        crc.update(bytes, CRC_AT + Integer.BYTES, BYTES - CRC_AT - Integer.BYTES);
        return (int) crc.getValue();
    }
}
