package org.evenkeel.simulator.work;

import java.util.List;
import org.evenkeel.model.TaskKind;

/**
 * What a simulated task does: it runs, spawns children and waits for all of them, and runs on.
 *
 * @param kind name of its task kind
 * @param beforeNanos run time before it spawns, on a machine of speed 1
 * @param afterNanos run time after its children are done
 * @param children spawned together; empty for a leaf
 * @param payloadBytes length of its payload
 * @param resultBytes length of its result
 * @param weight its work in the job's own unit, at least 1
 * @param failures so many executions of it end with an exception before one succeeds
 * @param tail whether its only child's result is its own (a tail call); it does not wait then
 * @param node the name of the node it is to run at; empty for any
 * @param priority 0 (last) to 9 (first), 5 is normal
 * @param stays whether it never comes to a checkpoint, and so runs to its end where it was started
 */
public record SimWork(
        String kind,
        long beforeNanos,
        long afterNanos,
        List<SimWork> children,
        long payloadBytes,
        long resultBytes,
        long weight,
        int failures,
        boolean tail,
        String node,
        int priority,
        boolean stays) {

    /** That of tasks of which nothing else is said. */
    public static final int NORMAL_PRIORITY = TaskKind.Options.DEFAULT.priority();

    public SimWork {
        children = List.copyOf(children);
        if (tail && children.size() != 1) {
            throw new IllegalArgumentException("a tail call has one child, not " + children.size());
        }
    }

    /** A task for any node, of normal priority, that can be suspended. */
    public SimWork(
            String kind,
            long beforeNanos,
            long afterNanos,
            List<SimWork> children,
            long payloadBytes,
            long resultBytes,
            long weight,
            int failures,
            boolean tail) {
        this(
                kind,
                beforeNanos,
                afterNanos,
                children,
                payloadBytes,
                resultBytes,
                weight,
                failures,
                tail,
                "",
                NORMAL_PRIORITY,
                false);
    }

    /** The same task for one node. */
    public SimWork at(String there) {
        return new SimWork(
                kind,
                beforeNanos,
                afterNanos,
                children,
                payloadBytes,
                resultBytes,
                weight,
                failures,
                tail,
                there,
                priority,
                stays);
    }

    /** A task that only runs. */
    public static SimWork leaf(long nanos) {
        return new SimWork("task", nanos, 0, List.of(), 100, 100, 1, 0, false);
    }

    /** All run time of it and its descendants, at speed 1. */
    public long totalNanos() {
        long total = beforeNanos + afterNanos;
        for (SimWork child : children) {
            total += child.totalNanos();
        }
        return total;
    }

    /** It and its descendants. */
    public long tasks() {
        long count = 1;
        for (SimWork child : children) {
            count += child.tasks();
        }
        return count;
    }
}
