package org.evenkeel.migration.graph;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Arrays. */
abstract class ArrayShape extends Shape {

    @Override
    final Object allocate(Object header) {
        return header;
    }

    /** Of primitives: the values are in the header, as wide as they are. */
    static final class OfNumbers extends ArrayShape {
        private static final String KINDS = "ZCBHIJFD";
        private static final int[] WIDTHS = {1, 2, 1, 2, 4, 8, 4, 8};

        private static char kind(Object array) {
            return switch (array) {
                case boolean[] a -> 'Z';
                case char[] a -> 'C';
                case byte[] a -> 'B';
                case short[] a -> 'H';
                case int[] a -> 'I';
                case long[] a -> 'J';
                case float[] a -> 'F';
                case double[] a -> 'D';
                default -> '-';
            };
        }

        @Override
        boolean fits(Object object, Classes classes) {
            return kind(object) != '-';
        }

        @Override
        void writeHeader(Object object, Out out) {
            char kind = kind(object);
            out.u1(kind);
            int length = Array.getLength(object);
            out.count(length);
            long bytes = (long) length * WIDTHS[KINDS.indexOf(kind)];
            ByteBuffer block = out.block((int) Math.min(Integer.MAX_VALUE, bytes));
            switch (object) {
                case boolean[] a -> {
                    for (boolean each : a) {
                        block.put((byte) (each ? 1 : 0));
                    }
                }
                case char[] a -> block.asCharBuffer().put(a);
                case byte[] a -> block.put(a);
                case short[] a -> block.asShortBuffer().put(a);
                case int[] a -> block.asIntBuffer().put(a);
                case long[] a -> block.asLongBuffer().put(a);
                case float[] a -> block.asFloatBuffer().put(a);
                default -> block.asDoubleBuffer().put((double[]) object);
            }
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            int kind = in.u1();
            int place = KINDS.indexOf(kind);
            if (place < 0) {
                throw new DamagedGraph("an array of kind " + kind);
            }
            int length = in.count(WIDTHS[place]);
            ByteBuffer block = in.block(length * WIDTHS[place]);
            return switch (kind) {
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
        void writeHeader(Object object, Out out) {
            out.name(object.getClass().getName());
            out.count(((Object[]) object).length);
        }

        @Override
        Object readHeader(In in, Classes classes) throws DamagedGraph {
            Class<?> type = classes.load(in.name());
            int length = in.count(1);
            if (!type.isArray() || type.componentType().isPrimitive()) {
                throw new DamagedGraph(type.getName() + " is no array of objects");
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
                throw new DamagedGraph("an array with what does not belong there", e);
            }
        }
    }
}
