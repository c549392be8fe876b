package org.evenkeel.client.bundle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.client.bundle.ClassFacts.Call;
import org.evenkeel.client.bundle.ClassFacts.Lambda;

/**
 * The methods of a program that a task can be in: what workers call, and forwards from there by the
 * calls that are written down. A call may mean every method that overrides what it names, in a
 * class of which such code, or any code beside Evenkeel's API, makes instances ("rapid type
 * analysis", Bacon and Sweeney, OOPSLA 1996).
 *
 * <p>What the JDK calls back is not followed, for no task can be suspended inside the JDK; nor is
 * what overrides a method of {@code Object}. A lambda counts where it is made, and anywhere if it
 * can be sent to a worker. What is missed costs no result: a task is not suspended while it is in
 * there.
 */
final class TaskCode {
    private static final String API = "org/evenkeel/api/";
    private static final String INITIALISER = "<clinit>()V";
    private static final String CONSTRUCTOR = "<init>";
    private static final String OBJECT = "java/lang/Object";

    /** What executors and maps take beside the API's own types. */
    private static final List<MethodKey> SUBMITTED =
            List.of(
                    new MethodKey("java/util/concurrent/Callable", "call()Ljava/lang/Object;"),
                    new MethodKey("java/lang/Runnable", "run()V"),
                    new MethodKey("java/util/function/Supplier", "get()Ljava/lang/Object;"),
                    new MethodKey(
                            "java/util/function/Function",
                            "apply(Ljava/lang/Object;)Ljava/lang/Object;"));

    private final ClassHierarchy hierarchy;
    private final Map<MethodKey, List<Call>> calls = new HashMap<>();
    private final Map<MethodKey, List<Lambda>> lambdas = new HashMap<>();

    /** Those that can be sent to a worker, by the method through which they are called. */
    private final Map<String, List<Lambda>> sendable = new HashMap<>();

    private final Set<MethodKey> live = new HashSet<>();

    /** Methods that are called, by the class that is named. */
    private final Map<String, Set<String>> followed = new HashMap<>();

    /** Classes of the program of which there are instances. */
    private final Set<String> made = new HashSet<>();

    private final Deque<MethodKey> fresh = new ArrayDeque<>();

    private TaskCode(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
        for (ClassFacts facts : hierarchy.program()) {
            for (Call call : facts.calls()) {
                calls.computeIfAbsent(call.from().key(), key -> new ArrayList<>()).add(call);
            }
            for (Lambda lambda : facts.lambdas()) {
                lambdas.computeIfAbsent(lambda.from().key(), key -> new ArrayList<>()).add(lambda);
                if (lambda.sendable()) {
                    sendable.computeIfAbsent(lambda.method(), key -> new ArrayList<>()).add(lambda);
                }
            }
        }
    }

    /** All methods of the program that a task can be in. */
    static Set<MethodKey> of(ClassHierarchy hierarchy) {
        TaskCode code = new TaskCode(hierarchy);
        code.begin();
        while (!code.fresh.isEmpty()) {
            code.follow(code.fresh.remove());
        }
        return code.live;
    }

    /** What workers call: all that the API declares and the program implements. */
    private void begin() {
        Set<String> types = new HashSet<>();
        for (ClassFacts facts : hierarchy.program()) {
            Set<String> above = hierarchy.supertypes(facts.name());
            types.addAll(above);
            if (above.stream().anyMatch(each -> each.startsWith(API))) {
                addMade(facts.name()); // perhaps by reflection
            }
            if (facts.usesApi()) {
                facts.calls().forEach(this::addMade);
                SUBMITTED.forEach(each -> addSubmitted(facts.name(), each));
            }
        }
        for (List<Lambda> each : sendable.values()) {
            for (Lambda lambda : each) {
                addMade(lambda.functional());
                types.add(lambda.functional());
                types.addAll(hierarchy.supertypes(lambda.functional()));
                if (SUBMITTED.stream()
                        .anyMatch(one -> hierarchy.isA(lambda.functional(), one.owner()))) {
                    call(lambda.bodyOwner(), lambda.body());
                }
            }
        }
        for (String type : types) {
            ClassFacts facts = type.startsWith(API) ? hierarchy.find(type) : null;
            if (facts != null) {
                facts.declared().forEach(method -> call(type, method));
            }
        }
    }

    private void addSubmitted(String type, MethodKey method) {
        if (hierarchy.isA(type, method.owner())) {
            addInherited(type, method.method());
        }
    }

    private void follow(MethodKey method) {
        add(new MethodKey(method.owner(), INITIALISER));
        for (Call each : calls.getOrDefault(method, List.of())) {
            addMade(each);
            call(each.owner(), each.method());
        }
        for (Lambda each : lambdas.getOrDefault(method, List.of())) {
            addMade(each.functional()); // whose own methods may call the body, as bridges do
            call(each.bodyOwner(), each.body());
        }
    }

    /** Everything that a call of this method may mean. */
    private void call(String owner, String method) {
        boolean isNew =
                !owner.equals(OBJECT)
                        && followed.computeIfAbsent(owner, key -> new HashSet<>()).add(method);
        if (!isNew) {
            return;
        }
        if (method.startsWith(CONSTRUCTOR)) {
            add(new MethodKey(owner, method));
            return;
        }
        addInherited(owner, method);
        for (String each : hierarchy.subtypes(owner)) {
            if (made.contains(each)) {
                addInherited(each, method);
            }
        }
        for (Lambda each : sendable.getOrDefault(method, List.of())) {
            if (hierarchy.isA(each.functional(), owner)) {
                call(each.bodyOwner(), each.body());
            }
        }
    }

    private void addMade(Call constructor) {
        if (constructor.method().startsWith(CONSTRUCTOR)) {
            addMade(constructor.owner());
        }
    }

    /** There are instances of a type: calls that name one above it may mean it. */
    private void addMade(String type) {
        if (!made.add(type)) {
            return;
        }
        for (String each : hierarchy.supertypes(type)) {
            for (String method : List.copyOf(followed.getOrDefault(each, Set.of()))) {
                addInherited(type, method);
            }
        }
    }

    /** A class's method, whichever type above it has its code. */
    private void addInherited(String owner, String method) {
        add(new MethodKey(owner, method));
        hierarchy.supertypes(owner).forEach(each -> add(new MethodKey(each, method)));
    }

    private void add(MethodKey method) {
        if (live.add(method)) {
            fresh.add(method);
        }
    }
}
