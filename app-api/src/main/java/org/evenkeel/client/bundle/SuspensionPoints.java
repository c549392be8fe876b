package org.evenkeel.client.bundle;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The methods in which a task can be suspended: the checkpoint, and those that wait. The whole
 * table: whoever adds a line here has the callers of that method woven, and the look at the real
 * stack believes a suspension that comes out of it.
 */
public final class SuspensionPoints {

    /**
     * One method.
     *
     * @param owner internal name of the class that declares it
     */
    record Point(String owner, String name, String descriptor) {
        String method() {
            return name + descriptor;
        }
    }

    static final String CONTEXT = "org/evenkeel/api/TaskContext";

    /** The class whose static checkpoint serves tasks without a context. */
    static final String STATIC = "org/evenkeel/Evenkeel";

    private static final String MESSAGE = ")Lorg/evenkeel/api/messages/Message;";
    private static final String DURATION = "Ljava/time/Duration;";

    static final List<Point> ALL =
            List.of(
                    new Point(CONTEXT, "checkpoint", "()V"),
                    new Point(STATIC, "checkpoint", "()V"),
                    new Point(CONTEXT, "send", "(JLjava/lang/Object;)V"),
                    new Point(CONTEXT, "receive", "(" + MESSAGE),
                    new Point(CONTEXT, "receive", "(J" + MESSAGE),
                    new Point(CONTEXT, "receive", "(" + DURATION + MESSAGE),
                    new Point(CONTEXT, "receive", "(J" + DURATION + MESSAGE),
                    new Point(CONTEXT, "barrier", "(I)V"),
                    new Point(CONTEXT, "barrier", "(Ljava/lang/String;I)V"));

    private static final String HANDLE = "org/evenkeel/api/TaskHandle";
    private static final String OF_MANY = "(Ljava/util/Collection;)";

    /**
     * Waits for children: what programs without a checkpoint call, too, and clients. They count in
     * a program that has one of the others.
     */
    static final List<Point> BESIDE =
            List.of(
                    new Point(HANDLE, "get", "()Ljava/lang/Object;"),
                    new Point(HANDLE, "get", "(" + DURATION + ")Ljava/lang/Object;"),
                    new Point(HANDLE, "join", "()Ljava/lang/Object;"),
                    new Point(CONTEXT, "awaitAll", OF_MANY + "V"),
                    new Point(CONTEXT, "awaitAny", OF_MANY + "V"),
                    new Point(CONTEXT, "invokeAll", OF_MANY + "Ljava/util/List;"));

    /** By the name of the class, with dots. */
    private static final Map<String, Set<String>> NAMES =
            Stream.concat(ALL.stream(), BESIDE.stream())
                    .collect(
                            Collectors.groupingBy(
                                    point -> point.owner().replace('/', '.'),
                                    Collectors.mapping(Point::name, Collectors.toSet())));

    /** One of these words is in every program that has one. */
    static final Set<String> WORDS =
            ALL.stream().map(Point::name).collect(Collectors.toUnmodifiableSet());

    /** Whether a method of this class is one, or implements one. */
    public static boolean isOne(Class<?> type, String method) {
        if (NAMES.values().stream().noneMatch(names -> names.contains(method))) {
            return false;
        }
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            if (declares(each, method)) {
                return true;
            }
        }
        return false;
    }

    private static boolean declares(Class<?> type, String method) {
        if (NAMES.getOrDefault(type.getName(), Set.of()).contains(method)) {
            return true;
        }
        return Stream.of(type.getInterfaces()).anyMatch(each -> declares(each, method));
    }
}
