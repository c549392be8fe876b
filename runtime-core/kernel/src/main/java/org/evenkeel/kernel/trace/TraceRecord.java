package org.evenkeel.kernel.trace;

import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to a task on one node.
 *
 * @param seq counts the records of the node
 * @param atNanos on the node's own clock
 * @param task the task
 * @param kind what happened
 * @param other the other node, when there is one
 * @param slot the slot, -1 when there is none
 * @param reason why, empty when it speaks for itself
 * @param begin what the task is, where a node's records of it begin; else null
 */
public record TraceRecord(
        long seq,
        long atNanos,
        TaskId task,
        TraceKind kind,
        @Nullable String other,
        int slot,
        String reason,
        @Nullable Begin begin) {

    /**
     * What a task is.
     *
     * @param kind its kind, which also says the job
     * @param parent the task that spawned it, null for one from a client
     */
    public record Begin(TaskKind kind, @Nullable TaskId parent) {}
}
