package org.evenkeel.continuations.graph;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Records, made again by their canonical constructor. */
final class RecordShape extends Shape {

    @Override
    boolean fits(Object object, Classes classes) {
        return object instanceof Record && classes.isOfProgram(object.getClass());
    }

    /** By its fields: accessors may be anything. */
    @Override
    @Nullable Object[] parts(Object object) throws UncapturableObjectException {
        RecordComponent[] components = object.getClass().getRecordComponents();
        @Nullable Object[] parts = new Object[components.length];
        try {
            for (int i = 0; i < parts.length; i++) {
                var field = object.getClass().getDeclaredField(components[i].getName());
                field.setAccessible(true);
                parts[i] = field.get(object);
            }
        } catch (ReflectiveOperationException e) {
            throw new UncapturableObjectException(
                    "record " + object.getClass().getName() + ": " + e);
        }
        return parts;
    }

    @Override
    String partName(Object object, int number) {
        return object.getClass().getRecordComponents()[number].getName();
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        Class<?> type = classes.load(graphInput.name());
        if (!type.isRecord() || !classes.isOfProgram(type)) {
            throw new DamagedGraph(type.getName() + " is not a record of the program");
        }
        return type;
    }

    @Override
    @Nullable Object allocate(Object header) {
        return null;
    }

    @Override
    Object make(Object header, @Nullable Object body, @Nullable Object[] parts)
            throws DamagedGraph {
        Class<?> type = (Class<?>) header;
        try {
            Class<?>[] types =
                    Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new);
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(parts);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new DamagedGraph("record " + type.getName() + " cannot be restored", e);
        }
    }
}
