package org.evenkeel.kernel;

import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;

/**
 * What the parts of one node share: who it is, what time it is, what is to be done, what happened.
 */
final class NodeContext {
    final NodeRef self;
    final NodeConfig config;
    final Counters counters = new Counters();
    final TraceLog trace;
    final EffectBuffer out;
    final MoveTimes migrations = new MoveTimes(this);
    long now;

    /** When the first checkpoint of a task that has been started meanwhile is due. */
    long checkpointDueNanos = Long.MAX_VALUE;

    /** Whether workers are stopped: nothing that they are asked reaches them. */
    boolean workersFrozen;

    NodeContext(NodeConfig config) {
        this.config = config;
        this.self = config.self();
        this.trace = new TraceLog(config.limits().traceRecords());
        this.out = new EffectBuffer(counters);
    }

    /** A task begins to run here. */
    void begins(HeldTask task) {
        task.towards = null;
        task.suspendedAt = null;
        long every = task.checkpointNanos();
        if (every > 0) {
            task.checkpointDueNanos = now + every;
            checkpointDueNanos = Math.min(checkpointDueNanos, task.checkpointDueNanos);
        }
    }

    boolean isSelf(NodeRef node) {
        return node.incarnation() == self.incarnation() && node.id().equals(self.id());
    }

    /** The same of a task of which no record is here yet. */
    void traceBegin(Task task, TraceKind kind, String why) {
        trace.begin(now, task, kind, null, why);
    }

    void traceBegin(Task task, TraceKind kind, NodeId other, String why) {
        trace.begin(now, task, kind, other.name(), why);
    }

    void trace(TaskId task, TraceKind kind, String why) {
        trace.add(now, task, kind, null, -1, why);
    }

    void trace(TaskId task, TraceKind kind, NodeId other, String why) {
        trace.add(now, task, kind, other.name(), -1, why);
    }

    void trace(TaskId task, TraceKind kind, int slot, String why) {
        trace.add(now, task, kind, null, slot, why);
    }
}
