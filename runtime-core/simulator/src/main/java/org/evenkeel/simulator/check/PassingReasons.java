package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.kernel.WaitReason;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * S22: a reason that passes by itself when all nodes and links work does not last, as far as it is
 * looked at.
 */
final class PassingReasons {

    private record Key(TaskId task, WaitReason reason, @Nullable NodeId other) {}

    private record Waiting(Grant grant, long sinceNanos) {}

    private final ClusterSight cluster;
    private final long limitNanos;

    /** Of each node what was found when it was looked at last. */
    private final Map<Integer, Map<Key, Waiting>> found = new LinkedHashMap<>();

    /**
     * @param limitNanos for which such a reason may last once all faults are repaired
     */
    PassingReasons(ClusterSight cluster, long limitNanos) {
        this.cluster = cluster;
        this.limitNanos = limitNanos;
    }

    /** A look at a node begins; what the last one found and this one does not is over. */
    Look look(NodeSight node) {
        Map<Key, Waiting> before = found.getOrDefault(node.index(), Map.of());
        Map<Key, Waiting> now = new LinkedHashMap<>();
        found.put(node.index(), now);
        return new Look(before, now);
    }

    /** One look at a node. */
    final class Look {
        private final Map<Key, Waiting> before;
        private final Map<Key, Waiting> now;

        private Look(Map<Key, Waiting> before, Map<Key, Waiting> now) {
            this.before = before;
            this.now = now;
        }

        /**
         * A task has such a reason.
         *
         * @param other the node that it is about; null for the one that is looked at
         * @param where the node and the task's state there
         */
        void found(
                TaskId task, Grant grant, WaitReason reason, @Nullable NodeId other, String where) {
            Key key = new Key(task, reason, other);
            Waiting known = before.get(key);
            Waiting begins = new Waiting(grant, cluster.nowNanos());
            Waiting waits =
                    known != null && cluster.isHealed() && known.grant().equals(grant)
                            ? known
                            : begins;
            now.put(key, waits);
            if (cluster.nowNanos() - waits.sinceNanos() > limitNanos) {
                throw new Violation(
                        "S22",
                        task,
                        "%s because of %s%s for longer than %s s"
                                .formatted(
                                        where,
                                        reason,
                                        other == null ? "" : " of " + other,
                                        limitNanos / 1e9));
            }
        }
    }
}
