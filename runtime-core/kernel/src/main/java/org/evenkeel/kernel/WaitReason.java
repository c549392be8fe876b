package org.evenkeel.kernel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Why a task does not run at a node now. Answers and commands use the names as codes; later
 * versions may add some. The groups say which node gives the reason.
 */
public enum WaitReason {
    // ---- At the node that has the task

    /** Its submitter's quota of processors is used up at this node. */
    QUOTA,
    /** The next scheduling phase places it. */
    WAITS_FOR_PHASE,
    /** This node's policy plans when each task starts, and its time has not come. */
    PLANNED,
    /** Other tasks start before it. */
    BEHIND,
    /** Its submitter asked for this node, so that it is not handed on. */
    WANTED_HERE,
    /** It was sent ahead to a worker that still runs another. */
    SENT_AHEAD,
    /** It was offered to another node, which has not answered. */
    BEING_HANDED,
    /** It has started, and waits for its children. */
    WAITS_FOR_CHILDREN,
    /** It has started, and waits for other tasks of its job, or for a message. */
    WAITS_FOR_OTHERS,
    /** Its result is that of a child that has not ended. */
    WAITS_FOR_LAST_CHILD,
    /** It could continue, and its slot runs another task of its job. */
    SLOT_IN_USE,
    /** Its worker is frozen, because the machine's owner is active, say. */
    FROZEN,
    /** It was given to a worker that has not started yet. */
    WORKER_STARTING,
    /** This node's policy hands no waiting tasks on. */
    NOT_HANDED_ON,
    /** It was handed on as often as this node's policy allows. */
    HOP_LIMIT,
    /** A program takes it here itself, and runs another. */
    PROGRAM_BUSY,
    /** A program takes it itself, and is not attached here. */
    PROGRAM_AWAY,

    // ---- At the node that has the task, of a linked one that has room

    /** As far as this node knows, that one is full. */
    TAKEN_FOR_FULL,
    /** This node's policy hands on what is asked for, and that one has not asked. */
    NOT_ASKED,
    /** This node's policy does not give it to that one now. */
    NOT_CHOSEN,
    /** That one is of an earlier version, which does not know what the task's job asks for. */
    EARLIER_VERSION,

    // ---- At the node that had the task

    /** It has ended, and its owner has not said that it has the result. */
    RESULT_SENT,
    /** It was suspended, and its owner has not said that it has the checkpoint. */
    CHECKPOINT_SENT,
    /** There is no link with its owner. */
    OWNER_AWAY,

    // ---- Where it was submitted

    /** The master of scheduling phases has not admitted its job yet. */
    JOB_NOT_ADMITTED,

    // ---- At its owner

    /** Another node has it. */
    ELSEWHERE,
    /** There is no link with the node that has it. */
    HOLDER_AWAY,
    /** No node has said that it has it. */
    NOT_REPORTED,
    /** A replica of it is being written at another node. */
    BEING_WRITTEN,
    /** Another node becomes its owner. */
    BEING_PASSED,
    /** It has failed, and is run again after a delay. */
    WAITS_FOR_RETRY,
    /** It has ended; its program has not fetched the result. */
    ENDED,

    // ---- Of a node, for any task

    /** The node leaves the cluster. */
    LEAVING,
    /** By its calendar or a notice the node starts nothing, or not this task. */
    NOT_OPEN,
    /** The node has no worker. */
    NO_WORKERS,
    /** Its job asks for more than a worker of the node may have. */
    UNFIT,
    /** Every worker runs a task. */
    BUSY,
    /** A scheduling phase is under way. */
    PHASE,
    /** It holds its maximum of other nodes' tasks; only of a node that does not have the task. */
    FULL,
    /** The node that has the task has no link to this one. */
    NOT_LINKED,
    /** A worker is idle, and nothing stands against it. */
    HAS_ROOM;

    /**
     * Whether it keeps a task at the node that has it, so that no other one can start it. A task
     * that has started stays.
     */
    public boolean keepsFromOthers() {
        return switch (this) {
            case PLANNED,
                    WAITS_FOR_PHASE,
                    WANTED_HERE,
                    NOT_HANDED_ON,
                    HOP_LIMIT,
                    PROGRAM_BUSY,
                    PROGRAM_AWAY,
                    SENT_AHEAD,
                    BEING_HANDED,
                    WAITS_FOR_CHILDREN,
                    WAITS_FOR_OTHERS,
                    WAITS_FOR_LAST_CHILD,
                    SLOT_IN_USE,
                    FROZEN,
                    WORKER_STARTING,
                    PHASE,
                    WAITS_FOR_RETRY,
                    JOB_NOT_ADMITTED ->
                    true;
            default -> false;
        };
    }

    /** The same by the code; false for one of a later version. */
    public static boolean keepsFromOthers(String code) {
        WaitReason reason = of(code);
        return reason != null && reason.keepsFromOthers();
    }

    /** Whether it says where a task is that is elsewhere, and nothing of this node. */
    public boolean saysWhere() {
        return switch (this) {
            case RESULT_SENT,
                    CHECKPOINT_SENT,
                    OWNER_AWAY,
                    ELSEWHERE,
                    HOLDER_AWAY,
                    NOT_REPORTED,
                    BEING_WRITTEN,
                    BEING_PASSED,
                    ENDED ->
                    true;
            default -> false;
        };
    }

    /** The same by the code; false for one of a later version. */
    public static boolean saysWhere(String code) {
        WaitReason reason = of(code);
        return reason != null && reason.saysWhere();
    }

    private static @Nullable WaitReason of(String code) {
        return Arrays.stream(values())
                .filter(each -> each.name().equals(code))
                .findFirst()
                .orElse(null);
    }
}
