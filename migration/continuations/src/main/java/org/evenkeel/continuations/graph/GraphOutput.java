package org.evenkeel.continuations.graph;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Bytes that grow, up to a bound. What is long is kept apart, so that growing copies none of it.
 */
public final class GraphOutput {

    /** What is longer is kept apart; before, it is seen whether there is memory for it. */
    static final int LONG = 1 << 20;

    private final int maxBytes;
    private final List<MemorySegment> full = new ArrayList<>();
    private int fullBytes;
    private final Map<String, Integer> names = new HashMap<>();
    private byte[] bytes = new byte[512];
    private int size;

    public GraphOutput(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /**
     * @throws TooLarge beyond the bound
     */
    private void room(int more) {
        requireRoom(more);
        if (more <= bytes.length - size) {
            return;
        }
        if (more >= LONG || size >= LONG) {
            requireMemory(more);
            fill();
            bytes = new byte[Math.max(more, LONG)];
        } else {
            bytes = Arrays.copyOf(bytes, Math.max(2 * size, size + more));
        }
    }

    private void requireRoom(long more) {
        if (more > maxBytes - size()) {
            throw new TooLarge("the task's state exceeds " + maxBytes + " bytes");
        }
    }

    private void fill() {
        full.add(MemorySegment.ofArray(size == bytes.length ? bytes : Arrays.copyOf(bytes, size)));
        fullBytes += size;
        size = 0;
    }

    /** Without memory for it the JVM would end. */
    private void requireMemory(int more) {
        long wanted = (long) more + LONG;
        if (wanted > free()) {
            System.gc();
            if (wanted > free()) {
                throw new TooLarge(
                        "suspending it needs %s bytes of heap, %s are free"
                                .formatted(wanted, free()));
            }
        }
    }

    private static long free() {
        Runtime jvm = Runtime.getRuntime();
        return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory();
    }

    public int size() {
        return fullBytes + size;
    }

    public void u1(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    /** A number that is mostly small and never negative. */
    public void count(int value) {
        unsigned(value & 0xffff_ffffL);
    }

    private void unsigned(long value) {
        room(10);
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    /** A number that is mostly near zero. */
    public void number(long value) {
        unsigned(value << 1 ^ value >> 63);
    }

    public void u4(int value) {
        room(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    public void u8(long value) {
        room(8);
        for (int shift = 56; shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (value >> shift);
        }
    }

    /** Text of any characters, lone surrogates included. */
    public void text(String value) {
        boolean latin = value.chars().allMatch(c -> c < 256);
        if (latin) {
            byte[] chars = value.getBytes(StandardCharsets.ISO_8859_1);
            unsigned((long) chars.length << 1);
            raw(chars);
        } else {
            unsigned((long) value.length() << 1 | 1);
            room(Math.multiplyExact(2, value.length()));
            for (int i = 0; i < value.length(); i++) {
                bytes[size++] = (byte) (value.charAt(i) >> 8);
                bytes[size++] = (byte) value.charAt(i);
            }
        }
    }

    /** A name that comes often: the text once, then its number. */
    public void name(String value) {
        Integer known = names.putIfAbsent(value, names.size() + 1);
        if (known == null) {
            count(0);
            text(value);
        } else {
            count(known);
        }
    }

    public void raw(byte[] value) {
        room(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
    }

    /**
     * The bytes of an array as they lie in memory. A long one is not copied: no code may change it
     * until all was read.
     */
    void array(MemorySegment array) {
        long length = array.byteSize();
        if (length < LONG) {
            room((int) length);
            MemorySegment.copy(array, 0, MemorySegment.ofArray(bytes), size, length);
            size += (int) length;
            return;
        }
        requireRoom(length);
        boolean given = size == bytes.length;
        fill();
        if (given) {
            bytes = new byte[512];
        }
        full.add(array);
        fullBytes += (int) length;
    }

    /** Room for this many bytes, to be filled by the caller right away. */
    ByteBuffer block(int length) {
        room(length);
        ByteBuffer block = ByteBuffer.wrap(bytes, size, length);
        size += length;
        return block;
    }

    /** All of it, not copied; nothing may be added any more. */
    public Pieces pieces() {
        List<MemorySegment> parts = new ArrayList<>(full);
        parts.add(MemorySegment.ofArray(bytes).asSlice(0, size));
        return Pieces.of(parts);
    }

    public byte[] toBytes() {
        return pieces().toBytes();
    }

    /** The bound is reached. */
    public static final class TooLarge extends RuntimeException {
        TooLarge(String why) {
            super(why);
        }
    }
}
