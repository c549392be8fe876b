package org.evenkeel.api;

import java.time.Duration;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * What a submitter asks for; immutable.
 *
 * @param priority 0 (last) to 9 (first), 5 is normal
 * @param retries how often a task that threw is run again, 0 to 100
 * @param timeout longest run, after which the task is stopped; zero for no limit
 * @param weight the task's work in the job's own unit, at least 1
 * @param totalWeight all work of the job in the same unit, 0 when unknown
 * @param name what the task is called in displays; empty for its class's name
 * @param durability what survives; null for the job's default: MEMORY, and DISK for tasks of a job
 *     that outlives its client; MEMORY for those that tasks spawn
 * @param acceptLate whether a late result counts after the task was started again elsewhere, both
 *     of one submission; for tasks that give the same result each time and do nothing else
 * @param node name of the node it is to run at, as long as that one is up, has workers that have
 *     started, and is a neighbour of a node the task comes by; empty, and whenever it is not, for
 *     wherever it runs soonest
 */
public record TaskOptions(
        int priority,
        int retries,
        Duration timeout,
        long weight,
        long totalWeight,
        String name,
        @Nullable Durability durability,
        boolean acceptLate,
        String node) {

    /** Longest permitted time-out. */
    public static final Duration MAX_TIMEOUT = Duration.ofDays(3650);

    /** Longest permitted name, in characters. */
    public static final int MAX_NAME_LENGTH = 256;

    /** Normal priority, no retries, no time-out, weight 1. */
    public static final TaskOptions DEFAULT = new TaskOptions(5, 0, Duration.ZERO, 1, 0, "");

    /** The durability of the job, late results not taken, any node. */
    public TaskOptions(
            int priority,
            int retries,
            Duration timeout,
            long weight,
            long totalWeight,
            String name) {
        this(priority, retries, timeout, weight, totalWeight, name, null, false, "");
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
        check(weight >= 1, "weight " + weight + " is not positive");
        check(totalWeight >= 0, "total weight " + totalWeight + " is negative");
        check(name.length() <= MAX_NAME_LENGTH, "a name has at most 256 characters");
        check(
                node.isEmpty() || NodeId.isValid(node),
                "\""
                        + node
                        + "\" is not a node name: use 1 to 64 letters, digits, '.', '_' or '-'");
    }

    private static void check(boolean fine, String message) {
        if (!fine) {
            throw new IllegalArgumentException(message);
        }
    }

    public TaskOptions withPriority(int value) {
        return new TaskOptions(
                value, retries, timeout, weight, totalWeight, name, durability, acceptLate, node);
    }

    public TaskOptions withRetries(int value) {
        return new TaskOptions(
                priority, value, timeout, weight, totalWeight, name, durability, acceptLate, node);
    }

    public TaskOptions withTimeout(Duration value) {
        return new TaskOptions(
                priority, retries, value, weight, totalWeight, name, durability, acceptLate, node);
    }

    public TaskOptions withWeight(long value) {
        return new TaskOptions(
                priority, retries, timeout, value, totalWeight, name, durability, acceptLate, node);
    }

    public TaskOptions withTotalWeight(long value) {
        return new TaskOptions(
                priority, retries, timeout, weight, value, name, durability, acceptLate, node);
    }

    public TaskOptions withName(String value) {
        return new TaskOptions(
                priority,
                retries,
                timeout,
                weight,
                totalWeight,
                value,
                durability,
                acceptLate,
                node);
    }

    /** Null for the default of the job. */
    public TaskOptions withDurability(@Nullable Durability value) {
        return new TaskOptions(
                priority, retries, timeout, weight, totalWeight, name, value, acceptLate, node);
    }

    public TaskOptions withAcceptLate(boolean value) {
        return new TaskOptions(
                priority, retries, timeout, weight, totalWeight, name, durability, value, node);
    }

    /** Empty for any. */
    public TaskOptions withNode(String value) {
        return new TaskOptions(
                priority,
                retries,
                timeout,
                weight,
                totalWeight,
                name,
                durability,
                acceptLate,
                value);
    }
}
