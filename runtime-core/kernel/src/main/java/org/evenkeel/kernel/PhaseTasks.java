package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that wait apart because of scheduling phases: new ones that no phase has scheduled yet
 * (where a policy leaves that to phases), and those that came while the node was frozen. They are
 * not among the {@link WaitingTasks}: nothing here starts or is handed on by itself.
 */
final class PhaseTasks {
    static final String PLACED_NEXT = "the next scheduling phase places it";

    private final WaitingTasks schedulable;
    private final WaitingTasks late;
    private boolean frozen;
    private boolean scheduling;
    private boolean suspended;

    PhaseTasks(boolean queueStack, NodeId self) {
        schedulable = new WaitingTasks(queueStack, self);
        late = new WaitingTasks(queueStack, self);
    }

    /** From step 1 of a phase until this node's plan is done. */
    boolean isFrozen() {
        return frozen;
    }

    void freeze() {
        frozen = true;
    }

    /** The node continues; the tasks that came meanwhile, to be placed. */
    List<HeldTask> thaw() {
        frozen = false;
        return takeAll(late);
    }

    /** Whether new tasks wait for a phase from now on; returns those that need not any more. */
    List<HeldTask> schedule(boolean byPhases) {
        scheduling = byPhases;
        return byPhases ? List.of() : takeAll(schedulable);
    }

    /** The node leaves: nothing is kept here from now on. What was is returned. */
    List<HeldTask> suspend() {
        suspended = true;
        frozen = false;
        List<HeldTask> all = takeAll(schedulable);
        all.addAll(takeAll(late));
        return all;
    }

    private static List<HeldTask> takeAll(WaitingTasks from) {
        List<HeldTask> all = new ArrayList<>(from.size());
        for (HeldTask task = from.takeToHandOn(); task != null; task = from.takeToHandOn()) {
            all.add(task);
        }
        return all;
    }

    /**
     * Why a task that did not come by a hand-over has to wait here, where it is then; or null. No
     * phase has to find a place for one that is to run at a certain node, or to resume there.
     */
    @Nullable String keeps(HeldTask task) {
        if (suspended || task.task.kind().isServed()) {
            return null;
        }
        if (frozen) {
            late.add(task);
            return "a scheduling phase is under way";
        }
        boolean placed = task.task.kind().options().node() != null || task.towards != null;
        if (scheduling && !placed) {
            schedulable.add(task);
            return PLACED_NEXT;
        }
        return null;
    }

    /**
     * Takes back a task for any node that another one has refused in a phase: no phase has
     * scheduled it. What this node reports at the end of the phase includes it, so that the next
     * phase sends it elsewhere.
     *
     * @return why it waits here, or null when it does not: no phase is under way, or phases do not
     *     place new tasks
     */
    @Nullable String takesBack(HeldTask task) {
        if (!frozen || !scheduling || task.task.kind().isServed()) {
            return null;
        }
        schedulable.add(task);
        return PLACED_NEXT;
    }

    /** Tasks that no phase has scheduled. */
    int schedulable() {
        return schedulable.size();
    }

    /** All that wait here. */
    int size() {
        return schedulable.size() + late.size();
    }

    /** Takes out the schedulable task to run next, or null. */
    @Nullable HeldTask takeSchedulable() {
        return schedulable.takeToHandOn();
    }

    /** Takes out the schedulable task to hand on next, or null; what is not fit is passed by. */
    @Nullable HeldTask takeSchedulable(Predicate<HeldTask> fit) {
        return schedulable.takeToHandOn(fit);
    }

    /** Whether a task waits here. */
    boolean isKept(HeldTask task) {
        return schedulable.contains(task) || late.contains(task);
    }

    /** Takes a task out, wherever it is. */
    void remove(HeldTask task) {
        if (!schedulable.remove(task)) {
            late.remove(task);
        }
    }
}
