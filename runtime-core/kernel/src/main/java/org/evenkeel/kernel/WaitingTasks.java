package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedCollection;
import java.util.SequencedMap;
import java.util.function.Consumer;
import org.evenkeel.model.JobId;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.TaskKind;
import org.evenkeel.model.TaskTraits;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that wait on one node, in two orders: what starts here next, and what is handed on
 * next. Prefetched tasks are not among them.
 *
 * <p>Higher priorities go first in both. Within one priority, under a worker-busy load:
 *
 * <ul>
 *   <li>spawned tasks start newest first, then submitted ones oldest first. The newest spawned task
 *       is the smallest, and the oldest would park as many parents as there are tasks;
 *   <li>submitted tasks are handed on oldest first, then spawned ones oldest first.
 * </ul>
 *
 * Under a queue-stack load spawned and submitted tasks are one stack: the newest starts, the oldest
 * is handed on ("A universal model of distributed dynamic load balancing").
 *
 * <p>Under either, tasks that are to run on this very node start before the others of their
 * priority, oldest first, and are handed on only when nothing can run here.
 *
 * <p>Every operation but iteration takes constant time and allocates map entries only.
 */
final class WaitingTasks {

    private static final int PRIORITIES = TaskKind.Options.MAX_PRIORITY + 1;

    private final boolean queueStack;
    private final NodeId self;

    /** Those that are to run here: taken from the front by both orders. By priority. */
    private final @Nullable Lane[] kept = new Lane[PRIORITIES];

    /** Taken from the front by both orders; unused under a queue-stack load. By priority. */
    private final @Nullable Lane[] submitted = new Lane[PRIORITIES];

    /** Started from the back, handed on from the front. By priority. */
    private final @Nullable Lane[] stacked = new Lane[PRIORITIES];

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

    /** Adds a task that was returned: it starts next among its like, and is handed on as before. */
    void addFront(HeldTask task) {
        put(task, true);
    }

    @SuppressWarnings("ReferenceEquality") // which of the arrays it is
    private void put(HeldTask task, boolean front) {
        TaskKind.Options options = task.task.kind().options();
        @Nullable Lane[] lanes = lanes(task);
        boolean stack = lanes == stacked;
        Lane lane = lanes[options.priority()];
        if (lane == null) {
            lane = new Lane();
            lanes[options.priority()] = lane;
        }
        if (lane.byId.containsKey(task.id())) {
            throw new IllegalStateException(task + " is waiting already");
        }
        if (front && !stack) {
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

    private @Nullable Lane[] lanes(HeldTask task) {
        if (isKept(task)) {
            return kept;
        }
        return queueStack || task.task.isSpawned() ? stacked : submitted;
    }

    /** Takes out the task to start here next, or null. */
    @Nullable HeldTask takeToStart() {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            Lane first = kept[priority];
            if (first != null && !first.byId.isEmpty()) {
                return taken(first.inOrder.removeFirst());
            }
            Lane stack = stacked[priority];
            if (stack != null && !stack.byId.isEmpty()) {
                return taken(stack.inOrder.removeLast());
            }
            Lane queue = submitted[priority];
            if (queue != null && !queue.byId.isEmpty()) {
                return taken(queue.inOrder.removeFirst());
            }
        }
        return null;
    }

    /** The task to start here next, or null; it continues waiting. */
    @Nullable HeldTask peekToStart() {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            Lane first = kept[priority];
            if (first != null && !first.byId.isEmpty()) {
                return first.inOrder.getFirst();
            }
            Lane stack = stacked[priority];
            if (stack != null && !stack.byId.isEmpty()) {
                return stack.inOrder.getLast();
            }
            Lane queue = submitted[priority];
            if (queue != null && !queue.byId.isEmpty()) {
                return queue.inOrder.getFirst();
            }
        }
        return null;
    }

    /** The tasks to start here next, at most so many; they continue waiting. */
    List<HeldTask> nextToStart(int most) {
        List<HeldTask> next = new ArrayList<>(Math.min(most, size));
        for (int priority = PRIORITIES - 1; priority >= 0 && next.size() < size; priority--) {
            Lane first = kept[priority];
            Lane stack = stacked[priority];
            Lane queue = submitted[priority];
            if (first != null) {
                addFirst(first.inOrder, most, next);
            }
            if (stack != null) {
                addFirst(stack.inOrder.reversed(), most, next);
            }
            if (queue != null) {
                addFirst(queue.inOrder, most, next);
            }
        }
        return next;
    }

    private static void addFirst(SequencedCollection<HeldTask> tasks, int most, List<HeldTask> to) {
        for (HeldTask task : tasks) {
            if (to.size() >= most) {
                return;
            }
            to.add(task);
        }
    }

    /** Takes out the task of a job to start here next, or null; may look at every waiting task. */
    @Nullable HeldTask takeOf(JobId job) {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            Lane first = kept[priority];
            HeldTask found = first == null ? null : firstOf(job, first.inOrder);
            Lane stack = stacked[priority];
            if (found == null && stack != null) {
                found = firstOf(job, stack.inOrder.reversed());
            }
            Lane queue = submitted[priority];
            if (found == null && queue != null) {
                found = firstOf(job, queue.inOrder);
            }
            if (found != null) {
                return remove(found.id());
            }
        }
        return null;
    }

    private static @Nullable HeldTask firstOf(JobId job, SequencedCollection<HeldTask> tasks) {
        for (HeldTask task : tasks) {
            if (task.task.kind().job().equals(job)) {
                return task;
            }
        }
        return null;
    }

    /** Takes out the task to hand to a neighbour next when nothing can run here, or null. */
    @Nullable HeldTask takeToHandOn() {
        HeldTask found = takeToHandOn(Integer.MAX_VALUE);
        for (int priority = PRIORITIES - 1; found == null && priority >= 0; priority--) {
            found = oldestBelow(Integer.MAX_VALUE, kept[priority]);
            if (found != null) {
                return taken(found);
            }
        }
        return found;
    }

    /**
     * Takes out the task to hand to a neighbour next, or null; not one that is to run here. Looks
     * at tasks handed over {@code hopLimit} times or more only to pass them by.
     */
    @Nullable HeldTask takeToHandOn(int hopLimit) {
        for (int priority = PRIORITIES - 1; priority >= 0 && size > 0; priority--) {
            HeldTask found = oldestBelow(hopLimit, submitted[priority]);
            if (found == null) {
                found = oldestBelow(hopLimit, stacked[priority]);
            }
            if (found != null) {
                return taken(found);
            }
        }
        return null;
    }

    private static @Nullable HeldTask oldestBelow(int hopLimit, @Nullable Lane lane) {
        if (lane == null || lane.byId.isEmpty()) {
            return null;
        }
        if (lane.inOrder.getFirst().hop < hopLimit) {
            return lane.inOrder.removeFirst();
        }
        for (HeldTask task : lane.inOrder) {
            if (task.hop < hopLimit) {
                return lane.byId.remove(task.id());
            }
        }
        return null;
    }

    /** Takes out one task, or null when it does not wait here. */
    @Nullable HeldTask remove(TaskId id) {
        for (int priority = 0; priority < PRIORITIES && size > 0; priority++) {
            HeldTask removed = removeFrom(kept[priority], id);
            if (removed == null) {
                removed = removeFrom(submitted[priority], id);
            }
            if (removed == null) {
                removed = removeFrom(stacked[priority], id);
            }
            if (removed != null) {
                return taken(removed);
            }
        }
        return null;
    }

    private static @Nullable HeldTask removeFrom(@Nullable Lane lane, TaskId id) {
        return lane == null || lane.byId.isEmpty() ? null : lane.byId.remove(id);
    }

    /** Whether this very custody waits here. */
    boolean contains(HeldTask task) {
        Lane lane = lanes(task)[task.task.kind().options().priority()];
        return lane != null && lane.byId.get(task.id()) == task;
    }

    /** The tasks that start before one that waits here, in their order. */
    List<HeldTask> before(HeldTask task) {
        List<HeldTask> all = nextToStart(size);
        int place = all.indexOf(task);
        return place < 0 ? List.of() : all.subList(0, place);
    }

    /** How many of these would start before a task that came now. */
    int ahead(TaskTraits newcomer) {
        int ahead = 0;
        for (int above = newcomer.priority() + 1; above < PRIORITIES; above++) {
            ahead += size(kept[above]) + size(stacked[above]) + size(submitted[above]);
        }
        int same = newcomer.priority();
        boolean goesFirst = self.equals(newcomer.node()) || queueStack || newcomer.spawned();
        return ahead
                + size(kept[same])
                + (goesFirst ? 0 : size(stacked[same]) + size(submitted[same]));
    }

    private static int size(@Nullable Lane lane) {
        return lane == null ? 0 : lane.byId.size();
    }

    /** Visits all tasks in the order of their start. The visitor must not add or take tasks. */
    void forEach(Consumer<? super HeldTask> visitor) {
        for (int priority = PRIORITIES - 1; priority >= 0; priority--) {
            Lane first = kept[priority];
            if (first != null) {
                first.inOrder.forEach(visitor);
            }
            Lane stack = stacked[priority];
            if (stack != null) {
                stack.inOrder.reversed().forEach(visitor);
            }
            Lane queue = submitted[priority];
            if (queue != null) {
                queue.inOrder.forEach(visitor);
            }
        }
    }

    private HeldTask taken(HeldTask task) {
        size--;
        keptSize -= isKept(task) ? 1 : 0;
        weight -= task.task.weight();
        jobWeights.remove(task.task.kind());
        return task;
    }

    /** Tasks of one priority and class, oldest first. */
    private static final class Lane {
        private final SequencedMap<TaskId, HeldTask> byId = new LinkedHashMap<>();

        /** The map's values, kept: to remove an end through them allocates nothing. */
        private final SequencedCollection<HeldTask> inOrder = byId.sequencedValues();
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
