package org.evenkeel.continuations.graph;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Exceptions: message, cause, frames, suppressed ones, and the fields of the program's own. */
final class ThrownShape extends FieldShape {

    private static final String[] OWN = {"message", "cause", "stack", "suppressed"};

    @Override
    boolean fits(Object object, Classes classes) {
        if (!(object instanceof Throwable)) {
            return false;
        }
        return mayBeMade(object.getClass(), classes);
    }

    private static boolean mayBeMade(Class<?> type, Classes classes) {
        for (Class<?> each = type; each != Throwable.class; each = each.getSuperclass()) {
            if (each == null || each.getClassLoader() != null && !classes.isOfProgram(each)) {
                return false;
            }
        }
        return true;
    }

    @Override
    @Nullable Object[] parts(Object object) throws UncapturableObjectException {
        Throwable thrown = (Throwable) object;
        @Nullable Object[] more;
        try {
            more = FieldTable.of(thrown.getClass()).objects(thrown);
            @Nullable Object[] parts = Arrays.copyOf(more, more.length + OWN.length);
            int at = more.length;
            parts[at++] = Inside.MESSAGE.get(thrown);
            parts[at++] = Inside.CAUSE.get(thrown);
            parts[at++] = thrown.getStackTrace();
            parts[at] = thrown.getSuppressed();
            return parts;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new UncapturableObjectException(
                    "exception " + thrown.getClass().getName() + ": " + e);
        }
    }

    @Override
    String partName(Object object, int number) {
        int more = FieldTable.of(object.getClass()).objectCount();
        return number < more
                ? FieldTable.of(object.getClass()).objectName(number)
                : OWN[number - more];
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        Class<?> type = classes.load(graphInput.name());
        if (!Throwable.class.isAssignableFrom(type)
                || java.lang.reflect.Modifier.isAbstract(type.getModifiers())
                || !mayBeMade(type, classes)) {
            throw new DamagedGraph(type.getName() + " is not an exception that may be created");
        }
        return FieldShape.blank(type);
    }

    @Override
    void fill(Object object, @Nullable Object body, @Nullable Object[] parts) throws DamagedGraph {
        Throwable thrown = (Throwable) object;
        FieldTable table = FieldTable.of(thrown.getClass());
        int more = table.objectCount();
        if (parts.length != more + OWN.length
                || !(parts[more + 2] instanceof StackTraceElement[] stack)
                || !(parts[more + 3] instanceof Throwable[] suppressed)) {
            throw new DamagedGraph("an exception without its parts");
        }
        table.fill(thrown, (long[]) Objects.requireNonNull(body), Arrays.copyOf(parts, more));
        try {
            Inside.MESSAGE.set(thrown, parts[more]);
            Inside.CAUSE.set(thrown, parts[more + 1]);
            Inside.STACK.set(thrown, stack);
            Inside.SUPPRESSED.set(
                    thrown,
                    suppressed.length == 0
                            ? Inside.SUPPRESSED.get(new Throwable())
                            : new ArrayList<>(List.of(suppressed)));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new DamagedGraph("an exception that cannot be restored", e);
        }
    }

    /** Fields of Throwable; looked up once a first exception travels. */
    private static final class Inside {
        static final Field MESSAGE = field("detailMessage");
        static final Field CAUSE = field("cause");
        static final Field STACK = field("stackTrace");
        static final Field SUPPRESSED = field("suppressedExceptions");

        private static Field field(String name) {
            try {
                Field field = Throwable.class.getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
