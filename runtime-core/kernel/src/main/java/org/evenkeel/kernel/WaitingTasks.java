package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.evenkeel.kernel.JobLanes.Lane;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskTraits;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait on one node, in two orders: what starts here next, and what is handed on
 * next. Prefetched tasks are not among them.
 *
 * <p>Higher priorities go first in both. Within one priority jobs take turns ({@link JobTurns}).
 * Within one job, under a worker-busy load:
 *
 * <ul>
 *   <li>spawned tasks start newest first, then submitted ones oldest first. The newest spawned task
 *       is the smallest, and the oldest would park as many parents as there are tasks;
 *   <li>submitted tasks are handed on oldest first, then spawned ones oldest first. A job's spawned
 *       tasks are not handed on before the submitted ones of others.
 * </ul>
 *
 * Under a queue-stack load spawned and submitted tasks are one stack: the newest starts, the oldest
 * is handed on ("A universal model of distributed dynamic load balancing").
 *
 * <p>Under either, tasks that are to run on this very node start before the others of their job and
 * priority, oldest first, and are handed on only when nothing can run here.
 *
 * <p>Every operation but iteration takes constant time, however many jobs wait here, and allocates
 * map entries only. To iterate over some tasks takes as long as there are of them.
 */
final class WaitingTasks {

    private static final int PRIORITIES = TaskKind.Options.MAX_PRIORITY + 1;
    private static final int NO_LIMIT = Integer.MAX_VALUE;
    private static final Predicate<HeldTask> ANY = _ -> true;

    private final boolean queueStack;
    private final NodeId self;

    /** By priority. */
    private final @Nullable JobTurns[] byPriority = new JobTurns[PRIORITIES];

    private final JobWeights jobWeights = new JobWeights();
    private int size;
    private int keptSize;
    private long weight;

    WaitingTasks(boolean queueStack, NodeId self) {
        this.queueStack = queueStack;
        this.self = self;
    }

    int size() {
        return size;
    }

    /** Of these, tasks that are not to run on this very node. */
    int mobile() {
        return size - keptSize;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** The tasks' weight (Y of the queue-stack load). */
    long weight() {
        return weight;
    }

    /** All work of the jobs that wait here (m), 0 when unknown. */
    long totalWeight() {
        return jobWeights.total();
    }

    /** Adds the newest task. */
    void add(HeldTask task) {
        put(task, false);
    }

    /** Adds a task that was returned: it starts next among its like of its job. */
    void addFront(HeldTask task) {
        put(task, true);
    }

    private void put(HeldTask task, boolean front) {
        int priority = task.task.kind().options().priority();
        JobTurns turns = byPriority[priority];
        if (turns == null) {
            turns = new JobTurns();
            byPriority[priority] = turns;
        }
        JobLanes lanes = turns.of(task.task.kind().job());
        Lane lane = lane(task, lanes);
        if (lane.byId.containsKey(task.id())) {
            throw new IllegalStateException(task + " is waiting already");
        }
        if (front && lane != lanes.stacked) {
            lane.byId.putFirst(task.id(), task);
        } else {
            lane.byId.put(task.id(), task);
        }
        size++;
        keptSize += isKept(task) ? 1 : 0;
        weight += task.task.weight();
        jobWeights.add(task.task.kind());
    }

    private boolean isKept(HeldTask task) {
        return self.equals(task.task.kind().options().node());
    }

    private Lane lane(HeldTask task, JobLanes lanes) {
        if (isKept(task)) {
            return lanes.kept;
        }
        return queueStack || task.task.isSpawned() ? lanes.stacked : lanes.submitted;
    }

    /** Takes out the task to start here next, or null. */
    @Nullable HeldTask takeToStart(long nowNanos) {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            JobTurns turns = byPriority[priority];
            JobLanes next = turns == null ? null : turns.next(nowNanos);
            if (turns != null && next != null) {
                HeldTask task = next.takeToStart();
                turns.taken(next);
                return taken(task);
            }
        }
        return null;
    }

    /** The task to start here next, or null; it continues waiting. */
    @Nullable HeldTask peekToStart(long nowNanos) {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            JobTurns turns = byPriority[priority];
            JobLanes next = turns == null ? null : turns.next(nowNanos);
            if (next != null) {
                return next.peekToStart();
            }
        }
        return null;
    }

    /** Takes out all tasks, in the order of their start. */
    List<HeldTask> takeAll() {
        List<HeldTask> all = nextToStart(size);
        all.forEach(this::remove);
        return all;
    }

    /**
     * The tasks to start here next, at most so many; they continue waiting. Where several jobs
     * wait, the order is the one that they would have if all tasks took long.
     */
    List<HeldTask> nextToStart(int most) {
        List<HeldTask> next = new ArrayList<>(Math.min(most, size));
        for (int priority = PRIORITIES - 1; priority >= 0 && next.size() < most; priority--) {
            JobTurns turns = byPriority[priority];
            if (turns != null) {
                turns.addInStartOrder(most, next);
            }
        }
        return next;
    }

    /** Takes out the task of a job to start here next, or null. */
    @Nullable HeldTask takeOf(JobId job) {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            JobTurns turns = byPriority[priority];
            JobLanes lanes = turns == null ? null : turns.find(job);
            if (turns != null && lanes != null) {
                HeldTask task = lanes.takeToStart();
                turns.taken(lanes);
                return taken(task);
            }
        }
        return null;
    }

    /**
     * Takes out the task to hand to a neighbour next when nothing can run here, or null.
     *
     * @param fit what may be handed on; else is passed by
     */
    @Nullable HeldTask takeToHandOn(Predicate<HeldTask> fit) {
        HeldTask found = takeToHandOn(NO_LIMIT, fit);
        for (int priority = PRIORITIES - 1; found == null && priority >= 0; priority--) {
            found = oldest(NO_LIMIT, fit, byPriority[priority], lanes -> lanes.kept);
        }
        return found;
    }

    /** The same, whatever it is. */
    @Nullable HeldTask takeToHandOn() {
        return takeToHandOn(ANY);
    }

    /**
     * Takes out the task to hand to a neighbour next, or null; not one that is to run here. Looks
     * at tasks handed over {@code hopLimit} times or more, or not fit, only to pass them by.
     */
    @Nullable HeldTask takeToHandOn(int hopLimit, Predicate<HeldTask> fit) {
        HeldTask found = null;
        for (int priority = PRIORITIES - 1; found == null && priority >= 0; priority--) {
            JobTurns turns = byPriority[priority];
            found = oldest(hopLimit, fit, turns, lanes -> lanes.submitted);
            if (found == null) {
                found = oldest(hopLimit, fit, turns, lanes -> lanes.stacked);
            }
        }
        return found;
    }

    private @Nullable HeldTask oldest(
            int hopLimit,
            Predicate<HeldTask> fit,
            @Nullable JobTurns turns,
            Function<JobLanes, Lane> which) {
        if (turns == null) {
            return null;
        }
        for (JobLanes lanes : turns.all()) {
            HeldTask found = oldest(hopLimit, fit, which.apply(lanes));
            if (found != null) {
                turns.passTurn(lanes);
                turns.taken(lanes);
                return taken(found);
            }
        }
        return null;
    }

    private static @Nullable HeldTask oldest(int hopLimit, Predicate<HeldTask> fit, Lane lane) {
        if (lane.byId.isEmpty()) {
            return null;
        }
        HeldTask first = lane.inOrder.getFirst();
        if (first.hop < hopLimit && fit.test(first)) {
            return lane.inOrder.removeFirst();
        }
        for (HeldTask task : lane.inOrder) {
            if (task.hop < hopLimit && fit.test(task)) {
                return lane.byId.remove(task.id());
            }
        }
        return null;
    }

    /** Takes out this very custody; whether it waited here. */
    boolean remove(HeldTask task) {
        JobTurns turns = byPriority[task.task.kind().options().priority()];
        JobLanes lanes = turns == null ? null : turns.find(task.task.kind().job());
        if (turns == null || lanes == null || !lane(task, lanes).byId.remove(task.id(), task)) {
            return false;
        }
        turns.taken(lanes);
        taken(task);
        return true;
    }

    /** Whether this very custody waits here. */
    boolean contains(HeldTask task) {
        JobTurns turns = byPriority[task.task.kind().options().priority()];
        JobLanes lanes = turns == null ? null : turns.find(task.task.kind().job());
        return lanes != null && lane(task, lanes).byId.get(task.id()) == task;
    }

    /** The tasks that start before one that waits here, in their order. */
    List<HeldTask> before(HeldTask task) {
        List<HeldTask> all = nextToStart(size);
        int place = all.indexOf(task);
        return place < 0 ? List.of() : all.subList(0, place);
    }

    /**
     * How many of these would start before a task that came now, if all of its priority are of one
     * job.
     */
    int ahead(TaskTraits newcomer) {
        int ahead = 0;
        for (int above = newcomer.priority() + 1; above < PRIORITIES; above++) {
            ahead += count(byPriority[above], false);
        }
        boolean goesFirst = self.equals(newcomer.node()) || queueStack || newcomer.spawned();
        return ahead + count(byPriority[newcomer.priority()], goesFirst);
    }

    private static int count(@Nullable JobTurns turns, boolean onlyKept) {
        int count = 0;
        if (turns != null) {
            for (JobLanes lanes : turns.all()) {
                int others = lanes.submitted.byId.size() + lanes.stacked.byId.size();
                count += lanes.kept.byId.size() + (onlyKept ? 0 : others);
            }
        }
        return count;
    }

    /** Visits all tasks in the order of their start. */
    void forEach(Consumer<? super HeldTask> visitor) {
        nextToStart(size).forEach(visitor);
    }

    private HeldTask taken(HeldTask task) {
        size--;
        keptSize -= isKept(task) ? 1 : 0;
        weight -= task.task.weight();
        jobWeights.remove(task.task.kind());
        return task;
    }

    /** The sum, over the jobs with waiting tasks, of what they say their whole work is. */
    private static final class JobWeights {
        private final SequencedMap<JobId, Share> byJob = new LinkedHashMap<>();
        private long total;

        long total() {
            return total;
        }

        void add(TaskKind kind) {
            long all = kind.options().totalWeight();
            if (all == 0) {
                return;
            }
            Share share = byJob.get(kind.job());
            if (share == null) {
                share = new Share();
                byJob.put(kind.job(), share);
            }
            share.tasks++;
            if (all > share.weight) {
                total += all - share.weight;
                share.weight = all;
            }
        }

        void remove(TaskKind kind) {
            if (kind.options().totalWeight() == 0) {
                return;
            }
            Share share = byJob.get(kind.job());
            if (share != null && --share.tasks == 0) {
                total -= share.weight;
                byJob.remove(kind.job());
            }
        }

        /** One job's greatest statement while tasks of it wait. */
        private static final class Share {
            private int tasks;
            private long weight;
        }
    }
}
