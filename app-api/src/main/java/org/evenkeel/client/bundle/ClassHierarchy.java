package org.evenkeel.client.bundle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who extends and implements what: the classes of a program, and others as they are asked for. */
final class ClassHierarchy {

    private final Function<String, @Nullable ClassFacts> others;
    private final Map<String, ClassFacts> program = new HashMap<>();
    private final Map<String, @Nullable ClassFacts> known = new HashMap<>();
    private final Map<String, List<String>> below = new HashMap<>();
    private final Map<String, Set<String>> supertypes = new HashMap<>();

    /**
     * @param others classes that are not the program's, null for what is not there
     */
    ClassHierarchy(Function<String, @Nullable ClassFacts> others) {
        this.others = others;
    }

    /** A class of the program; the first of a name counts. */
    void add(ClassFacts facts) {
        if (program.putIfAbsent(facts.name(), facts) != null) {
            return;
        }
        known.put(facts.name(), facts);
        if (facts.superName() != null) {
            below(facts.superName()).add(facts.name());
        }
        facts.interfaces().forEach(each -> below(each).add(facts.name()));
    }

    private List<String> below(String name) {
        return below.computeIfAbsent(name, key -> new ArrayList<>());
    }

    /** The classes of the program. */
    Collection<ClassFacts> program() {
        return program.values();
    }

    @Nullable ClassFacts find(String name) {
        if (!known.containsKey(name)) {
            known.put(name, others.apply(name));
        }
        return known.get(name);
    }

    /** Whether a class is there and declares an instance method that is not private. */
    boolean declares(String name, String method) {
        ClassFacts facts = find(name);
        return facts != null && facts.declared().contains(method);
    }

    /** All that a class extends and implements. */
    Set<String> supertypes(String name) {
        Set<String> all = supertypes.get(name);
        if (all == null) {
            all = new LinkedHashSet<>();
            addSupertypes(name, all);
            supertypes.put(name, all);
        }
        return all;
    }

    private void addSupertypes(String name, Set<String> all) {
        ClassFacts facts = find(name);
        if (facts == null) {
            return;
        }
        if (facts.superName() != null && all.add(facts.superName())) {
            addSupertypes(facts.superName(), all);
        }
        for (String each : facts.interfaces()) {
            if (all.add(each)) {
                addSupertypes(each, all);
            }
        }
    }

    /** Whether a value of one type is one of the other too. */
    boolean isA(String name, String other) {
        return name.equals(other) || supertypes(name).contains(other);
    }

    /** Classes of the program that extend or implement a type, itself left out. */
    Set<String> subtypes(String name) {
        Set<String> all = new LinkedHashSet<>();
        Deque<String> left = new ArrayDeque<>(List.of(name));
        while (!left.isEmpty()) {
            for (String each : below.getOrDefault(left.remove(), List.of())) {
                if (all.add(each)) {
                    left.add(each);
                }
            }
        }
        return all;
    }
}
