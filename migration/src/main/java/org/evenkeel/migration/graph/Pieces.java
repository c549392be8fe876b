package org.evenkeel.migration.graph;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes that lie in several places, in their order. Nothing is copied until somebody wants them in
 * one place; so nobody may change them meanwhile. Safe for many threads.
 */
public final class Pieces {
    private final List<ByteBuffer> parts;
    private final int size;

    private Pieces(List<ByteBuffer> parts) {
        long sum = 0;
        for (ByteBuffer part : parts) {
            sum += part.remaining();
        }
        this.parts = List.copyOf(parts);
        this.size = Math.toIntExact(sum);
    }

    /** These arrays; not copied. */
    public static Pieces of(byte[]... arrays) {
        List<ByteBuffer> parts = new ArrayList<>();
        for (byte[] array : arrays) {
            parts.add(ByteBuffer.wrap(array));
        }
        return new Pieces(parts);
    }

    /** What is left in this buffer; not copied. */
    public static Pieces of(ByteBuffer part) {
        return new Pieces(List.of(part.slice()));
    }

    static Pieces of(List<ByteBuffer> parts) {
        return new Pieces(parts);
    }

    /** These, and the others behind them. */
    public Pieces then(Pieces others) {
        List<ByteBuffer> all = new ArrayList<>(parts);
        all.addAll(others.parts);
        return new Pieces(all);
    }

    public int size() {
        return size;
    }

    /** Each piece from its beginning, to be read. */
    public List<ByteBuffer> parts() {
        return parts.stream().map(ByteBuffer::duplicate).toList();
    }

    /** All of it in one buffer, to be read; copied only if it lies in several places. */
    public ByteBuffer whole() {
        return parts.size() == 1 ? parts.getFirst().slice() : ByteBuffer.wrap(toBytes());
    }

    /** All of it in one array. */
    public byte[] toBytes() {
        byte[] bytes = new byte[size];
        int at = 0;
        for (ByteBuffer part : parts()) {
            int length = part.remaining();
            part.get(bytes, at, length);
            at += length;
        }
        return bytes;
    }
}
