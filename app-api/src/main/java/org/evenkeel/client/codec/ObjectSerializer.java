package org.evenkeel.client.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program's own classes and records, field by field; transient and static fields stay behind.
 *
 * <p>Kryo's serialiser for records looks everything up by name at each call, and the one for
 * classes leaves out what inner classes capture.
 */
final class ObjectSerializer extends Serializer<Object> {

    private final FieldCodec[] fields;
    private final @Nullable Constructor<?> canonical;
    private final Class<?> type;

    ObjectSerializer(Kryo kryo, Class<?> type) {
        this.type = type;
        List<FieldCodec> found = new ArrayList<>();
        if (type.isRecord()) {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types = new Class<?>[components.length];
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                found.add(field(kryo, type, components[i].getName()));
            }
            canonical = constructor(type, types);
        } else {
            canonical = null;
            addFields(kryo, type, found);
        }
        fields = found.toArray(FieldCodec[]::new);
        setImmutable(type.isRecord());
    }

    private static FieldCodec field(Kryo kryo, Class<?> type, String name) {
        try {
            return new FieldCodec(kryo, open(type.getDeclaredField(name)));
        } catch (NoSuchFieldException e) {
            throw new KryoException("record " + type.getName() + " has no field " + name, e);
        }
    }

    private static Constructor<?> constructor(Class<?> type, Class<?>[] types) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor;
        } catch (NoSuchMethodException | InaccessibleObjectException e) {
            throw new RefusedTypeException(
                    type.getName(), "its constructor is inaccessible: " + e.getMessage());
        }
    }

    private static void addFields(Kryo kryo, Class<?> type, List<FieldCodec> found) {
        List<Class<?>> line = new ArrayList<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            line.addFirst(c);
        }
        for (Class<?> c : line) {
            Field[] declared = c.getDeclaredFields();
            Arrays.sort(declared, Comparator.comparing(Field::getName));
            for (Field field : declared) {
                int modifiers = field.getModifiers();
                if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers)) {
                    continue;
                }
                if (!AllowList.permits(c)) {
                    throw new RefusedTypeException(
                            type.getName(),
                            "it extends "
                                    + c.getName()
                                    + ", whose state cannot travel"
                                    + because(c));
                }
                found.add(new FieldCodec(kryo, open(field)));
            }
        }
    }

    private static String because(Class<?> type) {
        String why = RefusalReasons.why(type);
        return why.isEmpty() ? "" : ": " + why;
    }

    private static Field open(Field field) {
        try {
            field.setAccessible(true);
            return field;
        } catch (InaccessibleObjectException e) {
            throw new RefusedTypeException(field.getDeclaringClass().getName(), e.toString());
        }
    }

    @Override
    public void write(Kryo kryo, Output output, Object object) {
        for (FieldCodec field : fields) {
            try {
                field.write(kryo, output, object);
            } catch (RefusedTypeException e) {
                if (!(object instanceof TaskAdapters.Adapter)) { // of which a program knows nothing
                    e.addStep(field.path());
                }
                throw e;
            } catch (IllegalAccessException e) {
                throw new KryoException(e);
            }
        }
    }

    @Override
    public Object read(Kryo kryo, Input input, Class<? extends Object> actual) {
        try {
            if (canonical != null) {
                @Nullable Object[] values = new @Nullable Object[fields.length];
                for (int i = 0; i < fields.length; i++) {
                    values[i] = fields[i].readValue(kryo, input);
                }
                return canonical.newInstance(values);
            }
            Object object = kryo.newInstance(type);
            kryo.reference(object);
            for (FieldCodec field : fields) {
                field.read(kryo, input, object);
            }
            return object;
        } catch (InvocationTargetException e) {
            throw new KryoException(
                    "the constructor of " + type.getName() + " threw " + e.getCause(),
                    e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new KryoException(type.getName() + " cannot be created: " + e, e);
        }
    }
}
