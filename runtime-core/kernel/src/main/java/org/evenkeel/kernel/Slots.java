package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.load.KindTimes;
import org.evenkeel.kernel.load.RunTimes;
import org.evenkeel.kernel.trace.TraceKind;
import org.evenkeel.model.JobId;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.Assignment;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a node: starts tasks in them, keeps tiny tasks ahead of them, follows what waits in
 * them.
 */
final class Slots {
    private final NodeContext context;
    private final RunTimes runTimes = new RunTimes();
    private final KindTimes kindTimes = new KindTimes();
    private final Map<Integer, Slot> slots = new LinkedHashMap<>();
    private int workers;
    private int busy;
    private int prefetched;
    private long lastStartNanos;

    Slots(NodeContext context) {
        this.context = context;
    }

    /** Workers' slots open; programs that serve themselves are not counted. */
    int workers() {
        return workers;
    }

    int busy() {
        return busy;
    }

    int prefetched() {
        return prefetched;
    }

    Collection<Slot> all() {
        return slots.values();
    }

    @Nullable Slot get(int number) {
        return slots.get(number);
    }

    void open(int number, @Nullable JobId servesOnly) {
        if (slots.putIfAbsent(number, new Slot(number, servesOnly)) == null) {
            workers += servesOnly == null ? 1 : 0;
        }
    }

    /** Closes a slot and returns what was in it: the running task first. */
    List<HeldTask> close(Slot slot) {
        List<HeldTask> were = tasksIn(slot, null);
        were.forEach(task -> remove(slot, task));
        slots.remove(slot.number);
        workers -= slot.servesOnly == null ? 1 : 0;
        return were;
    }

    /** What is in a slot of one job (null: of any): the running task first. */
    List<HeldTask> tasksIn(Slot slot, @Nullable JobId job) {
        List<HeldTask> tasks = new ArrayList<>();
        if (slot.running != null) {
            tasks.add(slot.running);
        }
        tasks.addAll(slot.ready);
        slot.parked.values().forEach(parked -> tasks.add(parked.task));
        tasks.addAll(slot.prefetched);
        tasks.removeIf(task -> job != null && !task.task.kind().job().equals(job));
        return tasks;
    }

    /** Starts a task in a free worker's slot, lowest number first. */
    void start(HeldTask task, String reason) {
        for (Slot slot : slots.values()) {
            if (slot.isFree() && slot.servesOnly == null) {
                startIn(slot, task, reason);
                return;
            }
        }
        throw new IllegalStateException("no free slot for " + task);
    }

    /** The free slot of a program that takes this job's tasks itself. */
    @Nullable Slot freeAttached(JobId job) {
        for (Slot slot : slots.values()) {
            if (slot.isFree() && job.equals(slot.servesOnly)) {
                return slot;
            }
        }
        return null;
    }

    /** How many slots programs have here that take this job's tasks themselves. */
    int attachedOf(JobId job) {
        int count = 0;
        for (Slot slot : slots.values()) {
            count += job.equals(slot.servesOnly) ? 1 : 0;
        }
        return count;
    }

    void startIn(Slot slot, HeldTask task, String reason) {
        slot.running = task;
        countBusy(slot, 1);
        lastStartNanos = context.now;
        task.startedNanos = context.now;
        context.begins(task);
        task.become(HeldTask.State.RUNNING);
        task.slot = slot.number;
        context.trace(task.id(), TraceKind.STARTED, slot.number, reason);
        context.out.start(slot.number, new Assignment(task.task, task.grant));
    }

    /** Sends tasks ahead to busy workers as far as their windows have room. */
    void fillWindows(WaitingTasks waiting) {
        for (Slot slot : slots.values()) {
            HeldTask running = slot.running;
            if (running == null || slot.recalling || slot.servesOnly != null) {
                continue;
            }
            int window = window(running);
            int free = window - 1 - slot.prefetched.size();
            if (free * 2 < window) {
                continue; // more than half full: one larger batch later costs less than many small
                // ones
            }
            while (free > 0) {
                HeldTask next = waiting.peekToStart(context.now);
                if (next == null) {
                    return;
                }
                if (!sameWorker(running, next) || window(next) == 1) {
                    break;
                }
                waiting.takeToStart(context.now);
                next.become(HeldTask.State.PREFETCHED);
                next.slot = slot.number;
                slot.prefetched.addLast(next);
                prefetched++;
                free--;
                context.trace(
                        next.id(), TraceKind.PREFETCHED, slot.number, "tasks of its kind are tiny");
                context.out.start(slot.number, new Assignment(next.task, next.grant));
            }
        }
    }

    private static boolean sameWorker(HeldTask a, HeldTask b) {
        return a.task.kind().job().equals(b.task.kind().job());
    }

    /**
     * Tasks of this one's kind a worker may hold at a time; 1 when they are long or nothing is
     * known.
     */
    private int window(HeldTask like) {
        long predicted = runTimes.predictNanos(like.task.kind().name());
        NodeConfig.Limits limits = context.config.limits();
        if (predicted == RunTimes.UNKNOWN || predicted * 2 > limits.windowNanos()) {
            return 1;
        }
        return (int) Math.min(limits.windowTasks(), limits.windowNanos() / Math.max(1, predicted));
    }

    /** When a task was started last. */
    long lastStartNanos() {
        return lastStartNanos;
    }

    /** How long tasks like this one run here, or {@link RunTimes#UNKNOWN}. */
    long predictNanos(HeldTask like) {
        return runTimes.predictNanos(like.task.kind().name());
    }

    /** The same with how far tasks are from it. */
    RunTimes.Known known(HeldTask like) {
        return runTimes.known(like.task.kind().name());
    }

    /** Whether a task will be done by then, as far as is known of its kind. */
    boolean endsWithin(HeldTask task, long nanos) {
        long predicted = predictNanos(task);
        return predicted == RunTimes.UNKNOWN || AvailabilityWindow.withMargin(predicted) <= nanos;
    }

    /** Free slots and free window. */
    int room() {
        int room = 0;
        for (Slot slot : slots.values()) {
            if (slot.servesOnly == null) {
                room += slot.running == null ? 1 : 0;
                if (slot.running != null) {
                    room += Math.max(0, window(slot.running) - 1 - slot.prefetched.size());
                }
            }
        }
        return room;
    }

    /** What this node can be compared with others by. */
    KindTimes kindTimes() {
        return kindTimes;
    }

    /**
     * Learns how long a kind runs.
     *
     * @param whole whether it ran here from its beginning to its end
     */
    void learn(HeldTask task, long runNanos, boolean whole) {
        if (whole) {
            runTimes.finished(task.task.kind().name(), runNanos);
            kindTimes.finished(task.task.kind().name(), runNanos);
        }
        context.counters.runNanos += runNanos;
    }

    /**
     * Takes a task out of its slot and lets the slot continue with what is in it.
     *
     * @return whether the slot is free now and was not before
     */
    boolean remove(Slot slot, HeldTask task) {
        boolean ran = slot.running == task;
        boolean ahead = task.state() == HeldTask.State.PREFETCHED;
        if (!slot.remove(task)) {
            return false;
        }
        task.slot = -1;
        if (ahead) {
            prefetched--;
        }
        return ran && !advance(slot);
    }

    /** A copy that was stopped stays so, though its worker has yet to say that it has ended. */
    private static void become(HeldTask task, HeldTask.State state) {
        if (task.state() != HeldTask.State.GONE) {
            task.become(state);
        }
    }

    /** Lets the next task in the slot run; whether there is one. */
    private boolean advance(Slot slot) {
        HeldTask next = slot.next();
        if (next == null) {
            countBusy(slot, -1);
            return false;
        }
        if (next.state() == HeldTask.State.PREFETCHED) {
            prefetched--;
            next.startedNanos = context.now;
            context.begins(next);
            context.trace(next.id(), TraceKind.STARTED, slot.number, "next in its worker's window");
        }
        become(next, HeldTask.State.RUNNING);
        return true;
    }

    /**
     * A task waits for children, or for others until its worker says that it resumes.
     *
     * @param open those of its children that have no outcome yet; none when it waits for others
     * @return whether the slot is free now
     */
    boolean park(Slot slot, HeldTask task, List<TaskId> open, boolean any, boolean satisfied) {
        boolean ran = slot.running == task;
        if (!ran && !slot.remove(task)) {
            return false;
        }
        if (!ran && task.state() == HeldTask.State.PREFETCHED) {
            prefetched--;
        }
        if (satisfied) {
            if (!ran) {
                slot.ready.addLast(task);
                become(task, HeldTask.State.RUNNING);
            }
            return false;
        }
        Slot.Parked parked = new Slot.Parked(task, any);
        parked.awaited.addAll(open);
        slot.parked.put(task.id(), parked);
        become(task, HeldTask.State.PARKED);
        TraceKind how = open.isEmpty() ? TraceKind.PARKED_FOR_JOB : TraceKind.PARKED;
        context.trace(task.id(), how, slot.number, "");
        if (!ran) {
            return false;
        }
        slot.running = null;
        return !advance(slot);
    }

    /** A child's outcome is on its way to its parent's worker; the parent may continue. */
    void childDone(Slot slot, TaskId parent, TaskId child) {
        Slot.Parked parked = slot.parked.get(parent);
        if (parked == null || !parked.awaited.remove(child)) {
            return;
        }
        if (parked.any || parked.awaited.isEmpty()) {
            resume(slot, parked, TraceKind.READY);
        }
    }

    /** A parked task resumes by itself. */
    void resumed(Slot slot, TaskId task) {
        Slot.Parked parked = slot.parked.get(task);
        if (parked != null) {
            boolean early = !parked.awaited.isEmpty();
            resume(slot, parked, early ? TraceKind.RESUMED : TraceKind.RESUMED_FOR_JOB);
        }
    }

    private void resume(Slot slot, Slot.Parked parked, TraceKind how) {
        slot.parked.remove(parked.task.id());
        become(parked.task, HeldTask.State.RUNNING);
        context.trace(parked.task.id(), how, slot.number, "");
        slot.ready.addLast(parked.task);
        if (slot.running == null) {
            countBusy(slot, 1);
            slot.next();
        }
    }

    /** Asks the fullest windows to give tasks back, the last sent first. */
    void recall(int atMost) {
        int left = atMost;
        for (Slot slot : slots.values()) {
            if (left <= 0) {
                return;
            }
            if (slot.recalling || slot.prefetched.isEmpty()) {
                continue;
            }
            List<GrantedTask> asked = new ArrayList<>();
            var newestFirst = slot.prefetched.descendingIterator();
            while (newestFirst.hasNext() && left > 0) {
                HeldTask task = newestFirst.next();
                asked.add(new GrantedTask(task.id(), task.grant));
                left--;
            }
            slot.recalling = true;
            context.out.later(new Effect.RecallTasks(slot.number, asked));
        }
    }

    private void countBusy(Slot slot, int by) {
        if (slot.servesOnly == null) {
            busy += by;
        }
    }
}
