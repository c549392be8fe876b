package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Outcome;
import org.evenkeel.model.Payload;
import org.evenkeel.model.Task;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * A task this node accepted: only here are its grants issued and its outcome committed.
 *
 * <p>States: {@code OPEN(g) -> OPEN(g+1) -> ... -> DONE -> forgotten}. It is OPEN while some grant
 * is current and DONE while its submitter has not acknowledged the outcome.
 */
final class OwnedTask {
    /** Its payload is its newest checkpoint, once it has one. */
    Task task;

    final long session;
    Grant grant;

    /**
     * The grant of an earlier owner under which it continues until this one issues its own; null
     * for none.
     */
    @Nullable Grant adopted;

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

    /** Whether it was read back after a restart and no node has said that it holds it. */
    boolean awaited;

    /** Whether a successor is being told that it is its own. */
    boolean isPassing;

    /** Who becomes its owner; null when it is not being passed on, or not known to whom. */
    @Nullable NodeRef successor;

    /** Whether this node's own copy became that successor's when it was passed on. */
    boolean isHeldHere;

    /** Of a submission that came while it was being written or passed on; 0 for none. */
    int submittedEpoch;

    /** The grant under which checkpoints of it came while it ran; null for none. */
    @Nullable Grant checkpointedUnder;

    /** How long it had run at the newest of them, and at the newest that is durable. */
    long checkpointedAtNanos;

    long durableAtNanos;

    /** How many came. */
    int checkpoints;

    int failures;

    /** When it is to be run again after a failure; 0 when it waits for nothing of the kind. */
    long retryNanos;

    DueTasks.@Nullable Due retryDue;

    /** When it ends, whatever it does by then; null when it has no deadline. */
    DueTasks.@Nullable Due deadline;

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

    /** Steps that wait until what was written of it is durable; no node may hear of it before. */
    int writing;

    boolean isReplicated() {
        return Replicas.isReplicated(this);
    }

    boolean isBeingWritten() {
        return writing > 0;
    }

    /** Whether a result under this grant counts. */
    boolean isUnder(Grant other) {
        return grant.equals(other) || other.equals(adopted);
    }

    /** Rule R7: whether a result of an earlier grant of the epoch counts, as the client said. */
    boolean isTakenLate(Grant earlier, Outcome late) {
        return task.kind().options().acceptStaleResults()
                && !isDone()
                && late.isSuccess()
                && earlier.epoch() == grant.epoch()
                && earlier.number() < grant.number();
    }

    /** The grant under which its holder has it. */
    Grant inForce() {
        return adopted == null ? grant : adopted;
    }

    /** All of it, for whoever continues as its owner. */
    TaskState state(Grant first) {
        return new TaskState(taskAsKept(), first, session, failures, deaths, outcome, ranOn);
    }

    /** The task; one that has ended without its bytes, which are given up. */
    Task taskAsKept() {
        return isDone()
                ? new Task(task.id(), task.kind(), Payload.NONE, task.weight(), task.parent())
                : task;
    }

    boolean isDone() {
        return outcome != null;
    }
}
