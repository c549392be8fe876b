package org.evenkeel.examples.rules;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Facts, found by what is known of them; for one thread. */
final class Memory {
    private final Set<Long> all = new HashSet<>();
    private final Map<Integer, List<Long>> byRelation = new HashMap<>();
    private final Map<Long, List<Long>> bySubject = new HashMap<>();
    private final Map<Long, List<Long>> byObject = new HashMap<>();

    Memory(long... facts) {
        for (long fact : facts) {
            add(fact);
        }
    }

    /** Adds a fact; whether it is new. */
    boolean add(long fact) {
        if (!all.add(fact)) {
            return false;
        }
        int relation = WorkingFact.relation(fact);
        byRelation.computeIfAbsent(relation, any -> new ArrayList<>()).add(fact);
        bySubject
                .computeIfAbsent(key(relation, WorkingFact.subject(fact)), any -> new ArrayList<>())
                .add(fact);
        byObject.computeIfAbsent(key(relation, WorkingFact.object(fact)), any -> new ArrayList<>())
                .add(fact);
        return true;
    }

    private static long key(int relation, int individual) {
        return (long) relation << 32 | individual;
    }

    boolean contains(long fact) {
        return all.contains(fact);
    }

    int size() {
        return all.size();
    }

    List<Long> of(int relation) {
        return byRelation.getOrDefault(relation, List.of());
    }

    List<Long> withSubject(int relation, int subject) {
        return bySubject.getOrDefault(key(relation, subject), List.of());
    }

    List<Long> withObject(int relation, int object) {
        return byObject.getOrDefault(key(relation, object), List.of());
    }

    /** All facts, in no order. */
    long[] toArray() {
        return all.stream().mapToLong(fact -> fact).toArray();
    }
}
