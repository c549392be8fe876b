package org.evenkeel.continuations.graph;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** Arrays. */
abstract class ArrayShape extends Shape {

    /**
     * Of primitives: the values are in the header, as wide as they are and as this machine has
     * them.
     */
    static final class OfNumbers extends ArrayShape {
        private static final String KINDS = "ZCBHIJFD";

        /** The same with the least byte of each value first. */
        private static final String LITTLE_KINDS = "zcbhijfd";

        private static final int[] WIDTHS = {1, 2, 1, 2, 4, 8, 4, 8};

        private static final String KINDS_HERE =
                ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? LITTLE_KINDS : KINDS;

        private static int place(Object array) {
            return switch (array) {
                case boolean[] a -> 0;
                case char[] a -> 1;
                case byte[] a -> 2;
                case short[] a -> 3;
                case int[] a -> 4;
                case long[] a -> 5;
                case float[] a -> 6;
                case double[] a -> 7;
                default -> -1;
            };
        }

        /** The kind of an array that lies in memory as it is written here; 0 of any other. */
        static int kind(Object array) {
            int place = place(array);
            return place > 0 ? KINDS_HERE.charAt(place) : 0;
        }

        /**
         * An array of such a kind.
         *
         * @return null where that is not written as it lies in memory, or has another length
         */
        static @Nullable Object allocate(int kind, int bytes) {
            int place = KINDS_HERE.indexOf(kind);
            if (place <= 0 || bytes < 0 || bytes % WIDTHS[place] != 0) {
                return null;
            }
            int length = bytes / WIDTHS[place];
            return switch (KINDS.charAt(place)) {
                case 'C' -> new char[length];
                case 'B' -> new byte[length];
                case 'H' -> new short[length];
                case 'I' -> new int[length];
                case 'J' -> new long[length];
                case 'F' -> new float[length];
                default -> new double[length];
            };
        }

        @Override
        boolean fits(Object object, Classes classes) {
            return place(object) >= 0;
        }

        @Override
        void writeHeader(Object object, GraphOutput graphOutput) {
            graphOutput.u1(KINDS_HERE.charAt(place(object)));
            graphOutput.count(Array.getLength(object));
            switch (object) {
                case boolean[] a -> {
                    ByteBuffer block = graphOutput.block(a.length);
                    for (boolean each : a) {
                        block.put((byte) (each ? 1 : 0));
                    }
                }
                case char[] a -> graphOutput.array(MemorySegment.ofArray(a));
                case byte[] a -> graphOutput.array(MemorySegment.ofArray(a));
                case short[] a -> graphOutput.array(MemorySegment.ofArray(a));
                case int[] a -> graphOutput.array(MemorySegment.ofArray(a));
                case long[] a -> graphOutput.array(MemorySegment.ofArray(a));
                case float[] a -> graphOutput.array(MemorySegment.ofArray(a));
                default -> graphOutput.array(MemorySegment.ofArray((double[]) object));
            }
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            int kind = graphInput.u1();
            boolean little = LITTLE_KINDS.indexOf(kind) >= 0;
            int place = (little ? LITTLE_KINDS : KINDS).indexOf(kind);
            if (place < 0) {
                throw new DamagedGraph("an array of kind " + kind);
            }
            int length = graphInput.count(WIDTHS[place]);
            ByteBuffer block =
                    graphInput
                            .block(length * WIDTHS[place])
                            .order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            Object ready = ReadyArrays.take(block, kind);
            if (ready != null) {
                return ready;
            }
            return switch (KINDS.charAt(place)) {
                case 'Z' -> {
                    boolean[] array = new boolean[length];
                    for (int i = 0; i < length; i++) {
                        array[i] = block.get() != 0;
                    }
                    yield array;
                }
                case 'C' -> {
                    char[] array = new char[length];
                    block.asCharBuffer().get(array);
                    yield array;
                }
                case 'B' -> {
                    byte[] array = new byte[length];
                    block.get(array);
                    yield array;
                }
                case 'H' -> {
                    short[] array = new short[length];
                    block.asShortBuffer().get(array);
                    yield array;
                }
                case 'I' -> {
                    int[] array = new int[length];
                    block.asIntBuffer().get(array);
                    yield array;
                }
                case 'J' -> {
                    long[] array = new long[length];
                    block.asLongBuffer().get(array);
                    yield array;
                }
                case 'F' -> {
                    float[] array = new float[length];
                    block.asFloatBuffer().get(array);
                    yield array;
                }
                default -> {
                    double[] array = new double[length];
                    block.asDoubleBuffer().get(array);
                    yield array;
                }
            };
        }
    }

    /** Of references. */
    static final class OfObjects extends ArrayShape {
        @Override
        boolean fits(Object object, Classes classes) {
            return object instanceof Object[];
        }

        @Override
        @Nullable Object[] parts(Object object) {
            return (Object[]) object;
        }

        @Override
        void writeHeader(Object object, GraphOutput graphOutput) {
            graphOutput.name(object.getClass().getName());
            graphOutput.count(((Object[]) object).length);
        }

        @Override
        Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
            Class<?> type = classes.load(graphInput.name());
            int length = graphInput.count(1);
            if (!type.isArray() || type.componentType().isPrimitive()) {
                throw new DamagedGraph(type.getName() + " is not an array of objects");
            }
            return Array.newInstance(type.componentType(), length);
        }

        @Override
        void fill(Object object, @Nullable Object body, @Nullable Object[] parts)
                throws DamagedGraph {
            @Nullable Object[] array = (Object[]) object;
            if (array.length != parts.length) {
                throw new DamagedGraph("an array of another length");
            }
            try {
                System.arraycopy(parts, 0, array, 0, parts.length);
            } catch (ArrayStoreException e) {
                throw new DamagedGraph("an array with an element of a wrong type", e);
            }
        }
    }
}
