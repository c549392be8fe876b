package org.evenkeel.kernel;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.model.FailureCause;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * The failures of one job by their causes. A group is a class of exception and the place where it
 * was thrown, or a status when a task ended otherwise. What exceeds a bound is counted without a
 * group of its own.
 */
final class FailureGroups {
    static final int MAX_GROUPS = 50;

    /** Nodes that a group names. */
    static final int MAX_NODES = 50;

    /** Of a group and of a name in it, beside their characters; two bytes each. */
    private static final int GROUP_BYTES = 400;

    private static final int NODE_BYTES = 120;

    /** Memory for the groups of all jobs of a node. */
    static final class Memory {
        private long freeBytes;

        Memory(long bytes) {
            freeBytes = bytes;
        }

        private boolean take(long bytes) {
            if (bytes > freeBytes) {
                return false;
            }
            freeBytes -= bytes;
            return true;
        }

        private void release(long bytes) {
            freeBytes += bytes;
        }

        long freeBytes() {
            return freeBytes;
        }
    }

    /**
     * A task that ended without a result, or an attempt that did.
     *
     * @param ranOn the node that ran it last, empty if not known
     * @param atNanos when this node knew
     * @param retried whether it is run again
     */
    record Failure(TaskId task, Outcome outcome, String ranOn, long atNanos, boolean retried) {

        /** One that is not run again. */
        Failure(TaskId task, Outcome outcome, String ranOn, long atNanos) {
            this(task, outcome, ranOn, atNanos, false);
        }

        /** The text after a status that is no exception differs from task to task. */
        FailureCause cause() {
            return outcome.status() == Outcome.Status.FAILED
                    ? FailureCause.read(outcome.summary())
                    : FailureCause.NONE;
        }
    }

    private record Key(Outcome.Status status, FailureCause cause) {}

    private static final class Count {
        private final TaskId example;
        private final String summary;
        private final long firstNanos;
        private final Map<String, Long> nodes = new LinkedHashMap<>();
        private long count;
        private long retried;
        private long elsewhere;
        private long lastNanos;

        Count(Failure first, String summary) {
            this.example = first.task();
            this.summary = summary;
            this.firstNanos = first.atNanos();
        }
    }

    private final Memory memory;
    private final Map<Key, Count> groups = new LinkedHashMap<>();
    private @Nullable Count others;
    private long bytes;

    FailureGroups(Memory memory) {
        this.memory = memory;
    }

    void add(Failure failure) {
        Count count = of(failure);
        if (failure.retried()) {
            count.retried++;
        } else {
            count.count++;
        }
        count.lastNanos = failure.atNanos();
        String node = failure.ranOn();
        boolean named =
                !node.isEmpty()
                        && (count.nodes.containsKey(node)
                                || count.nodes.size() < MAX_NODES
                                        && take(NODE_BYTES + 2L * node.length()));
        if (named) {
            count.nodes.merge(node, 1L, Long::sum);
        } else {
            count.elsewhere++;
        }
    }

    private Count of(Failure failure) {
        Key key = new Key(failure.outcome().status(), failure.cause());
        Count known = groups.get(key);
        if (known != null) {
            return known;
        }
        String summary = failure.outcome().summary();
        long needed =
                GROUP_BYTES
                        + 2L * key.cause().exception().length()
                        + 2L * key.cause().place().length()
                        + 2L * summary.length();
        if (groups.size() < MAX_GROUPS && take(needed)) {
            Count fresh = new Count(failure, summary);
            groups.put(key, fresh);
            return fresh;
        }
        Count rest = others;
        if (rest == null) {
            rest = new Count(failure, "");
            others = rest;
        }
        return rest;
    }

    private boolean take(long needed) {
        boolean taken = memory.take(needed);
        bytes += taken ? needed : 0;
        return taken;
    }

    /** The job is not counted here any more. */
    void clear() {
        memory.release(bytes);
        bytes = 0;
        groups.clear();
        others = null;
    }

    /** The largest first; those without a group of their own last. */
    List<FailureGroup> list() {
        Stream<FailureGroup> all =
                groups.entrySet().stream()
                        .map(one ->
                                group(one.getKey().status(), one.getKey().cause(), one.getValue()))
                        .sorted(
                                Comparator.comparingLong(FailureGroup::count)
                                        .thenComparingLong(FailureGroup::retried)
                                        .reversed());
        Count rest = others;
        return rest == null
                ? all.toList()
                : Stream.concat(all, Stream.of(group(null, FailureCause.NONE, rest))).toList();
    }

    private static FailureGroup group(
            Outcome.@Nullable Status status, FailureCause cause, Count count) {
        return new FailureGroup(
                status,
                cause,
                count.count,
                count.retried,
                Map.copyOf(count.nodes),
                count.elsewhere,
                count.firstNanos,
                count.lastNanos,
                count.example,
                count.summary);
    }
}
