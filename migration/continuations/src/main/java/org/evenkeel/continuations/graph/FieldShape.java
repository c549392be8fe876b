package org.evenkeel.continuations.graph;

import java.lang.reflect.InaccessibleObjectException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objenesis.Objenesis;
import org.objenesis.ObjenesisStd;
import org.objenesis.instantiator.ObjectInstantiator;

/** Objects copied field by field, made without a constructor. */
class FieldShape extends Shape {

    /** By class: Objenesis would keep them by name, and take one program's for another's. */
    private static final ClassValue<ObjectInstantiator<?>> MAKERS =
            new ClassValue<>() {
                private final Objenesis objenesis = new ObjenesisStd(false);

                @Override
                protected ObjectInstantiator<?> computeValue(Class<?> type) {
                    return objenesis.getInstantiatorOf(type);
                }
            };

    @Override
    boolean fits(Object object, Classes classes) {
        return classes.obstacle(object.getClass()) == null;
    }

    @Override
    @Nullable Object[] parts(Object object) throws UncapturableObjectException {
        try {
            return FieldTable.of(object.getClass()).objects(object);
        } catch (InaccessibleObjectException e) {
            throw new UncapturableObjectException(
                    object.getClass().getName() + ", whose package is not open to Evenkeel");
        }
    }

    @Override
    String partName(Object object, int number) {
        return FieldTable.of(object.getClass()).objectName(number);
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        Class<?> type = classes.loadForFields(graphInput.name());
        if (type.isRecord() || type.isEnum()) {
            throw new DamagedGraph(type.getName() + " is not restored field by field");
        }
        return MAKERS.get(type).newInstance();
    }

    /** An object of this class with nothing in it. */
    static Object blank(Class<?> type) {
        return MAKERS.get(type).newInstance();
    }

    @Override
    void writeBody(Object object, GraphOutput graphOutput) {
        FieldTable.of(object.getClass()).writeNumbers(object, graphOutput);
    }

    @Override
    Object readBody(Object header, GraphInput graphInput) throws DamagedGraph {
        return FieldTable.of(header.getClass()).readNumbers(graphInput);
    }

    @Override
    void fill(Object object, @Nullable Object body, @Nullable Object[] parts) throws DamagedGraph {
        FieldTable.of(object.getClass()).fill(object, (long[]) Objects.requireNonNull(body), parts);
    }
}
