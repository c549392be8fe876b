package org.evenkeel.migration.weave;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which methods can reach a checkpoint, by the calls that are written down: from {@code
 * TaskContext.checkpoint()} backwards over callers, overridden declarations and lambdas.
 *
 * <p>What calls through the JDK ({@code stream.forEach}) or by reflection is not followed; there
 * the look at the real stack before each suspension decides.
 */
final class Reach {

    static final String CONTEXT = "org/evenkeel/api/TaskContext";

    /** One method of the program and what it calls. */
    record Caller(String owner, String name, String descriptor, boolean inherited, int line) {
        boolean isInitialiser() {
            return name.startsWith("<");
        }
    }

    /** One call, or one lambda whose body is the call. */
    private record Call(Caller from, String owner) {}

    private record Use(Handle body, String functional, String method) {}

    private record Key(String owner, String method) {}

    private final Hierarchy hierarchy;
    private final Map<String, List<Call>> calls = new HashMap<>();
    private final Map<String, List<Use>> uses = new HashMap<>();
    private final Set<Key> reaching = new HashSet<>();
    private final Deque<Key> fresh = new ArrayDeque<>();
    private final Set<String> remarks = new TreeSet<>();

    Reach(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    // ---- Collecting

    void call(Caller from, String owner, String name, String descriptor) {
        calls.computeIfAbsent(name + descriptor, k -> new ArrayList<>()).add(new Call(from, owner));
    }

    void lambda(Handle body, String functional, String method) {
        uses.computeIfAbsent(body.getName() + body.getDesc(), k -> new ArrayList<>())
                .add(new Use(body, functional, method));
    }

    // ---- Concluding

    void conclude() {
        add(new Key(CONTEXT, "checkpoint()V"));
        while (!fresh.isEmpty()) {
            Key key = fresh.remove();
            for (Call call : calls.getOrDefault(key.method(), List.of())) {
                if (reaches(call.owner(), key.method())) {
                    addCaller(call.from());
                }
            }
            for (Use use : uses.getOrDefault(key.method(), List.of())) {
                if (reaches(use.body().getOwner(), key.method())) {
                    add(new Key(use.functional(), use.method()));
                    addDeclarations(use.functional(), use.method());
                }
            }
        }
    }

    private void add(Key key) {
        if (reaching.add(key)) {
            fresh.add(key);
        }
    }

    private void addCaller(Caller caller) {
        if (caller.isInitialiser()) {
            remarks.add(
                    caller.owner().replace('/', '.')
                            + (caller.line() == 0 ? "" : ":" + caller.line())
                            + ": a constructor or initialiser reaches a checkpoint; no task is moved"
                            + " while it is in there");
            return;
        }
        String method = caller.name() + caller.descriptor();
        if (reaching.contains(new Key(caller.owner(), method))) {
            return;
        }
        add(new Key(caller.owner(), method));
        if (caller.inherited()) {
            addDeclarations(caller.owner(), method);
            for (String each : hierarchy.subclasses(caller.owner())) {
                addDeclarations(each, method);
            }
        }
    }

    /** The declarations that a method of this class overrides or implements. */
    private void addDeclarations(String owner, String method) {
        for (String each : hierarchy.supertypes(owner)) {
            Hierarchy.Facts facts = hierarchy.find(each);
            if (facts != null && facts.declares(method)) {
                add(new Key(each, method));
            }
        }
    }

    // ---- Asking

    /** Whether a call of this method may reach a checkpoint. */
    boolean reaches(String owner, String name, String descriptor) {
        return reaches(owner, name + descriptor);
    }

    private boolean reaches(String owner, String method) {
        if (reaching.contains(new Key(owner, method))) {
            return true;
        }
        for (String each : hierarchy.supertypes(owner)) {
            if (reaching.contains(new Key(each, method))) {
                return true;
            }
        }
        return false;
    }

    /** Places where no task can be moved, each with class and line. */
    Set<String> remarks() {
        return Collections.unmodifiableSet(remarks);
    }

    /** Whether the method is called on objects, and so may be overridden. */
    static boolean isInherited(int access) {
        return (access & (Opcodes.ACC_STATIC | Opcodes.ACC_PRIVATE)) == 0;
    }

    /** The functional interface a lambda is made for. */
    static String functional(String descriptor) {
        return Type.getReturnType(descriptor).getInternalName();
    }
}
