package org.evenkeel.kernel.keepers;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Writes numbers, big-endian, and names with their length in front. Used by one thread. */
final class FieldWriter {

    private final ByteBuffer out;

    /**
     * @param maxBytes how much may be written
     */
    FieldWriter(int maxBytes) {
        this.out = ByteBuffer.allocate(maxBytes);
    }

    FieldWriter int8(int value) {
        out.put((byte) value);
        return this;
    }

    FieldWriter int32(int value) {
        out.putInt(value);
        return this;
    }

    FieldWriter int64(long value) {
        out.putLong(value);
        return this;
    }

    /** A name of at most 255 ASCII characters. */
    FieldWriter name(String name) {
        byte[] ascii = name.getBytes(StandardCharsets.US_ASCII);
        out.put((byte) ascii.length).put(ascii);
        return this;
    }

    FieldWriter process(ProcessId process) {
        return name(process.node().name()).int64(process.incarnation());
    }

    /** The CRC32C of all bytes before it. */
    FieldWriter check() {
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, out.position());
        out.putInt((int) crc.getValue());
        return this;
    }

    /** What was written. */
    byte[] bytes() {
        return Arrays.copyOf(out.array(), out.position());
    }
}
