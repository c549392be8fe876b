package org.evenkeel.continuations.graph;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Large arrays of numbers that were made and filled while the file that they are in was still
 * coming. Where the same bytes of the file are read as such an array, this one is taken.
 */
public final class ReadyArrays {

    private static final ScopedValue<ReadyArrays> HERE = ScopedValue.newInstance();

    private final Map<Long, ArrayPosition> places = new HashMap<>();

    /** Where the file is mapped. */
    private long base;

    /**
     * Where an array lies in a file.
     *
     * @param offset from the beginning of the file
     * @param kind as checkpoints name kinds of arrays
     * @param bytes that it has
     */
    public record Numbers(long offset, int kind, int bytes) {
        /** Whether it is inside a file of so many bytes. */
        public boolean isIn(long size) {
            return offset >= 0 && bytes >= 0 && offset <= size - bytes;
        }
    }

    private record ArrayPosition(Numbers where, Object array, MemorySegment memory) {}

    /**
     * Makes the arrays, empty still.
     *
     * @param wanted those that this machine would read in another way are left out
     */
    public ReadyArrays(List<Numbers> wanted) {
        for (Numbers where : wanted) {
            Object array = ArrayShape.OfNumbers.allocate(where.kind(), where.bytes());
            if (array != null) {
                places.put(where.offset(), new ArrayPosition(where, array, memory(array)));
            }
        }
    }

    private static MemorySegment memory(Object array) {
        return switch (array) {
            case char[] a -> MemorySegment.ofArray(a);
            case byte[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            default -> MemorySegment.ofArray((double[]) array);
        };
    }

    /**
     * Puts a part of the file into those that it belongs to.
     *
     * @param at where it is in the file
     */
    public void fill(long at, MemorySegment part) {
        for (ArrayPosition place : places.values()) {
            long from = Math.max(at, place.where().offset());
            long to =
                    Math.min(at + part.byteSize(), place.where().offset() + place.where().bytes());
            if (from < to) {
                MemorySegment.copy(
                        part, from - at, place.memory(), from - place.where().offset(), to - from);
            }
        }
    }

    /** Whether these arrays are at the same places, with the same in them. */
    public boolean isSame(ReadyArrays others) {
        return places.keySet().equals(others.places.keySet())
                && places.entrySet().stream()
                        .allMatch(each ->
                                each.getValue()
                                                .memory()
                                                .mismatch(
                                                        Objects.requireNonNull(
                                                                        others.places.get(
                                                                                each.getKey()))
                                                                .memory())
                                        < 0);
    }

    /**
     * Reads something of the file, with these arrays.
     *
     * @param file all of it, in memory of the system
     */
    public <T extends @Nullable Object> T whileReading(ByteBuffer file, Callable<T> reading)
            throws Exception {
        base = MemorySegment.ofBuffer(file).address();
        return ScopedValue.where(HERE, this).call(reading::call);
    }

    /**
     * The array that these bytes are, if it is ready; once.
     *
     * @param block in memory
     */
    static @Nullable Object take(ByteBuffer block, int kind) {
        if (!HERE.isBound() || !block.isDirect()) {
            return null;
        }
        ReadyArrays ready = HERE.get();
        long offset = MemorySegment.ofBuffer(block).address() - ready.base;
        ArrayPosition place = ready.places.get(offset);
        if (place == null
                || place.where().kind() != kind
                || place.where().bytes() != block.remaining()) {
            return null;
        }
        ready.places.remove(offset);
        return place.array();
    }
}
