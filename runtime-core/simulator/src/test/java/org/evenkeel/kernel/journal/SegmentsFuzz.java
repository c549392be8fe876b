package org.evenkeel.kernel.journal;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.evenkeel.testing.fuzz.Chunks;
import org.evenkeel.testing.fuzz.FuzzTarget;

/**
 * Any bytes as segments 1, 2, ... of a journal. When the first byte is odd every CRC32C is made
 * right, so that more than it is tried.
 */
public final class SegmentsFuzz implements FuzzTarget {

    private static final int HEADER_CRC_AT = 12;

    @Override
    public List<Class<? extends Exception>> declared() {
        return List.of(JournalDamagedException.class);
    }

    @Override
    public long freeBytes() {
        return 4 << 20;
    }

    @Override
    public void feed(byte[] input) throws Exception {
        if (input.length == 0) {
            return;
        }
        Map<String, byte[]> files = new TreeMap<>();
        long segment = 0;
        for (byte[] bytes : Chunks.of(Arrays.copyOfRange(input, 1, input.length))) {
            segment++;
            if ((input[0] & 1) == 1) {
                seal(bytes, segment);
            }
            files.put(SegmentName.of(segment), bytes);
        }
        FuzzedStorage.open(files);
    }

    private static void seal(byte[] segment, long number) {
        if (segment.length < SegmentHeader.BYTES) {
            return;
        }
        ByteBuffer bytes = ByteBuffer.wrap(segment);
        CRC32C crc = new CRC32C();
        crc.update(segment, 0, HEADER_CRC_AT);
        int fields = HEADER_CRC_AT + Integer.BYTES;
        crc.update(segment, fields, SegmentHeader.BYTES - fields);
        bytes.putInt(HEADER_CRC_AT, (int) crc.getValue());
        int at = SegmentHeader.BYTES;
        while (at + RecordFormat.HEADER_BYTES <= segment.length) {
            int length =
                    RecordFormat.announced(bytes.position(at), FuzzedStorage.SETTINGS.bodyBytes());
            if (length < 0 || at + length > segment.length) {
                return;
            }
            crc.reset();
            crc.update(ByteBuffer.allocate(16).putLong(number).putLong(at).flip());
            crc.update(segment, at, Integer.BYTES);
            crc.update(segment, at + 8, length - 8);
            bytes.putInt(at + Integer.BYTES, (int) crc.getValue());
            at += length;
        }
    }
}
