package org.evenkeel.kernel.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Records as bytes: {@code bodyBytes 4 | CRC32C 4 | type 1 | space 1 | 0 2 | kind 4 | a 8 | b 8 |
 * body | zeros up to a multiple of 8}, big-endian. The CRC32C covers everything else of the record,
 * the number of its segment and its offset there, so that a record counts in its place only.
 *
 * <p>A <em>mark</em> has a = forcedTo, b = cleanedTo and no body. Used by one thread.
 */
final class RecordFormat {

    static final int HEADER_BYTES = 32;
    static final int ALIGNMENT = 8;

    /** Length of a mark. */
    static final int MARK_BYTES = HEADER_BYTES;

    private static final byte MARK = 1;
    private static final byte ENTRY = 2;
    private static final int CRC_AT = 4;
    private static final int AFTER_CRC = 8;

    private final CRC32C crc = new CRC32C();
    private final ByteBuffer place = ByteBuffer.allocate(2 * Long.BYTES);

    /** Length of a record with such a body. */
    static int bytes(int bodyBytes) {
        return HEADER_BYTES + (bodyBytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    static int bytes(Entry entry) {
        return bytes(entry.body().length);
    }

    /** Puts an entry's record where {@code out} stands; returns its check. */
    int putEntry(ByteBuffer out, long segment, long offset, Entry entry) {
        int start = out.position();
        int bytes = bytes(entry);
        Key key = entry.key();
        out.putInt(entry.body().length).putInt(0);
        out.put(ENTRY).put(key.space()).putShort((short) 0).putInt(entry.kind());
        out.putLong(key.a()).putLong(key.b()).put(entry.body());
        while (out.position() < start + bytes) {
            out.put((byte) 0);
        }
        return seal(out, start, bytes, segment, offset);
    }

    /** Puts a mark where {@code out} stands; returns its check. */
    int putMark(ByteBuffer out, long segment, long offset, long forcedTo, long cleanedTo) {
        int start = out.position();
        out.putInt(0).putInt(0).put(MARK).put((byte) 0).putShort((short) 0).putInt(0);
        out.putLong(forcedTo).putLong(cleanedTo);
        return seal(out, start, MARK_BYTES, segment, offset);
    }

    private int seal(ByteBuffer out, int start, int bytes, long segment, long offset) {
        int check = check(out, start, bytes, segment, offset);
        out.putInt(start + CRC_AT, check);
        return check;
    }

    private int check(ByteBuffer in, int start, int bytes, long segment, long offset) {
        crc.reset();
        crc.update(place.clear().putLong(segment).putLong(offset).flip());
        crc.update(in.duplicate().limit(start + CRC_AT).position(start));
        crc.update(in.duplicate().limit(start + bytes).position(start + AFTER_CRC));
        return (int) crc.getValue();
    }

    /** Length of the record whose header begins here, -1 when no record is so long. */
    static int announced(ByteBuffer header, int maxBodyBytes) {
        int body = header.getInt(header.position());
        return body < 0 || body > maxBodyBytes ? -1 : bytes(body);
    }

    /** The record that begins where {@code in} stands and is that long, null when it is none. */
    @Nullable LocatedRecord get(ByteBuffer in, int bytes, long segment, long offset) {
        int start = in.position();
        int check = in.getInt(start + CRC_AT);
        if (check != check(in, start, bytes, segment, offset)) {
            return null;
        }
        int body = in.getInt(start);
        byte type = in.get(start + AFTER_CRC);
        long a = in.getLong(start + 16);
        long b = in.getLong(start + 24);
        if (type == MARK && body == 0) {
            return new LocatedRecord.Mark(offset, bytes, check, a, b);
        }
        int kind = in.getInt(start + 12);
        if (type != ENTRY || kind < 0) {
            return null;
        }
        byte[] content = new byte[body];
        in.get(start + HEADER_BYTES, content);
        Key key = new Key(in.get(start + AFTER_CRC + 1), a, b);
        return new LocatedRecord.Written(offset, bytes, check, new Entry(key, kind, content));
    }
}
