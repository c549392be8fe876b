package org.evenkeel.examples.bench;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Large arrays of numbers, and how they go through a plain channel. */
final class LargeArray {

    /** As much at a time as the processor's caches hold. */
    private static final int CHUNK_BYTES = 256 << 10;

    private LargeArray() {}

    /**
     * One with random numbers.
     *
     * @param kind of its elements: byte, long or double
     */
    static Object random(String kind, int bytes) {
        SplittableRandom random = new SplittableRandom(bytes);
        Object array = allocate(kind, bytes);
        switch (array) {
            case byte[] each -> random.nextBytes(each);
            case long[] each -> Arrays.setAll(each, i -> random.nextLong());
            default -> Arrays.setAll((double[]) array, i -> random.nextDouble());
        }
        return array;
    }

    /** One with zeros. */
    static Object allocate(String kind, int bytes) {
        return switch (kind) {
            case "byte" -> new byte[bytes];
            case "long" -> new long[bytes / Long.BYTES];
            default -> new double[bytes / Double.BYTES];
        };
    }

    static int hash(Object array) {
        return switch (array) {
            case byte[] bytes -> Arrays.hashCode(bytes);
            case long[] longs -> Arrays.hashCode(longs);
            default -> Arrays.hashCode((double[]) array);
        };
    }

    private static MemorySegment memory(Object array) {
        return switch (array) {
            case byte[] bytes -> MemorySegment.ofArray(bytes);
            case long[] longs -> MemorySegment.ofArray(longs);
            default -> MemorySegment.ofArray((double[]) array);
        };
    }

    /** Writes all of it. */
    static void send(Object array, WritableByteChannel to) throws IOException {
        MemorySegment from = memory(array);
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        for (long at = 0; at < from.byteSize(); at += chunk.limit()) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, from.byteSize() - at));
            MemorySegment.ofBuffer(chunk).copyFrom(from.asSlice(at, chunk.limit()));
            while (chunk.hasRemaining()) {
                to.write(chunk);
            }
        }
    }

    /** Fills all of it. */
    static void receive(Object array, ReadableByteChannel from) throws IOException {
        MemorySegment to = memory(array);
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
        long at = 0;
        while (at < to.byteSize()) {
            chunk.clear().limit((int) Math.min(CHUNK_BYTES, to.byteSize() - at));
            if (from.read(chunk) < 0) {
                throw new EOFException("the sender has gone");
            }
            chunk.flip();
            MemorySegment.copy(MemorySegment.ofBuffer(chunk), 0, to, at, chunk.limit());
            at += chunk.limit();
        }
    }
}
