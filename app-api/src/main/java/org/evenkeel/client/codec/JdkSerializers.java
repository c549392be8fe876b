package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/** Serialisers of single JDK types that Kryo treats wrongly or only with opened packages. */
final class JdkSerializers {
    /** {@code List.of}, or its twin with nulls that {@code Stream.toList} makes. */
    static Object listOf(List<Object> elements) {
        return elements.contains(null)
                ? Collections.unmodifiableList(elements)
                : List.copyOf(elements);
    }

    static Object arrayBlockingQueue(List<Object> elements) {
        return new ArrayBlockingQueue<>(Math.max(1, elements.size()), false, elements);
    }

    static Object concurrentSet(List<Object> elements) {
        Set<Object> set = ConcurrentHashMap.newKeySet();
        set.addAll(elements);
        return set;
    }

    static Object singletonMap(Map<Object, Object> entries) {
        Map.Entry<Object, Object> only = entries.entrySet().iterator().next();
        return Collections.singletonMap(only.getKey(), only.getValue());
    }

    /** Plain {@code new Object()}, used as a lock or a mark. */
    static final class OfObject extends Serializer<Object> {
        @Override
        public void write(Kryo kryo, Output output, Object object) {}

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
            return new Object();
        }
    }

    /** Boolean arrays; Kryo's serialiser allocates what the length says. */
    static final class OfBooleans extends Serializer<boolean[]> {
        @Override
        public void write(Kryo kryo, Output output, boolean[] array) {
            output.writeVarInt(array.length, true);
            output.writeBooleans(array, 0, array.length);
        }

        @Override
        public boolean[] read(Kryo kryo, Input input, Class<? extends boolean[]> type) {
            return input.readBooleans(input.readVarInt(true));
        }
    }

    /** A value there is only one of. */
    static final class Constant extends ImmutableSerializer<Object> {
        private final Object value;

        Constant(Object value) {
            this.value = value;
        }

        @Override
        public void write(Kryo kryo, Output output, Object object) {}

        @Override
        public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
            return value;
        }
    }

    /** Entries of maps, standing alone. */
    static final class OfEntry extends Serializer<Map.Entry<Object, Object>> {
        interface Maker {
            Map.Entry<Object, Object> make(Object key, Object value);
        }

        private final Maker maker;

        OfEntry(Maker maker) {
            this.maker = maker;
        }

        @Override
        public void write(Kryo kryo, Output output, Map.Entry<Object, Object> entry) {
            kryo.writeClassAndObject(output, entry.getKey());
            kryo.writeClassAndObject(output, entry.getValue());
        }

        @Override
        public Map.Entry<Object, Object> read(
                Kryo kryo, Input input, Class<? extends Map.Entry<Object, Object>> type) {
            Object key = kryo.readClassAndObject(input);
            return maker.make(key, kryo.readClassAndObject(input));
        }
    }

    /** Stack frames. */
    static final class OfStackTraceElement extends ImmutableSerializer<StackTraceElement> {
        @Override
        public void write(Kryo kryo, Output output, StackTraceElement frame) {
            ThrowableCodec.writeFrame(output, frame);
        }

        @Override
        public StackTraceElement read(
                Kryo kryo, Input input, Class<? extends StackTraceElement> type) {
            return ThrowableCodec.readFrame(input);
        }
    }

    /** Enum maps; an empty one tells its key type to nothing but Java's own serialisation. */
    static final class OfEnumMap extends Serializer<EnumMap<?, ?>> {
        @Override
        public void write(Kryo kryo, Output output, EnumMap<?, ?> map) {
            output.writeBoolean(map.isEmpty());
            if (map.isEmpty()) {
                writeJava(output, map);
            } else {
                kryo.writeClass(output, map.keySet().iterator().next().getDeclaringClass());
                Containers.writeEntries(kryo, output, map);
            }
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public EnumMap<?, ?> read(Kryo kryo, Input input, Class<? extends EnumMap<?, ?>> type) {
            if (input.readBoolean()) {
                return (EnumMap<?, ?>) readJava(kryo, input, EnumMap.class);
            }
            Class<?> keys = kryo.readClass(input).getType();
            if (!keys.isEnum()) {
                throw new KryoException(keys.getName() + " is not an enum");
            }
            Map map = new EnumMap(keys);
            kryo.reference(map);
            Containers.readEntries(kryo, input, map);
            return (EnumMap<?, ?>) map;
        }
    }

    /**
     * Types whose state only Java's own serialisation reaches; no other class can hide in the
     * bytes.
     */
    static final class OfJavaSerial extends Serializer<Random> {
        @Override
        public void write(Kryo kryo, Output output, Random object) {
            writeJava(output, object);
        }

        @Override
        public Random read(Kryo kryo, Input input, Class<? extends Random> type) {
            return (Random) readJava(kryo, input, Random.class);
        }
    }

    private static void writeJava(Output output, Object object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new KryoException(e);
        }
        output.writeVarInt(bytes.size(), true);
        output.writeBytes(bytes.toByteArray());
    }

    private static Object readJava(Kryo kryo, Input input, Class<?> expected) {
        byte[] bytes = input.readBytes(input.readVarInt(true));
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes)) {
                    @Override
                    protected Class<?> resolveClass(java.io.ObjectStreamClass descriptor)
                            throws ClassNotFoundException {
                        return Class.forName(descriptor.getName(), false, kryo.getClassLoader());
                    }
                }) {
            in.setObjectInputFilter(info -> filter(info, expected));
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new KryoException(e);
        }
    }

    private static ObjectInputFilter.Status filter(
            ObjectInputFilter.FilterInfo info, Class<?> expected) {
        Class<?> type = info.serialClass();
        boolean fine =
                info.arrayLength() <= 0
                        && info.depth() <= 3
                        && (type == null
                                || type == expected
                                || type == Enum.class
                                || type == Class.class
                                || type.isEnum());
        return fine ? ObjectInputFilter.Status.ALLOWED : ObjectInputFilter.Status.REJECTED;
    }
}
