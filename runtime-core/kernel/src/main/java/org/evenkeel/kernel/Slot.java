package org.evenkeel.kernel;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.jspecify.annotations.Nullable;

/**
 * One slot: what runs in it, what was sent ahead, what waits in it for other tasks.
 *
 * <p>The worker follows the same rule as {@link #next()}: a parent whose children are done goes
 * before what was sent ahead.
 */
final class Slot {
    final int number;

    /** The job of a program that takes its tasks itself, or null for a worker's slot. */
    final @Nullable JobId servesOnly;

    @Nullable HeldTask running;
    final ArrayDeque<HeldTask> prefetched = new ArrayDeque<>();
    final Map<TaskId, Parked> parked = new LinkedHashMap<>();
    final ArrayDeque<HeldTask> ready = new ArrayDeque<>();

    /** Whether a recall is unanswered. */
    boolean recalling;

    /** A task that waits for children; or, with none, for others until its worker says so. */
    static final class Parked {
        final HeldTask task;
        final Set<TaskId> awaited = new LinkedHashSet<>();
        final boolean any;

        Parked(HeldTask task, boolean any) {
            this.task = task;
            this.any = any;
        }
    }

    Slot(int number, @Nullable JobId servesOnly) {
        this.number = number;
        this.servesOnly = servesOnly;
    }

    /** What one of this node's workers runs here; null for none, and for a program's own slot. */
    @Nullable HeldTask runsInWorker() {
        HeldTask task = running;
        boolean runs = task != null && task.state() == HeldTask.State.RUNNING;
        return runs && servesOnly == null ? task : null;
    }

    @Override
    public String toString() {
        return "slot %s runs %s, ready %s, ahead %s, parked %s%s"
                .formatted(
                        number,
                        running,
                        ready,
                        prefetched,
                        parked.keySet(),
                        recalling ? ", recalling" : "");
    }

    boolean isFree() {
        return running == null;
    }

    /**
     * Moves the next task that is already in the slot to its processor; null when there is none.
     */
    @Nullable HeldTask next() {
        running = ready.isEmpty() ? prefetched.pollFirst() : ready.pollFirst();
        return running;
    }

    /** Takes a task out, wherever in the slot it is; whether it was there. */
    boolean remove(HeldTask task) {
        if (running == task) {
            running = null;
            return true;
        }
        return prefetched.remove(task) || parked.remove(task.id()) != null || ready.remove(task);
    }
}
