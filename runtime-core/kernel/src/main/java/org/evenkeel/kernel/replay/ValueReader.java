package org.evenkeel.kernel.replay;

import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.Payload;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link ValueWriter} writes. Only records and enums of Evenkeel are made. Not
 * thread-safe.
 */
final class ValueReader {

    private static final int MAX_DEPTH = 64;
    private static final String OWN = "org.evenkeel.";

    private final List<Class<?>> classes = new ArrayList<>();
    private final Map<Class<?>, Constructor<?>> constructors = new LinkedHashMap<>();

    /**
     * Reads one value.
     *
     * @throws IOException when the bytes are no value
     */
    @Nullable Object read(DataInputStream in) throws IOException {
        return read(in, 0);
    }

    private @Nullable Object read(DataInputStream in, int depth) throws IOException {
        if (depth > MAX_DEPTH) {
            throw new IOException("values are nested too deeply");
        }
        byte kind = in.readByte();
        return switch (kind) {
            case ValueWriter.NULL -> null;
            case ValueWriter.FALSE -> false;
            case ValueWriter.TRUE -> true;
            case ValueWriter.BYTE -> in.readByte();
            case ValueWriter.INT -> in.readInt();
            case ValueWriter.LONG -> in.readLong();
            case ValueWriter.DOUBLE -> in.readDouble();
            case ValueWriter.TEXT -> text(in);
            case ValueWriter.ENUM -> constant(in);
            case ValueWriter.RECORD -> record(in, depth);
            case ValueWriter.LIST -> list(in, depth);
            case ValueWriter.SET -> set(in, depth);
            case ValueWriter.MAP -> map(in, depth);
            case ValueWriter.LONGS -> longs(in);
            case ValueWriter.NO_PAYLOAD -> Payload.NONE;
            default -> throw new IOException("no kind of value: " + kind);
        };
    }

    /** A count that fits what is left of the bytes. */
    private static int count(DataInputStream in, int bytesEach) throws IOException {
        int count = in.readInt();
        if (count < 0 || (long) count * bytesEach > in.available()) {
            throw new IOException(
                    "a length of " + count + " with " + in.available() + " bytes left");
        }
        return count;
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(count(in, 1)), StandardCharsets.UTF_8);
    }

    private static long[] longs(DataInputStream in) throws IOException {
        long[] all = new long[count(in, Long.BYTES)];
        for (int i = 0; i < all.length; i++) {
            all[i] = in.readLong();
        }
        return all;
    }

    private List<@Nullable Object> list(DataInputStream in, int depth) throws IOException {
        int count = count(in, 1);
        List<@Nullable Object> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(read(in, depth + 1));
        }
        return all;
    }

    private Set<@Nullable Object> set(DataInputStream in, int depth) throws IOException {
        return new LinkedHashSet<>(list(in, depth));
    }

    private Map<@Nullable Object, @Nullable Object> map(DataInputStream in, int depth)
            throws IOException {
        List<@Nullable Object> keys = list(in, depth);
        Map<@Nullable Object, @Nullable Object> all = new LinkedHashMap<>();
        for (Object key : keys) {
            all.put(key, read(in, depth + 1));
        }
        return all;
    }

    private Object constant(DataInputStream in) throws IOException {
        Class<?> type = type(in);
        String name = in.readUTF();
        Object[] all = type.getEnumConstants();
        if (all != null) {
            for (Object one : all) {
                if (((Enum<?>) one).name().equals(name)) {
                    return one;
                }
            }
        }
        throw new IOException("no constant " + name + " in " + type.getName());
    }

    private Object record(DataInputStream in, int depth) throws IOException {
        Class<?> type = type(in);
        if (!type.isRecord()) {
            throw new IOException("not a record: " + type.getName());
        }
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new @Nullable Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = read(in, depth + 1);
        }
        try {
            return constructor(type, components).newInstance(values);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException("no " + type.getName() + " of " + Arrays.toString(values), e);
        }
    }

    private Constructor<?> constructor(Class<?> type, RecordComponent[] components)
            throws NoSuchMethodException {
        Constructor<?> known = constructors.get(type);
        if (known == null) {
            known =
                    type.getDeclaredConstructor(
                            Arrays.stream(components)
                                    .map(RecordComponent::getType)
                                    .toArray(Class<?>[]::new));
            known.setAccessible(true);
            constructors.put(type, known);
        }
        return known;
    }

    private Class<?> type(DataInputStream in) throws IOException {
        int number = in.readInt();
        if (number >= 0 && number < classes.size()) {
            return classes.get(number);
        }
        String name = number == -1 ? in.readUTF() : "";
        if (!name.startsWith(OWN)) {
            throw new IOException("not a class of a recording: " + number + " " + name);
        }
        try {
            Class<?> type = Class.forName(name, false, ValueReader.class.getClassLoader());
            classes.add(type);
            return type;
        } catch (ClassNotFoundException e) {
            throw new IOException("this build has no class " + name, e);
        }
    }
}
