package org.evenkeel.recorder.report;

import java.util.Arrays;

/** Numbers in as few bytes as they need, seven bits each, the lowest first. */
final class ByteWriter {

    private byte[] bytes;
    private int size;

    /**
     * @param bytes that are expected
     */
    ByteWriter(int bytes) {
        this.bytes = new byte[bytes];
    }

    /** Writes a number that is not negative. */
    void number(long value) {
        if (size + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + 10);
        }
        long left = value;
        while (left > 0x7f || left < 0) {
            bytes[size++] = (byte) ((left & 0x7f) | 0x80);
            left >>>= 7;
        }
        bytes[size++] = (byte) left;
    }

    /** Writes any number: doubled; a negative one doubled, negated, less 1. */
    void signed(long value) {
        number((value << 1) ^ (value >> 63));
    }

    /** These bytes with those of another one behind them. */
    byte[] with(ByteWriter other) {
        byte[] all = Arrays.copyOf(bytes, size + other.size);
        System.arraycopy(other.bytes, 0, all, size, other.size);
        return all;
    }
}
