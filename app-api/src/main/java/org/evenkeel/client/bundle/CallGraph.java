package org.evenkeel.client.bundle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.evenkeel.client.bundle.ClassFacts.Call;
import org.evenkeel.client.bundle.ClassFacts.Caller;
import org.evenkeel.client.bundle.ClassFacts.Lambda;
import org.jspecify.annotations.Nullable;

/**
 * Who calls whom in {@link TaskCode}, by the calls that are written down; from {@link
 * SuspensionPoints} backwards over callers, overridden declarations and lambdas.
 *
 * <p>What calls through the JDK ({@code stream.forEach}) or by reflection is not followed; there
 * the look at the real stack before each suspension decides.
 */
final class CallGraph {

    private final ClassHierarchy hierarchy;

    /** Methods that are called, or are bodies of lambdas. */
    private final Set<String> called = new HashSet<>();

    /** By the method, then by the class that is named; those that reach a checkpoint are taken. */
    private final Map<String, Map<String, List<Call>>> calls = new HashMap<>();

    private final Map<String, Map<String, List<Lambda>>> lambdas = new HashMap<>();
    private final Set<MethodKey> reaching = new HashSet<>();

    /** Methods whose own declarations have been looked for. */
    private final Set<MethodKey> overriding = new HashSet<>();

    private final Deque<MethodKey> fresh = new ArrayDeque<>();
    private final CheckpointIndex index = new CheckpointIndex();

    /**
     * @param others classes that are not the program's, null for what is not there
     */
    CallGraph(Function<String, @Nullable ClassFacts> others) {
        this.hierarchy = new ClassHierarchy(others);
    }

    /** A class of the program. */
    void add(ClassFacts facts) {
        hierarchy.add(facts);
    }

    /** The methods that reach a checkpoint; null when nothing that a task can be in does. */
    @Nullable CheckpointIndex conclude() {
        putTaskCode();
        int points = follow(SuspensionPoints.ALL);
        if (reaching.size() == points && index.remarks().isEmpty()) {
            return null;
        }
        follow(SuspensionPoints.BESIDE);
        return index;
    }

    private void putTaskCode() {
        Set<MethodKey> live = TaskCode.of(hierarchy);
        for (ClassFacts facts : hierarchy.program()) {
            for (Call call : facts.calls()) {
                if (live.contains(call.from().key())) {
                    put(calls, new MethodKey(call.owner(), call.method()), call);
                }
            }
            for (Lambda lambda : facts.lambdas()) {
                MethodKey body = new MethodKey(lambda.bodyOwner(), lambda.body());
                if (live.contains(lambda.from().key()) || live.contains(body)) {
                    put(lambdas, body, lambda);
                }
            }
        }
    }

    private <T> void put(Map<String, Map<String, List<T>>> to, MethodKey key, T one) {
        called.add(key.method());
        to.computeIfAbsent(key.method(), method -> new HashMap<>())
                .computeIfAbsent(key.owner(), owner -> new ArrayList<>())
                .add(one);
    }

    /** Goes backwards from these; how many of them are called. */
    private int follow(List<SuspensionPoints.Point> from) {
        int points = 0;
        for (SuspensionPoints.Point point : from) {
            if (called.contains(point.method())) {
                add(new MethodKey(point.owner(), point.method()));
                points++;
            }
        }
        while (!fresh.isEmpty()) {
            MethodKey key = fresh.remove();
            for (Call call : take(calls, key)) {
                addCaller(call.from());
            }
            for (Lambda lambda : take(lambdas, key)) {
                add(new MethodKey(lambda.functional(), lambda.method()));
                addDeclarations(lambda.functional(), lambda.method());
            }
        }
        return points;
    }

    /** What names a method at its class or at one below that; each is taken once. */
    private <T> List<T> take(Map<String, Map<String, List<T>>> from, MethodKey key) {
        Map<String, List<T>> owners = from.get(key.method());
        if (owners == null) {
            return List.of();
        }
        List<T> taken = new ArrayList<>();
        owners.entrySet()
                .removeIf(each -> {
                    boolean named = hierarchy.isA(each.getKey(), key.owner());
                    if (named) {
                        taken.addAll(each.getValue());
                    }
                    return named;
                });
        return taken;
    }

    private void add(MethodKey key) {
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
                            + ": a constructor or initialiser reaches a checkpoint; no task can be "
                            + "suspended inside it");
            return;
        }
        MethodKey key = caller.key();
        add(key);
        if (caller.inherited() && overriding.add(key)) {
            addDeclarations(caller.owner(), caller.method());
            for (String each : hierarchy.subtypes(caller.owner())) {
                addDeclarations(each, caller.method());
            }
        }
    }

    /** The declarations that a method of this class overrides or implements. */
    private void addDeclarations(String owner, String method) {
        for (String each : hierarchy.supertypes(owner)) {
            if (hierarchy.declares(each, method)) {
                add(new MethodKey(each, method));
            }
        }
    }
}
