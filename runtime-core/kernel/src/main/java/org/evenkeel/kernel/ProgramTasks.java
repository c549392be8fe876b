package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait for a program that takes them itself, in a slot that it has opened. They are not
 * among the {@link WaitingTasks}: no worker has their code, and no other node helps. Only a node
 * that leaves hands them on; from there they go to their owner, where the program is attached.
 */
final class ProgramTasks {
    static final String WAITS = "its program takes it itself, and is busy or not here";

    private final WaitingTasks waiting;

    ProgramTasks(boolean queueStack, NodeId self) {
        waiting = new WaitingTasks(queueStack, self);
    }

    int size() {
        return waiting.size();
    }

    void add(HeldTask task) {
        waiting.add(task);
    }

    /** Takes out the task of a job to start next, or null. */
    @Nullable HeldTask takeOf(JobId job) {
        return waiting.takeOf(job);
    }

    /** Takes out the task that a node that leaves hands on next, or null. */
    @Nullable HeldTask takeToHandOn() {
        return waiting.takeToHandOn();
    }

    /** Takes a task out, if it waits here. */
    void remove(HeldTask task) {
        waiting.remove(task);
    }

    /** Those of other owners than this node. */
    List<HeldTask> ofOthers(NodeId self) {
        List<HeldTask> others = new ArrayList<>();
        waiting.forEach(task -> {
            if (!task.owner.id().equals(self)) {
                others.add(task);
            }
        });
        return others;
    }
}
