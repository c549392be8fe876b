package org.evenkeel.api;

import java.time.Duration;
import java.util.function.Consumer;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Options of a submitted task; immutable.
 *
 * @param priority 0 (last) to 9 (first); 5 is normal
 * @param retries how often the task is run again after it threw, 0 to 100
 * @param timeout maximum running time, after which the task is stopped; zero for no limit
 * @param weight work of the task in the job's own unit, at least 1
 * @param totalWeight work of the whole job in the same unit; 0 if unknown
 * @param name display name of printable characters; empty for the name of the task's class
 * @param durability what survives; null for the job's default: MEMORY, or DISK if the job outlives
 *     its client; MEMORY for tasks that tasks spawn
 * @param acceptStaleResults whether the result of an attempt that was presumed lost still counts,
 *     if it arrives before that of the restarted attempt; for tasks that are deterministic and have
 *     no side effects
 * @param node name of the preferred node; it is used while that node is up, has free workers and is
 *     a neighbour of a node that the task passes. Otherwise, and if empty, the task runs wherever
 *     it starts soonest
 * @param retryPolicy when the task is run again, and after which exceptions
 * @param deadline from submission until the task ends with {@link DeadlineExceededException},
 *     whether it waits, runs, or is to be run again; zero for none
 */
public record TaskOptions(
        int priority,
        int retries,
        Duration timeout,
        long weight,
        long totalWeight,
        String name,
        @Nullable Durability durability,
        boolean acceptStaleResults,
        String node,
        RetryPolicy retryPolicy,
        Duration deadline) {

    /** Maximum time-out. */
    public static final Duration MAX_TIMEOUT = Duration.ofDays(3650);

    /** Maximum length of the name, in characters. */
    public static final int MAX_NAME_LENGTH = 256;

    /** Normal priority, no retries, no time-out, weight 1. */
    public static final TaskOptions DEFAULT = new TaskOptions(5, 0, Duration.ZERO, 1, 0, "");

    /**
     * Creates options with the durability of the job, on any node, without late results, with
     * retries at once and no deadline.
     */
    public TaskOptions(
            int priority,
            int retries,
            Duration timeout,
            long weight,
            long totalWeight,
            String name) {
        this(
                priority,
                retries,
                timeout,
                weight,
                totalWeight,
                name,
                null,
                false,
                "",
                RetryPolicy.AT_ONCE,
                Duration.ZERO);
    }

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public TaskOptions {
        check(priority >= 0 && priority <= 9, "priority " + priority + " is not 0 to 9");
        check(retries >= 0 && retries <= 100, "retries " + retries + " is not 0 to 100");
        check(
                !timeout.isNegative() && timeout.compareTo(MAX_TIMEOUT) <= 0,
                "time-out " + timeout + " is not 0 to 10 years");
        check(
                !deadline.isNegative() && deadline.compareTo(MAX_TIMEOUT) <= 0,
                "deadline " + deadline + " is not 0 to 10 years");
        check(weight >= 1, "weight " + weight + " is not positive");
        check(totalWeight >= 0, "total weight " + totalWeight + " is negative");
        check(name.length() <= MAX_NAME_LENGTH, "a name has at most 256 characters");
        Printable.checkedName("a task", name);
        check(
                node.isEmpty() || NodeId.isValid(node),
                "\"%s\" is not a node name: use 1 to 64 letters, digits, '.', '_' or '-'"
                        .formatted(node));
    }

    private static void check(boolean fine, String message) {
        if (!fine) {
            throw new IllegalArgumentException(message);
        }
    }

    public TaskOptions withPriority(int value) {
        return changed(draft -> draft.priority = value);
    }

    public TaskOptions withRetries(int value) {
        return changed(draft -> draft.retries = value);
    }

    /** Returns these options with retries after delays, or for some exceptions only. */
    public TaskOptions withRetries(int value, RetryPolicy policy) {
        return changed(draft -> {
            draft.retries = value;
            draft.retryPolicy = policy;
        });
    }

    public TaskOptions withTimeout(Duration value) {
        return changed(draft -> draft.timeout = value);
    }

    /** Returns these options with a deadline that counts from submission; zero for none. */
    public TaskOptions withDeadline(Duration value) {
        return changed(draft -> draft.deadline = value);
    }

    public TaskOptions withWeight(long value) {
        return changed(draft -> draft.weight = value);
    }

    public TaskOptions withTotalWeight(long value) {
        return changed(draft -> draft.totalWeight = value);
    }

    public TaskOptions withName(String value) {
        return changed(draft -> draft.name = value);
    }

    /** Returns these options with another durability; null for the job's default. */
    public TaskOptions withDurability(@Nullable Durability value) {
        return changed(draft -> draft.durability = value);
    }

    public TaskOptions withAcceptStaleResults(boolean value) {
        return changed(draft -> draft.acceptStaleResults = value);
    }

    /** Returns these options with a preferred node; empty for any node. */
    public TaskOptions withNode(String value) {
        return changed(draft -> draft.node = value);
    }

    private TaskOptions changed(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new TaskOptions(
                draft.priority,
                draft.retries,
                draft.timeout,
                draft.weight,
                draft.totalWeight,
                draft.name,
                draft.durability,
                draft.acceptStaleResults,
                draft.node,
                draft.retryPolicy,
                draft.deadline);
    }

    private static final class Draft {
        private int priority;
        private int retries;
        private Duration timeout;
        private long weight;
        private long totalWeight;
        private String name;
        private @Nullable Durability durability;
        private boolean acceptStaleResults;
        private String node;
        private RetryPolicy retryPolicy;
        private Duration deadline;

        Draft(TaskOptions options) {
            priority = options.priority;
            retries = options.retries;
            timeout = options.timeout;
            weight = options.weight;
            totalWeight = options.totalWeight;
            name = options.name;
            durability = options.durability;
            acceptStaleResults = options.acceptStaleResults;
            node = options.node;
            retryPolicy = options.retryPolicy;
            deadline = options.deadline;
        }
    }
}
