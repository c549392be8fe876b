package org.evenkeel.recorder.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.history.Run.Ended;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs out of the records of all nodes. The records of a node come in their order; those of
 * several nodes may come in any. For one thread.
 */
public final class RunHistory {

    /** How the kernel's reason begins where a task that failed is granted again. */
    private static final String RETRY = "retry ";

    private final Map<String, NodeSlots> nodes = new HashMap<>();
    private final List<Run> ended = new ArrayList<>();

    /** A slot: what runs in it, and what has waited and is next. */
    private static final class Slot {
        @Nullable TaskId running;
        long begin;
        final Deque<TaskId> ready = new ArrayDeque<>();
    }

    /** Adds the next record of a node. */
    public void add(TraceEntry entry) {
        NodeSlots node = nodes.computeIfAbsent(entry.node(), NodeSlots::new);
        node.reached(entry);
        if (entry.what() == null) {
            return;
        }
        switch (entry.what()) {
            case STARTED -> node.started(entry);
            case READY, RESUMED, RESUMED_FOR_JOB -> node.resumed(entry);
            case PARKED, PARKED_FOR_JOB -> node.end(entry, Ended.WAITING);
            case FINISHED, DELEGATED -> node.end(entry, Ended.FINISHED);
            case COMMITTED ->
                    node.end(entry, entry.reason().isEmpty() ? Ended.FINISHED : Ended.FAILED);
            case GRANTED ->
                    node.end(entry, entry.reason().startsWith(RETRY) ? Ended.FAILED : Ended.LOST);
            case SUSPENDED, KEPT -> node.end(entry, Ended.MOVED);
            case RETURNED -> node.end(entry, Ended.RETURNED);
            case LOST, DROPPED, CANCELLED -> node.end(entry, Ended.LOST);
            default -> {
                // the task stays where it is
            }
        }
    }

    /** Runs that have ended since the last call, in the order of their ends at each node. */
    public List<Run> takeEnded() {
        List<Run> taken = List.copyOf(ended);
        ended.clear();
        return taken;
    }

    /** Runs that have not ended. */
    public List<Run> open() {
        List<Run> open = new ArrayList<>();
        for (NodeSlots node : nodes.values()) {
            node.slots.forEach((number, slot) -> {
                TaskId task = slot.running;
                if (task != null) {
                    open.add(
                            new Run(
                                    node.name,
                                    number,
                                    task,
                                    slot.begin,
                                    Math.max(slot.begin, node.newest),
                                    Ended.RUNNING,
                                    ""));
                }
            });
        }
        return open;
    }

    private final class NodeSlots {
        final String name;
        final Map<Integer, Slot> slots = new HashMap<>();
        final Map<TaskId, Integer> slotOf = new HashMap<>();
        long incarnation;
        long newest;

        NodeSlots(String name) {
            this.name = name;
        }

        /** What ran in an earlier process of the node ended with it. */
        void reached(TraceEntry entry) {
            if (incarnation != 0 && entry.incarnation() != incarnation) {
                for (Map.Entry<Integer, Slot> each : slots.entrySet()) {
                    TaskId task = each.getValue().running;
                    if (task != null) {
                        ran(each.getKey(), each.getValue(), newest, Ended.LOST, "its node ended");
                    }
                }
                slots.clear();
                slotOf.clear();
            }
            incarnation = entry.incarnation();
            newest = entry.at();
        }

        void started(TraceEntry entry) {
            Slot slot = slots.computeIfAbsent(entry.slot(), _ -> new Slot());
            TaskId before = slot.running;
            if (before != null) {
                slotOf.remove(before);
                ran(entry.slot(), slot, entry.at(), Ended.LOST, "no record of its end");
            }
            begin(slot, entry.slot(), entry.task(), entry.at());
        }

        private void begin(Slot slot, int number, TaskId task, long at) {
            slot.running = task;
            slot.begin = at;
            slotOf.put(task, number);
        }

        void resumed(TraceEntry entry) {
            Slot slot = slots.computeIfAbsent(entry.slot(), _ -> new Slot());
            if (slot.running == null) {
                begin(slot, entry.slot(), entry.task(), entry.at());
            } else {
                slotOf.put(entry.task(), entry.slot());
                slot.ready.add(entry.task());
            }
        }

        void end(TraceEntry entry, Ended how) {
            Integer number = slotOf.remove(entry.task());
            Slot slot = number == null ? null : slots.get(number);
            if (slot == null || number == null) {
                return;
            }
            if (!entry.task().equals(slot.running)) {
                slot.ready.remove(entry.task());
                return;
            }
            ran(number, slot, entry.at(), how, entry.reason());
            TaskId next = slot.ready.poll();
            if (next != null) {
                begin(slot, number, next, entry.at());
            }
        }

        private void ran(int number, Slot slot, long at, Ended how, String reason) {
            TaskId task = slot.running;
            if (task != null) {
                long end = Math.max(slot.begin, at);
                ended.add(new Run(name, number, task, slot.begin, end, how, reason));
                slot.running = null;
            }
        }
    }
}
