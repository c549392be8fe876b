package org.evenkeel.continuations.graph;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Bytes that lie in several places, in their order; some of the places may be arrays of numbers.
 * Nothing is copied until a thread wants them in one place; so no code may change them meanwhile.
 * Safe for many threads.
 */
public final class Pieces {

    /** So much of a place that has no bytes is copied at a time. */
    private static final int CHUNK_BYTES = 64 << 10;

    private final List<MemorySegment> parts;
    private final int size;

    private Pieces(List<MemorySegment> parts) {
        long sum = 0;
        for (MemorySegment part : parts) {
            sum += part.byteSize();
        }
        this.parts = List.copyOf(parts);
        this.size = Math.toIntExact(sum);
    }

    /** Takes bytes one after the other. */
    public interface Taker {
        /**
         * @param bytes what is left in it is to be taken; it is used again afterwards
         */
        void take(ByteBuffer bytes) throws IOException;
    }

    /** These arrays; not copied. */
    public static Pieces of(byte[]... arrays) {
        return new Pieces(Stream.of(arrays).map(array -> MemorySegment.ofArray(array)).toList());
    }

    /** What is left in this buffer; not copied. */
    public static Pieces of(ByteBuffer part) {
        return new Pieces(List.of(MemorySegment.ofBuffer(part)));
    }

    static Pieces of(List<MemorySegment> parts) {
        return new Pieces(parts);
    }

    /** These, and the others behind them. */
    public Pieces then(Pieces others) {
        List<MemorySegment> all = new ArrayList<>(parts);
        all.addAll(others.parts);
        return new Pieces(all);
    }

    public int size() {
        return size;
    }

    /** In how many places they are. */
    public int places() {
        return parts.size();
    }

    /** The large arrays of numbers in it. */
    public List<ReadyArrays.Numbers> numbers() {
        List<ReadyArrays.Numbers> found = new ArrayList<>();
        long at = 0;
        for (MemorySegment part : parts) {
            Object array = part.heapBase().orElse(null);
            int kind = array == null ? 0 : ArrayShape.OfNumbers.kind(array);
            if (kind != 0 && part.byteSize() >= GraphOutput.LONG) {
                found.add(new ReadyArrays.Numbers(at, kind, Math.toIntExact(part.byteSize())));
            }
            at += part.byteSize();
        }
        return found;
    }

    /**
     * Hands all of it over, copied once.
     *
     * @param chunk what it is copied to, as much at a time as that holds
     */
    public void handOver(ByteBuffer chunk, Taker taker) throws IOException {
        MemorySegment copy = MemorySegment.ofBuffer(chunk.clear());
        long filled = 0;
        for (MemorySegment part : parts) {
            long at = 0;
            while (at < part.byteSize()) {
                long length = Math.min(part.byteSize() - at, copy.byteSize() - filled);
                MemorySegment.copy(part, at, copy, filled, length);
                at += length;
                filled += length;
                if (filled == copy.byteSize()) {
                    taker.take(chunk.clear());
                    filled = 0;
                }
            }
        }
        if (filled > 0) {
            taker.take(chunk.clear().limit((int) filled));
        }
    }

    /** Adds all of it to a sum. */
    public void addTo(CRC32C sum) {
        for (MemorySegment part : parts) {
            if (hasBytes(part)) {
                sum.update(part.asByteBuffer());
                continue;
            }
            byte[] chunk = new byte[(int) Math.min(part.byteSize(), CHUNK_BYTES)];
            for (long at = 0; at < part.byteSize(); at += chunk.length) {
                int length = (int) Math.min(chunk.length, part.byteSize() - at);
                MemorySegment.copy(part, at, MemorySegment.ofArray(chunk), 0, length);
                sum.update(chunk, 0, length);
            }
        }
    }

    private static boolean hasBytes(MemorySegment part) {
        return part.isNative() || part.heapBase().orElse(null) instanceof byte[];
    }

    /** All of it in one buffer, to be read; copied if it lies in several places. */
    public ByteBuffer whole() {
        return parts.size() == 1 && hasBytes(parts.getFirst())
                ? parts.getFirst().asByteBuffer()
                : ByteBuffer.wrap(toBytes());
    }

    /** All of it in one array. */
    public byte[] toBytes() {
        byte[] bytes = new byte[size];
        MemorySegment whole = MemorySegment.ofArray(bytes);
        long at = 0;
        for (MemorySegment part : parts) {
            MemorySegment.copy(part, 0, whole, at, part.byteSize());
            at += part.byteSize();
        }
        return bytes;
    }
}
