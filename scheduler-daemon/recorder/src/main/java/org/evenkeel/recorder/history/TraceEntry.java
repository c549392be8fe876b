package org.evenkeel.recorder.history;

import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * One record of a node's trace.
 *
 * @param node whose
 * @param incarnation of the node's process
 * @param seq counts the records of that process from 0
 * @param at microseconds since 1970 by the node's clock
 * @param task the task
 * @param what happened; null for what a later version may add
 * @param other the other node, empty when there is none
 * @param slot -1 when there is none
 * @param reason why, empty when it speaks for itself
 * @param begin what the task is, where a node's records of it begin; else null
 */
public record TraceEntry(
        String node,
        long incarnation,
        long seq,
        long at,
        TaskId task,
        @Nullable TraceKind what,
        String other,
        int slot,
        String reason,
        TraceRecord.@Nullable Begin begin) {}
