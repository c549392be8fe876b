package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Serialisers of arrays, collections and maps; none allocates ahead of what it has read. */
final class Containers {
    /** Object arrays of one type. */
    static final class OfArray extends Serializer<Object[]> {
        private final Class<?> component;
        private final boolean exact;

        OfArray(Class<?> type) {
            component = type.componentType();
            Class<?> element = AllowList.elementOf(component);
            exact =
                    (Modifier.isFinal(element.getModifiers()) || element.isPrimitive())
                            && !element.isEnum();
        }

        @Override
        public void write(Kryo kryo, Output output, Object[] array) {
            output.writeVarInt(array.length, true);
            for (int i = 0; i < array.length; i++) {
                try {
                    if (exact) {
                        kryo.writeObjectOrNull(output, array[i], component);
                    } else {
                        kryo.writeClassAndObject(output, array[i]);
                    }
                } catch (RefusedTypeException e) {
                    e.addStep("[" + i + "]");
                    throw e;
                }
            }
        }

        @Override
        public Object[] read(Kryo kryo, Input input, Class<? extends Object[]> type) {
            int length = ((BoundedStreams.BoundedInput) input).readLength();
            Object[] array = (Object[]) Array.newInstance(component, length);
            kryo.reference(array);
            for (int i = 0; i < length; i++) {
                array[i] =
                        exact
                                ? kryo.readObjectOrNull(input, component)
                                : kryo.readClassAndObject(input);
            }
            return array;
        }
    }

    private static void writeAll(Kryo kryo, Output output, Collection<?> collection) {
        // Copied first: the size and the elements must agree even when another thread changes it.
        Object[] elements = collection.toArray();
        output.writeVarInt(elements.length, true);
        for (int i = 0; i < elements.length; i++) {
            try {
                kryo.writeClassAndObject(output, elements[i]);
            } catch (RefusedTypeException e) {
                e.addStep("[" + i + "]");
                throw e;
            }
        }
    }

    private static void readAll(Kryo kryo, Input input, Collection<Object> into) {
        int size = ((BoundedStreams.BoundedInput) input).readLength();
        for (int i = 0; i < size; i++) {
            into.add(kryo.readClassAndObject(input));
        }
    }

    /** Collections that are made empty and filled; sorted ones with their comparator. */
    static final class OfCollection extends Serializer<Collection<Object>> {
        private final Function<@Nullable Comparator<Object>, Collection<Object>> maker;
        private final boolean sorted;

        OfCollection(Supplier<? extends Collection<?>> maker) {
            this.maker = none -> cast(maker.get());
            this.sorted = false;
        }

        OfCollection(
                Function<@Nullable Comparator<Object>, Collection<Object>> maker, boolean sorted) {
            this.maker = maker;
            this.sorted = sorted;
        }

        @Override
        public void write(Kryo kryo, Output output, Collection<Object> collection) {
            if (sorted) {
                kryo.writeClassAndObject(output, comparatorOf(collection));
            }
            writeAll(kryo, output, collection);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Collection<Object> read(
                Kryo kryo, Input input, Class<? extends Collection<Object>> type) {
            Comparator<Object> comparator =
                    sorted ? (Comparator<Object>) kryo.readClassAndObject(input) : null;
            Collection<Object> collection = maker.apply(comparator);
            kryo.reference(collection);
            readAll(kryo, input, collection);
            return collection;
        }

        private static @Nullable Object comparatorOf(Collection<Object> collection) {
            return switch (collection) {
                case SortedSet<Object> set -> set.comparator();
                case PriorityQueue<Object> queue -> queue.comparator();
                case PriorityBlockingQueue<Object> queue -> queue.comparator();
                default -> null;
            };
        }
    }

    /** Maps that are made empty and filled; sorted ones with their comparator. */
    static final class OfMap extends Serializer<Map<Object, Object>> {
        private final Function<@Nullable Comparator<Object>, Map<Object, Object>> maker;
        private final boolean sorted;

        OfMap(Supplier<? extends Map<?, ?>> maker) {
            this.maker = none -> castMap(maker.get());
            this.sorted = false;
        }

        OfMap(Function<@Nullable Comparator<Object>, Map<Object, Object>> maker, boolean sorted) {
            this.maker = maker;
            this.sorted = sorted;
        }

        @Override
        public void write(Kryo kryo, Output output, Map<Object, Object> map) {
            if (sorted) {
                kryo.writeClassAndObject(
                        output, map instanceof SortedMap<Object, Object> s ? s.comparator() : null);
            }
            writeEntries(kryo, output, map);
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map<Object, Object> read(
                Kryo kryo, Input input, Class<? extends Map<Object, Object>> type) {
            Comparator<Object> comparator =
                    sorted ? (Comparator<Object>) kryo.readClassAndObject(input) : null;
            Map<Object, Object> map = maker.apply(comparator);
            kryo.reference(map);
            readEntries(kryo, input, map);
            return map;
        }
    }

    static void writeEntries(Kryo kryo, Output output, Map<?, ?> map) {
        List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
        output.writeVarInt(entries.size(), true);
        for (Map.Entry<?, ?> entry : entries) {
            try {
                kryo.writeClassAndObject(output, entry.getKey());
                kryo.writeClassAndObject(output, entry.getValue());
            } catch (RefusedTypeException e) {
                Object key = entry.getKey();
                boolean plain = key instanceof String || key instanceof Number;
                e.addStep(plain ? "[" + key + "]" : "[...]");
                throw e;
            }
        }
    }

    static void readEntries(Kryo kryo, Input input, Map<Object, Object> into) {
        int size = ((BoundedStreams.BoundedInput) input).readLength();
        for (int i = 0; i < size; i++) {
            Object key = kryo.readClassAndObject(input);
            into.put(key, kryo.readClassAndObject(input));
        }
    }

    /**
     * Collections that no caller may change, and views: they travel as copies of the same nature.
     */
    static final class FrozenCollection extends Serializer<Object> {
        private final Function<List<Object>, Object> maker;

        FrozenCollection(Function<List<Object>, Object> maker) {
            super(false, true);
            this.maker = maker;
        }

        @Override
        public void write(Kryo kryo, Output output, Object collection) {
            writeAll(kryo, output, (Collection<?>) collection);
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
            List<Object> elements = new ArrayList<>();
            readAll(kryo, input, elements);
            return maker.apply(elements);
        }
    }

    /** The same for maps. */
    static final class FrozenMap extends Serializer<Object> {
        private final Supplier<Map<Object, Object>> start;
        private final Function<Map<Object, Object>, Object> maker;

        FrozenMap(
                Supplier<Map<Object, Object>> start, Function<Map<Object, Object>, Object> maker) {
            super(false, true);
            this.start = start;
            this.maker = maker;
        }

        @Override
        public void write(Kryo kryo, Output output, Object map) {
            writeEntries(kryo, output, (Map<?, ?>) map);
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
            Map<Object, Object> entries = start.get();
            readEntries(kryo, input, entries);
            return maker.apply(entries);
        }
    }

    /**
     * A collection or map class of the program: it travels like its elements, so it needs a
     * constructor without arguments and may have no fields of its own.
     */
    static Serializer<?> ofUserType(Class<?> type) {
        for (Class<?> c = type;
                c != null && AllowList.permits(c) && c != Object.class;
                c = c.getSuperclass()) {
            for (var field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers())) {
                    throw new RefusedTypeException(
                            type.getName(),
                            "a collection with fields of its own, here " + field.getName());
                }
            }
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return Map.class.isAssignableFrom(type)
                    ? new OfMap(() -> (Map<?, ?>) make(constructor))
                    : new OfCollection(() -> (Collection<?>) make(constructor));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new RefusedTypeException(
                    type.getName(), "a collection without a constructor that takes no arguments");
        }
    }

    private static Object make(Constructor<?> constructor) {
        try {
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new KryoException(constructor + " failed: " + e, e);
        }
    }

    @SuppressWarnings("unchecked")
    static Collection<Object> cast(Collection<?> collection) {
        return (Collection<Object>) collection;
    }

    @SuppressWarnings("unchecked")
    static Map<Object, Object> castMap(Map<?, ?> map) {
        return (Map<Object, Object>) map;
    }
}
