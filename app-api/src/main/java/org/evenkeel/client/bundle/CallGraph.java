package org.evenkeel.client.bundle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.evenkeel.client.bundle.ClassFacts.Call;
import org.evenkeel.client.bundle.ClassFacts.Caller;
import org.evenkeel.client.bundle.ClassFacts.Lambda;
import org.jspecify.annotations.Nullable;

/**
 * Who calls whom in a program, by the calls that are written down; from {@link SuspensionPoints}
 * backwards over callers, overridden declarations and lambdas.
 *
 * <p>What calls through the JDK ({@code stream.forEach}) or by reflection is not followed; there
 * the look at the real stack before each suspension decides.
 */
final class CallGraph {

    private record Key(String owner, String method) {}

    private final Function<String, @Nullable ClassFacts> others;
    private final Map<String, @Nullable ClassFacts> classes = new HashMap<>();
    private final Map<String, List<String>> subclasses = new HashMap<>();
    private final Map<String, List<Call>> calls = new HashMap<>();
    private final Map<String, List<Lambda>> lambdas = new HashMap<>();
    private final Set<Key> reaching = new HashSet<>();
    private final Deque<Key> fresh = new ArrayDeque<>();
    private final CheckpointIndex index = new CheckpointIndex();

    /**
     * @param others classes that are not the program's, null for what is not there
     */
    CallGraph(Function<String, @Nullable ClassFacts> others) {
        this.others = others;
    }

    /** A class of the program. */
    void add(ClassFacts facts) {
        if (classes.putIfAbsent(facts.name(), facts) != null) {
            return;
        }
        if (facts.superName() != null) {
            subclasses
                    .computeIfAbsent(facts.superName(), name -> new ArrayList<>())
                    .add(facts.name());
        }
        for (Call call : facts.calls()) {
            calls.computeIfAbsent(call.method(), key -> new ArrayList<>()).add(call);
        }
        for (Lambda lambda : facts.lambdas()) {
            lambdas.computeIfAbsent(lambda.body(), key -> new ArrayList<>()).add(lambda);
        }
    }

    /** The methods that reach a checkpoint; null when nothing in the program does. */
    @Nullable CheckpointIndex conclude() {
        int points = follow(SuspensionPoints.ALL);
        if (reaching.size() == points && index.remarks().isEmpty()) {
            return null;
        }
        follow(SuspensionPoints.BESIDE);
        return index;
    }

    /** Goes backwards from these; how many of them are called. */
    private int follow(List<SuspensionPoints.Point> from) {
        int points = 0;
        for (SuspensionPoints.Point point : from) {
            if (calls.containsKey(point.method()) || lambdas.containsKey(point.method())) {
                add(new Key(point.owner(), point.method()));
                points++;
            }
        }
        while (!fresh.isEmpty()) {
            Key key = fresh.remove();
            for (Call call : calls.getOrDefault(key.method(), List.of())) {
                if (reaches(call.owner(), key.method())) {
                    addCaller(call.from());
                }
            }
            for (Lambda lambda : lambdas.getOrDefault(key.method(), List.of())) {
                if (reaches(lambda.bodyOwner(), key.method())) {
                    add(new Key(lambda.functional(), lambda.method()));
                    addDeclarations(lambda.functional(), lambda.method());
                }
            }
        }
        return points;
    }

    private void add(Key key) {
        if (reaching.add(key)) {
            fresh.add(key);
            index.add(key.owner(), key.method());
        }
    }

    private void addCaller(Caller caller) {
        if (caller.isInitialiser()) {
            index.remark(
                    caller.owner().replace('/', '.')
                            + (caller.line() == 0 ? "" : ":" + caller.line())
                            + ": a constructor or initialiser reaches a checkpoint; no task is moved"
                            + " while it is in there");
            return;
        }
        if (reaching.contains(new Key(caller.owner(), caller.method()))) {
            return;
        }
        add(new Key(caller.owner(), caller.method()));
        if (caller.inherited()) {
            addDeclarations(caller.owner(), caller.method());
            for (String each : subclassesOf(caller.owner())) {
                addDeclarations(each, caller.method());
            }
        }
    }

    /** The declarations that a method of this class overrides or implements. */
    private void addDeclarations(String owner, String method) {
        for (String each : supertypes(owner)) {
            ClassFacts facts = find(each);
            if (facts != null && facts.declared().contains(method)) {
                add(new Key(each, method));
            }
        }
    }

    private boolean reaches(String owner, String method) {
        if (reaching.contains(new Key(owner, method))) {
            return true;
        }
        for (String each : supertypes(owner)) {
            if (reaching.contains(new Key(each, method))) {
                return true;
            }
        }
        return false;
    }

    // ---- Who extends what

    private @Nullable ClassFacts find(String name) {
        if (!classes.containsKey(name)) {
            classes.put(name, others.apply(name));
        }
        return classes.get(name);
    }

    private Set<String> supertypes(String name) {
        Set<String> all = new LinkedHashSet<>();
        addSupertypes(name, all);
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

    private Set<String> subclassesOf(String name) {
        Set<String> all = new LinkedHashSet<>();
        Deque<String> left = new ArrayDeque<>(List.of(name));
        while (!left.isEmpty()) {
            for (String each : subclasses.getOrDefault(left.remove(), List.of())) {
                if (all.add(each)) {
                    left.add(each);
                }
            }
        }
        return all;
    }
}
