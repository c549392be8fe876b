package org.evenkeel.client;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import org.jspecify.annotations.Nullable;

/** Fields of {@code java.util.concurrent}, once that package is open to this one. */
final class JdkFields {

    private static final String PACKAGE = "java.util.concurrent.";

    /**
     * A field that can be read and written.
     *
     * @param type name of a class without its package
     * @throws ReflectiveOperationException if this version of the JDK has no such field
     * @throws InaccessibleObjectException if the package is closed
     */
    static Field field(String type, String name) throws ReflectiveOperationException {
        Field field = Class.forName(PACKAGE + type).getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    static @Nullable Object get(Field field, Object object) {
        try {
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was opened", e);
        }
    }

    static Object need(Field field, Object object) {
        Object value = get(field, object);
        if (value == null) {
            throw new IllegalStateException(field + " is never null");
        }
        return value;
    }

    static void set(Field field, Object object, Object value) {
        try {
            field.set(object, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field + " was opened", e);
        }
    }
}
