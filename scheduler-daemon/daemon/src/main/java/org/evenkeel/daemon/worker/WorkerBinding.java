package org.evenkeel.daemon.worker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.driver.LongTable;
import org.evenkeel.daemon.worker.guard.Limits;
import org.evenkeel.model.Digest;
import org.evenkeel.model.Grant;
import org.evenkeel.model.JobId;
import org.evenkeel.model.Resources;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.protocol.Assignment;
import org.jspecify.annotations.Nullable;

/** One job in one slot: the worker that serves it, or the tasks that wait for one. */
final class WorkerBinding {

    final int slot;
    final JobId job;
    final Digest bundle;
    final Resources asked;
    final Limits limits;

    /** Tasks for a worker that is not here yet. */
    final List<Assignment> pending = new ArrayList<>();

    /** Tasks that were given and have not ended, waiting ones included. */
    private final LongTable inside = new LongTable();

    /** The same without their grants, of which a task may have two for a moment. */
    private final Map<TaskId, Integer> tasks = new HashMap<>();

    @Nullable WorkerProcess worker;
    long lastUsedNanos;
    boolean jobEnded;

    /**
     * @param limits what its worker may take
     */
    WorkerBinding(int slot, TaskKind kind, Limits limits) {
        this.slot = slot;
        this.job = kind.job();
        this.bundle = kind.bundle();
        this.asked = kind.options().resources();
        this.limits = limits;
    }

    /** What its worker must be. */
    WorkerProcess.Form form() {
        return new WorkerProcess.Form(limits.heapBytes(), asked.worker());
    }

    boolean isIdle() {
        return inside.count() == 0 && pending.isEmpty();
    }

    void entered(TaskId task, Grant grant) {
        if (!holds(task, grant)) {
            inside.add(key(task, grant), 1);
            tasks.merge(task, 1, Integer::sum);
        }
    }

    void left(TaskId task, Grant grant) {
        if (holds(task, grant)) {
            inside.remove(key(task, grant));
            tasks.computeIfPresent(task, (id, grants) -> grants == 1 ? null : grants - 1);
        }
    }

    boolean holds(TaskId task, Grant grant) {
        return inside.contains(key(task, grant));
    }

    /** Under whatever grant. */
    boolean holds(TaskId task) {
        return tasks.containsKey(task);
    }

    /** One number for the pair; two different pairs practically never share it. */
    private static long key(TaskId task, Grant grant) {
        long mixed = (task.origin() ^ task.number() * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        mixed ^= mixed >>> 31;
        mixed += (long) grant.epoch() << 32 | grant.number();
        return mixed == 0 ? 1 : mixed;
    }
}
