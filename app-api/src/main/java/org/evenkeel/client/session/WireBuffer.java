package org.evenkeel.client.session;

import java.util.Arrays;

/**
 * A growing array that protobuf's bytes are put into by hand: the hot frames, without objects in
 * between.
 *
 * <p>Lengths of nested messages are not known when they begin, so they get three bytes (a varint
 * may have leading groups of zeros) that are filled in when the message ends.
 */
final class WireBuffer {

    /** Bytes of a length that is filled in later: up to 2 MiB, above the largest frame. */
    private static final int LENGTH_BYTES = 3;

    /** Field types of protobuf. */
    private static final int VARINT = 0;

    private static final int FIXED64 = 1;
    private static final int DELIMITED = 2;

    private byte[] bytes;
    private int size;

    WireBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * bytes.length));
        }
    }

    /** Begins a frame; the answer is for {@link #endFrame}. */
    int beginFrame() {
        ensure(4);
        size += 4;
        return size;
    }

    void endFrame(int begin) {
        int length = size - begin;
        bytes[begin - 4] = (byte) (length >> 24);
        bytes[begin - 3] = (byte) (length >> 16);
        bytes[begin - 2] = (byte) (length >> 8);
        bytes[begin - 1] = (byte) length;
    }

    /** Begins a nested message; the answer is for {@link #endMessage}. */
    int beginMessage(int field) {
        ensure(8);
        putTag(field, DELIMITED);
        size += LENGTH_BYTES;
        return size;
    }

    void endMessage(int begin) {
        int length = size - begin;
        bytes[begin - 3] = (byte) (length & 0x7f | 0x80);
        bytes[begin - 2] = (byte) (length >> 7 & 0x7f | 0x80);
        bytes[begin - 1] = (byte) (length >> 14 & 0x7f);
    }

    private void putTag(int field, int type) {
        int tag = field << 3 | type;
        if (tag < 0x80) {
            bytes[size++] = (byte) tag;
        } else {
            bytes[size++] = (byte) (tag & 0x7f | 0x80);
            bytes[size++] = (byte) (tag >> 7);
        }
    }

    /** A varint field; left out when 0, as proto3 does. */
    void putVarint(int field, long value) {
        if (value != 0) {
            ensure(12);
            putTag(field, VARINT);
            putRawVarint(value);
        }
    }

    /** A fixed64 field; left out when 0. */
    void putFixed64(int field, long value) {
        if (value != 0) {
            ensure(10);
            putTag(field, FIXED64);
            for (int shift = 0; shift < 64; shift += 8) {
                bytes[size++] = (byte) (value >>> shift);
            }
        }
    }

    void putRawVarint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** A bytes field, written even when empty. */
    void putBytes(int field, byte[] value) {
        ensure(2);
        putTag(field, DELIMITED);
        putRawVarint(value.length);
        putRaw(value, 0, value.length);
    }

    /** The head of a bytes field whose {@code length} bytes the caller puts next. */
    void putBytesHead(int field, int length) {
        ensure(2);
        putTag(field, DELIMITED);
        putRawVarint(length);
        ensure(length);
    }

    void putRaw(byte value) {
        ensure(1);
        bytes[size++] = value;
    }

    void putRaw(byte[] value, int offset, int length) {
        ensure(length);
        System.arraycopy(value, offset, bytes, size, length);
        size += length;
    }
}
