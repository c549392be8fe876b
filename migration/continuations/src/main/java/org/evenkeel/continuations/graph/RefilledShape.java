package org.evenkeel.continuations.graph;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Mutable containers whose inside belongs to one JVM: filled again by their own methods. */
final class RefilledShape extends Shape {

    @Override
    boolean fits(Object object, Classes classes) {
        return object.getClass() == ConcurrentHashMap.class
                || object.getClass() == IdentityHashMap.class;
    }

    @Override
    @Nullable Object[] parts(Object object) {
        Map<?, ?> map = (Map<?, ?>) object;
        ArrayList<@Nullable Object> parts = new java.util.ArrayList<>();
        for (Map.Entry<?, ?> each : map.entrySet()) {
            parts.add(each.getKey());
            parts.add(each.getValue());
        }
        return parts.toArray();
    }

    @Override
    void writeHeader(Object object, GraphOutput graphOutput) {
        graphOutput.u1(object instanceof IdentityHashMap ? 'I' : 'C');
    }

    @Override
    Object readHeader(GraphInput graphInput, Classes classes) throws DamagedGraph {
        return switch (graphInput.u1()) {
            case 'I' -> new IdentityHashMap<>();
            case 'C' -> new ConcurrentHashMap<>();
            default -> throw new DamagedGraph("a container of another kind");
        };
    }

    @Override
    @SuppressWarnings("unchecked")
    void fill(Object object, @Nullable Object body, @Nullable Object[] parts) throws DamagedGraph {
        try {
            for (int i = 0; i + 1 < parts.length; i += 2) {
                ((Map<@Nullable Object, @Nullable Object>) object).put(parts[i], parts[i + 1]);
            }
        } catch (NullPointerException e) {
            throw new DamagedGraph("a container that cannot exist", e);
        }
    }
}
