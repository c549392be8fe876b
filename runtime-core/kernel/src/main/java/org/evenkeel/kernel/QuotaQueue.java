package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.evenkeel.kernel.HeldTask.State;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that have to wait because their submitter has its quota of processors of this node. They
 * are not among the {@link WaitingTasks}, so that policies take the node for as free as it is for
 * every other submitter.
 *
 * <p>Of each submitter as many tasks are admitted as its quota says: those may wait, be sent ahead
 * and run like any other. A task that waits for its children gives its place up, and does not ask
 * for it again when it resumes. What is counted is looked up in the tasks themselves, so that none
 * can leave unnoticed.
 *
 * <p>Only jobs that were opened here are known. Without quotas nothing is kept and nothing asked.
 */
final class QuotaQueue {

    private final ProcessorQuotas quotas;
    private final boolean queueStack;
    private final NodeId self;
    private final WaitingTasks ordinary;
    private final boolean on;
    private final Map<JobId, String> submitters = new LinkedHashMap<>();
    private final Map<String, SubmitterTasks> bySubmitter = new LinkedHashMap<>();
    private int size;
    private boolean suspended;

    /** One submitter's. */
    private final class SubmitterTasks {
        private final int limit;
        private final WaitingTasks waiting = new WaitingTasks(queueStack, self);
        private final Set<HeldTask> admitted = new LinkedHashSet<>();

        SubmitterTasks(int limit) {
            this.limit = limit;
        }

        boolean hasRoom() {
            return admitted.size() < limit || used() < limit;
        }

        /** Counts those that hold a place, and forgets those that are not coming back for it. */
        int used() {
            int used = 0;
            Iterator<HeldTask> all = admitted.iterator();
            while (all.hasNext()) {
                HeldTask task = all.next();
                boolean there =
                        switch (task.state()) {
                            case READY -> ordinary.contains(task);
                            case PREFETCHED, RUNNING, PARKED -> task.slot >= 0;
                            case HANDING, DELEGATED, GONE -> false;
                        };
                if (!there) {
                    all.remove();
                } else if (task.state() != State.PARKED) {
                    used++;
                }
            }
            return used;
        }
    }

    /**
     * @param ordinary where admitted tasks wait
     */
    QuotaQueue(ProcessorQuotas quotas, boolean queueStack, WaitingTasks ordinary, NodeId self) {
        this.quotas = quotas;
        this.self = self;
        this.queueStack = queueStack;
        this.ordinary = ordinary;
        this.on = quotas.isOn();
    }

    void opened(JobId job, String submitter) {
        if (on && quotas.of(submitter) > 0 && submitters.put(job, submitter) == null) {
            claim(job);
        }
    }

    /** What came from another owner before its job did has waited like any other until now. */
    private void claim(JobId job) {
        List<HeldTask> here = new ArrayList<>();
        ordinary.forEach(task -> {
            if (task.task.kind().job().equals(job)) {
                here.add(task);
            }
        });
        for (HeldTask task : here) {
            if (holds(task)) {
                ordinary.remove(task);
            }
        }
    }

    void closed(JobId job) {
        if (submitters.remove(job) != null) {
            bySubmitter.values().removeIf(tasks -> tasks.waiting.isEmpty() && tasks.used() == 0);
        }
    }

    int size() {
        return size;
    }

    /** Whether the task has to wait; then it is here. Otherwise it is admitted, or not limited. */
    boolean holds(HeldTask task) {
        if (!on || suspended || task.task.kind().isServed()) {
            return false;
        }
        String submitter = submitters.get(task.task.kind().job());
        if (submitter == null) {
            return false;
        }
        SubmitterTasks tasks =
                bySubmitter.computeIfAbsent(submitter, name -> new SubmitterTasks(quotas.of(name)));
        if (tasks.admitted.contains(task)) {
            return false;
        }
        if (tasks.waiting.isEmpty() && tasks.hasRoom()) {
            tasks.admitted.add(task);
            return false;
        }
        tasks.waiting.add(task);
        size++;
        return true;
    }

    /** Whether a task waits here for its submitter's quota. */
    boolean isQueued(HeldTask task) {
        return size > 0
                && bySubmitter.values().stream().anyMatch(each -> each.waiting.contains(task));
    }

    /** The next task whose submitter has room for it, admitted; null when there is none. */
    @Nullable HeldTask admitNext(long nowNanos) {
        if (size == 0) {
            return null;
        }
        for (SubmitterTasks tasks : bySubmitter.values()) {
            if (!tasks.waiting.isEmpty() && tasks.hasRoom()) {
                HeldTask next = taken(tasks.waiting.takeToStart(nowNanos));
                if (next != null) {
                    tasks.admitted.add(next);
                    return next;
                }
            }
        }
        return null;
    }

    /** Takes out a fit task for a neighbour, of each submitter in turn; null if there is none. */
    @Nullable HeldTask takeToHandOn(int hopLimit, Predicate<HeldTask> fit) {
        if (size == 0) {
            return null;
        }
        for (Map.Entry<String, SubmitterTasks> entry : bySubmitter.entrySet()) {
            HeldTask found = taken(entry.getValue().waiting.takeToHandOn(hopLimit, fit));
            if (found != null) {
                bySubmitter.remove(entry.getKey());
                bySubmitter.put(entry.getKey(), entry.getValue());
                return found;
            }
        }
        return null;
    }

    /** Takes a task out, wherever it is. */
    void remove(HeldTask task) {
        if (size > 0) {
            for (SubmitterTasks tasks : bySubmitter.values()) {
                if (tasks.waiting.remove(task)) {
                    size--;
                }
            }
        }
    }

    /** From now on no submitter is queued by quota: the node leaves. What was is returned. */
    List<HeldTask> suspend() {
        suspended = true;
        List<HeldTask> all = new ArrayList<>();
        for (SubmitterTasks tasks : bySubmitter.values()) {
            all.addAll(tasks.waiting.takeAll());
        }
        size = 0;
        return all;
    }

    /** Places that a submitter's tasks hold, and how many tasks wait for one. */
    NodeStatus.Processors processors(String submitter) {
        SubmitterTasks tasks = bySubmitter.get(submitter);
        return tasks == null
                ? new NodeStatus.Processors(0, 0)
                : new NodeStatus.Processors(tasks.used(), tasks.waiting.size());
    }

    private @Nullable HeldTask taken(@Nullable HeldTask task) {
        size -= task == null ? 0 : 1;
        return task;
    }
}
