package org.evenkeel.continuations.graph;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.evenkeel.client.Handle;
import org.jspecify.annotations.Nullable;

/**
 * What is written in place of handles of children, and of iterators and entries that belong to the
 * inside of one JVM's containers. Making one leaves the original as it is.
 */
final class Substitutes {

    private static final Pattern ITERATORS =
            Pattern.compile(
                    "java\\.util\\.("
                            + "concurrent\\.ConcurrentHashMap\\$(Key|Value|Entry)Iterator"
                            + "|IdentityHashMap\\$(Key|Value)Iterator"
                            + "|ImmutableCollections\\$(Set12|SetN|Map1|MapN).*)");

    private static final String CONCURRENT_ENTRY =
            "java.util.concurrent.ConcurrentHashMap$MapEntry";

    private final IdentityHashMap<Object, Object> made = new IdentityHashMap<>();
    private final @Nullable ChildHandleResolver handles;

    /**
     * @param handles the children of the task, null when it can have none
     */
    Substitutes(@Nullable ChildHandleResolver handles) {
        this.handles = handles;
    }

    /** What to write for this object: mostly itself. */
    Object of(Object object) throws UncapturableObjectException {
        if (object instanceof Handle<?> handle && handles != null) {
            return child(handle, handles);
        }
        if (!(object instanceof Iterator<?> || object instanceof Map.Entry<?, ?>)
                || object.getClass().getClassLoader() != null) {
            return object;
        }
        Object known = made.get(object);
        if (known != null) {
            return known;
        }
        Object substitute = make(object);
        made.put(object, substitute);
        return substitute;
    }

    private Object child(Handle<?> handle, ChildHandleResolver home)
            throws UncapturableObjectException {
        Object known = made.get(handle);
        if (known != null) {
            return known;
        }
        if (!home.owns(handle)) {
            throw new UncapturableObjectException(handle + " is not a child of this task");
        }
        Object image = ChildImage.of(handle);
        made.put(handle, image);
        return image;
    }

    @SuppressWarnings("unchecked")
    private Object make(Object object) throws UncapturableObjectException {
        String name = object.getClass().getName();
        try {
            if (object instanceof Iterator<?> && ITERATORS.matcher(name).matches()) {
                return rest(object);
            }
            if (name.equals(CONCURRENT_ENTRY)) {
                Map.Entry<Object, Object> entry = (Map.Entry<Object, Object>) object;
                Object map = Objects.requireNonNull(get(object, "map"));
                return new Remaining.Entry(
                        (Map<Object, Object>) map, entry.getKey(), entry.getValue());
            }
            return object;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new UncapturableObjectException(name + ": " + e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Object rest(Object iterator) throws ReflectiveOperationException {
        Iterator<Object> copy = (Iterator<Object>) copy(iterator);
        String name = iterator.getClass().getName();
        Map<Object, Object> map = null;
        Object last = null;
        if (name.startsWith("java.util.concurrent.")) {
            map = (Map<Object, Object>) get(iterator, "map");
            Map.Entry<Object, Object> node =
                    (Map.Entry<Object, Object>) get(iterator, "lastReturned");
            last = node == null ? null : node.getKey();
        }
        List<@Nullable Object> elements = new ArrayList<>();
        List<@Nullable Object> keys = new ArrayList<>();
        boolean values = name.endsWith("ValueIterator");
        while (copy.hasNext()) {
            Object element = copy.next();
            Object node = map == null ? null : get(copy, "lastReturned");
            keys.add(node instanceof Map.Entry<?, ?> entry ? entry.getKey() : element);
            elements.add(
                    !values && map != null && element instanceof Map.Entry<?, ?> entry
                            ? new Remaining.Entry(map, entry.getKey(), entry.getValue())
                            : element);
        }
        return new Remaining(map, elements.toArray(), keys.toArray(), last != null, last);
    }

    private static Object copy(Object object) throws IllegalAccessException {
        Object copy = FieldShape.blank(object.getClass());
        for (Class<?> each = object.getClass(); each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
                    field.setAccessible(true);
                    field.set(copy, field.get(object));
                }
            }
        }
        return copy;
    }

    private static @Nullable Object get(Object object, String name)
            throws ReflectiveOperationException {
        for (Class<?> each = object.getClass(); each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field.get(object);
                }
            }
        }
        throw new NoSuchFieldException(name);
    }
}
