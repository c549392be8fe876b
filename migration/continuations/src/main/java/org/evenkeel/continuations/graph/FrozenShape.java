package org.evenkeel.continuations.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** List.of, Set.of, Map.of and Stream.toList: their order of elements differs from JVM to JVM. */
final class FrozenShape extends Shape {

    private static final String NAME = "java.util.ImmutableCollections$";

    @Override
    boolean fits(Object object, Classes classes) {
        String name = object.getClass().getName();
        return name.startsWith(NAME)
                && (name.endsWith("List12")
                        || name.endsWith("ListN")
                        || object instanceof Set<?>
                        || object instanceof Map<?, ?>);
    }

    @Override
    @Nullable Object[] parts(Object object) {
        if (object instanceof Map<?, ?> map) {
            @Nullable Object[] parts = new Object[2 * map.size()];
            int at = 0;
            for (Map.Entry<?, ?> each : map.entrySet()) {
                parts[at++] = each.getKey();
                parts[at++] = each.getValue();
            }
            return parts;
        }
        return ((java.util.Collection<?>) object).toArray();
    }

    @Override
    void writeHeader(Object object, GraphOutput graphOutput) {
        graphOutput.u1(
                switch (object) {
                    case Set<?> s -> 'S';
                    case Map<?, ?> m -> 'M';
                    case List<?> list when hasNull(list) -> 'N';
                    default -> 'L';
                });
    }

    private static boolean hasNull(List<?> list) {
        return list.stream().anyMatch(Objects::isNull);
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        return graphInput.u1();
    }

    @Override
    @Nullable Object allocate(Object header) {
        return null;
    }

    @Override
    Object make(Object header, @Nullable Object body, @Nullable Object[] parts)
            throws DamagedGraph {
        try {
            return switch ((Integer) header) {
                case (int) 'L' -> List.of(parts);
                case (int) 'N' -> Stream.of(parts).toList();
                case (int) 'S' -> Set.of(parts);
                case (int) 'M' -> {
                    Map<Object, Object> map = new HashMap<>();
                    for (int i = 0; i + 1 < parts.length; i += 2) {
                        map.put(parts[i], parts[i + 1]);
                    }
                    yield Map.copyOf(map);
                }
                default -> throw new DamagedGraph("a collection of kind " + header);
            };
        } catch (NullPointerException | IllegalArgumentException e) {
            throw new DamagedGraph("a collection that cannot exist", e);
        }
    }
}
