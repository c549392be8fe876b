package org.evenkeel.core;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.model.Grant;
import org.evenkeel.model.TaskId;

/**
 * What moving started tasks took, as far as this node took part in it: T_pm_total is the sum of the
 * four parts (NRICS-SPM, "Process migration").
 */
public final class Migrations {

    /** Steps that are remembered. */
    static final int MOST = 1_000;

    /** The parts of a migration. */
    public enum Part {
        /** At the node it left: from when it was asked until its checkpoint was there. */
        OUT,
        /** There too: until its owner had the checkpoint. */
        FILE,
        /** At the node where it goes on: from its arrival until a worker had it. */
        WAIT,
        /** There too: until the worker had read the checkpoint. */
        IN
    }

    /**
     * One part of one migration.
     *
     * @param grant under which the task was at this node then
     * @param bytes of the checkpoint; 0 where that is not known
     */
    public record Step(long atNanos, TaskId task, Grant grant, Part part, long nanos, long bytes) {}

    private final Context context;
    private final ArrayDeque<Step> steps = new ArrayDeque<>();

    Migrations(Context context) {
        this.context = context;
    }

    void add(TaskId task, Grant grant, Part part, long nanos, long bytes) {
        if (steps.size() == MOST) {
            steps.removeFirst();
        }
        steps.addLast(new Step(context.now, task, grant, part, Math.max(0, nanos), bytes));
    }

    /** The last ones, oldest first. */
    List<Step> latest() {
        return new ArrayList<>(steps);
    }
}
