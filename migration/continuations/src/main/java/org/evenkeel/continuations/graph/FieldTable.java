package org.evenkeel.continuations.graph;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a class that travel: of the program's classes all but static and transient ones, of
 * the JDK's all but static ones, so that a copy is as the original down to its change counter. What
 * the API's files inherit stays: they do not use it.
 */
final class FieldTable {

    private static final ClassValue<FieldTable> TABLES =
            new ClassValue<>() {
                @Override
                protected FieldTable computeValue(Class<?> type) {
                    return new FieldTable(type);
                }
            };

    private final Field[] numbers;
    private final Field[] objects;

    private FieldTable(Class<?> type) {
        List<Field> allNumbers = new ArrayList<>();
        List<Field> allObjects = new ArrayList<>();
        for (Class<?> each = type;
                each != null && each != Object.class && each != Throwable.class;
                each = each.getSuperclass()) {
            if (type.getName().startsWith(Classes.FILES) && each.getClassLoader() == null) {
                break;
            }
            Field[] declared = each.getDeclaredFields();
            Arrays.sort(declared, Comparator.comparing(Field::getName));
            for (Field field : declared) {
                if (travels(field)) {
                    field.setAccessible(true);
                    (field.getType().isPrimitive() ? allNumbers : allObjects).add(field);
                }
            }
        }
        numbers = allNumbers.toArray(Field[]::new);
        objects = allObjects.toArray(Field[]::new);
    }

    private static boolean travels(Field field) {
        boolean ofJdk = field.getDeclaringClass().getClassLoader() == null;
        return !Modifier.isStatic(field.getModifiers())
                && (ofJdk || !Modifier.isTransient(field.getModifiers()));
    }

    /**
     * @throws InaccessibleObjectException if the JVM was started without the package opened
     */
    static FieldTable of(Class<?> type) {
        return TABLES.get(type);
    }

    int objectCount() {
        return objects.length;
    }

    String objectName(int number) {
        return objects[number].getName();
    }

    @Nullable Object[] objects(Object of) {
        @Nullable Object[] values = new Object[objects.length];
        try {
            for (int i = 0; i < values.length; i++) {
                values[i] = objects[i].get(of);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        return values;
    }

    void writeNumbers(Object of, GraphOutput graphOutput) {
        try {
            for (Field each : numbers) {
                Class<?> type = each.getType();
                if (type == double.class) {
                    graphOutput.u8(Double.doubleToRawLongBits(each.getDouble(of)));
                } else if (type == float.class) {
                    graphOutput.number(Float.floatToRawIntBits(each.getFloat(of)));
                } else if (type == boolean.class) {
                    graphOutput.u1(each.getBoolean(of) ? 1 : 0);
                } else if (type == char.class) {
                    graphOutput.number(each.getChar(of));
                } else {
                    graphOutput.number(each.getLong(of));
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    long[] readNumbers(GraphInput graphInput) throws DamagedGraph {
        long[] values = new long[numbers.length];
        for (int i = 0; i < values.length; i++) {
            Class<?> type = numbers[i].getType();
            values[i] =
                    type == double.class
                            ? graphInput.u8()
                            : type == boolean.class ? graphInput.u1() : graphInput.number();
        }
        return values;
    }

    void fill(Object object, long[] values, @Nullable Object[] parts) throws DamagedGraph {
        if (parts.length != objects.length) {
            throw new DamagedGraph(object.getClass().getName() + " has other fields here");
        }
        try {
            for (int i = 0; i < values.length; i++) {
                set(numbers[i], object, values[i]);
            }
            for (int i = 0; i < parts.length; i++) {
                objects[i].set(object, parts[i]);
            }
        } catch (IllegalArgumentException e) {
            throw new DamagedGraph(object.getClass().getName() + " with a foreign value", e);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void set(Field field, Object object, long value) throws IllegalAccessException {
        Class<?> type = field.getType();
        if (type == int.class) {
            field.setInt(object, (int) value);
        } else if (type == long.class) {
            field.setLong(object, value);
        } else if (type == boolean.class) {
            field.setBoolean(object, value != 0);
        } else if (type == double.class) {
            field.setDouble(object, Double.longBitsToDouble(value));
        } else if (type == float.class) {
            field.setFloat(object, Float.intBitsToFloat((int) value));
        } else if (type == char.class) {
            field.setChar(object, (char) value);
        } else if (type == short.class) {
            field.setShort(object, (short) value);
        } else {
            field.setByte(object, (byte) value);
        }
    }
}
