package org.evenkeel.kernel.replay;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.Payload;
import org.evenkeel.model.SessionKey;
import org.jspecify.annotations.Nullable;

/**
 * Writes records, lists, texts and numbers as bytes: each record as the number of its class and its
 * components. A class is named where it first occurs. Payloads are written as {@link
 * RecordedPayload}s, secrets as their hashes. Not thread-safe.
 */
final class ValueWriter {

    static final byte NULL = 0;
    static final byte FALSE = 1;
    static final byte TRUE = 2;
    static final byte INT = 3;
    static final byte LONG = 4;
    static final byte DOUBLE = 5;
    static final byte TEXT = 6;
    static final byte ENUM = 7;
    static final byte RECORD = 8;
    static final byte LIST = 9;
    static final byte SET = 10;
    static final byte MAP = 11;
    static final byte LONGS = 12;
    static final byte NO_PAYLOAD = 13;
    static final byte BYTE = 14;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final Map<Class<?>, Integer> classes = new LinkedHashMap<>();
    private final Map<Class<?>, RecordComponent[]> components = new LinkedHashMap<>();

    /** Adds a value. */
    void write(@Nullable Object value) {
        try {
            add(value);
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("cannot record " + value, e);
        }
    }

    /** What was added since the last call. */
    byte[] take() {
        byte[] all = bytes.toByteArray();
        bytes.reset();
        return all;
    }

    private void add(@Nullable Object value) throws IOException, ReflectiveOperationException {
        switch (value) {
            case null -> out.writeByte(NULL);
            case Boolean flag -> out.writeByte(flag ? TRUE : FALSE);
            case Byte number -> {
                out.writeByte(BYTE);
                out.writeByte(number);
            }
            case Integer number -> {
                out.writeByte(INT);
                out.writeInt(number);
            }
            case Long number -> {
                out.writeByte(LONG);
                out.writeLong(number);
            }
            case Double number -> {
                out.writeByte(DOUBLE);
                out.writeDouble(number);
            }
            case String text -> {
                out.writeByte(TEXT);
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                out.writeInt(utf8.length);
                out.write(utf8);
            }
            case Enum<?> constant -> {
                out.writeByte(ENUM);
                name(constant.getDeclaringClass());
                out.writeUTF(constant.name());
            }
            case Payload payload when Payload.NONE.equals(payload) -> out.writeByte(NO_PAYLOAD);
            case Payload payload -> record(RecordedPayload.of(payload));
            case SessionKey key when !key.isNone() -> record(new SessionKey(1, key.hashCode()));
            case Record record -> record(record);
            case List<?> list -> all(LIST, list);
            case Set<?> set -> all(SET, set);
            case Map<?, ?> map -> {
                all(MAP, map.keySet());
                for (Object each : map.values()) {
                    add(each);
                }
            }
            case long[] numbers -> {
                out.writeByte(LONGS);
                out.writeInt(numbers.length);
                for (long number : numbers) {
                    out.writeLong(number);
                }
            }
            default -> throw new IllegalStateException("no value of a kernel: " + value.getClass());
        }
    }

    private void all(byte kind, Collection<?> values)
            throws IOException, ReflectiveOperationException {
        out.writeByte(kind);
        out.writeInt(values.size());
        for (Object each : values) {
            add(each);
        }
    }

    private void record(Record record) throws IOException, ReflectiveOperationException {
        out.writeByte(RECORD);
        name(record.getClass());
        RecordComponent[] all =
                components.computeIfAbsent(record.getClass(), ValueWriter::componentsOf);
        for (RecordComponent component : all) {
            add(component.getAccessor().invoke(record));
        }
    }

    private static RecordComponent[] componentsOf(Class<?> type) {
        RecordComponent[] all = type.getRecordComponents();
        for (RecordComponent component : all) {
            component.getAccessor().setAccessible(true); // some are nested in what is not public
        }
        return all;
    }

    private void name(Class<?> type) throws IOException {
        Integer known = classes.get(type);
        if (known != null) {
            out.writeInt(known);
            return;
        }
        classes.put(type, classes.size());
        out.writeInt(-1);
        out.writeUTF(type.getName());
    }
}
