package org.evenkeel.core;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * A task this node accepted: only here are its grants issued and its outcome committed.
 *
 * <p>States: {@code OPEN(g) -> OPEN(g+1) -> ... -> DONE -> forgotten}. It is OPEN while some grant
 * is current and DONE while its submitter has not acknowledged the outcome.
 */
final class OwnedTask {
    final Task task;
    final long session;
    Grant grant;

    /** This node's own copy, when it has custody itself. */
    @Nullable HeldTask here;

    /** Who has custody as far as the owner knows; null between two reports. */
    @Nullable NodeId holder;

    /** When custody last passed from here, or a holder last named it in a report. */
    long confirmedNanos;

    /** The last holder's report that named it. */
    long reportMark;

    @Nullable Outcome outcome;
    String ranOn = "";

    /** The parent's copy whose result this task's outcome becomes (a tail call). */
    @Nullable HeldTask tailFor;

    /** Whether it was read back after a restart and nobody has said that he holds it. */
    boolean awaited;

    int failures;
    final List<String> deaths = new ArrayList<>(0);

    OwnedTask(Task task, long session, Grant grant) {
        this.task = task;
        this.session = session;
        this.grant = grant;
    }

    TaskId id() {
        return task.id();
    }

    /** Whether it survives this process. */
    boolean isDurable() {
        return task.survivesOwner();
    }

    /** Whether its current state is not durable yet, so that nobody may hear of it. */
    boolean isBeingWritten() {
        return false;
    }

    boolean isDone() {
        return outcome != null;
    }
}
