package org.evenkeel.simulator.work;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.trace.RecordedFact.Done;
import org.evenkeel.kernel.trace.RecordedFact.Node;
import org.evenkeel.kernel.trace.RecordedFact.Submitted;
import org.evenkeel.model.TaskId;
import org.evenkeel.simulator.work.Workload.Arrival;
import org.jspecify.annotations.Nullable;

/**
 * What a real cluster did, ready to be simulated: when and where tasks entered, how long they ran,
 * what they spawned. Immutable.
 *
 * @param workers of the nodes, by their names: n1, n2, ..., n10
 * @param workload the tasks of clients with the trees below them, from the first submission on
 * @param tasks in it, spawned ones included
 * @param unfinished tasks that are left out, because no end of them or of their parents is recorded
 * @param makespanNanos from the first submission to the last end, in reality
 * @param notes what was odd about the files
 */
public record Recording(
        List<Integer> workers,
        RecordedWorkload workload,
        long tasks,
        long unfinished,
        long makespanNanos,
        List<String> notes) {

    /** Deepest tree that is understood. */
    static final int MAX_DEPTH = 1000;

    public Recording {
        workers = List.copyOf(workers);
        notes = List.copyOf(notes);
    }

    /** Everything that was read, by task. */
    record Facts(
            List<Node> nodes,
            Map<TaskId, Submitted> tasks,
            Map<TaskId, Integer> enteredAt,
            Map<TaskId, Done> done) {}

    static Recording of(Facts facts, List<String> notes) {
        return new Builder(facts).build(notes);
    }

    /** Puts the trees together. */
    private static final class Builder {
        private final Facts facts;
        private final Map<TaskId, List<Submitted>> children = new LinkedHashMap<>();
        private long used;
        private long lastDone;

        Builder(Facts facts) {
            this.facts = facts;
            for (Submitted task : facts.tasks().values()) {
                if (task.parent() != null) {
                    children.computeIfAbsent(task.parent(), _ -> new ArrayList<>()).add(task);
                }
            }
        }

        Recording build(List<String> notes) {
            List<Submitted> roots = new ArrayList<>();
            for (Submitted task : facts.tasks().values()) {
                if (task.parent() == null && facts.done().containsKey(task.task())) {
                    roots.add(task);
                }
            }
            if (roots.isEmpty()) {
                throw new IllegalArgumentException(
                        "no task is recorded from its start to its end"
                                + (notes.isEmpty() ? "" : "; " + String.join("; ", notes)));
            }
            roots.sort(Comparator.comparingLong(Submitted::epochNanos));
            long first = roots.getFirst().epochNanos();
            List<Arrival> arrivals = new ArrayList<>(roots.size());
            for (Submitted root : roots) {
                SimWork work = work(root, 1);
                int node = facts.enteredAt().getOrDefault(root.task(), 0);
                arrivals.add(new Arrival(root.epochNanos() - first, node, work));
            }
            return new Recording(
                    facts.nodes().stream().map(node -> Math.max(1, node.workers())).toList(),
                    new RecordedWorkload(
                            "a recording of " + used + (used == 1 ? " task" : " tasks"), arrivals),
                    used,
                    facts.tasks().size() - used,
                    Math.max(0, lastDone - first),
                    notes);
        }

        private SimWork work(Submitted task, int depth) {
            if (depth > MAX_DEPTH) {
                throw new IllegalArgumentException(
                        "tasks spawned tasks %s levels deep, which is not supported"
                                .formatted(MAX_DEPTH));
            }
            Done done = done(task);
            used++;
            lastDone = Math.max(lastDone, done.epochNanos());
            List<SimWork> spawned = new ArrayList<>();
            long lastChild = Long.MIN_VALUE;
            for (Submitted child : lastLife(task)) {
                spawned.add(work(child, depth + 1));
                lastChild = Math.max(lastChild, done(child).epochNanos());
            }
            boolean tail = spawned.size() == 1 && lastChild > done.epochNanos();
            long after =
                    spawned.isEmpty()
                            ? 0
                            : Math.clamp(done.epochNanos() - lastChild, 0, done.runNanos());
            return new SimWork(
                    task.kind(),
                    Math.max(1, done.runNanos() - after),
                    after,
                    spawned,
                    task.bytes(),
                    done.bytes(),
                    task.weight(),
                    0,
                    tail);
        }

        private Done done(Submitted task) {
            @Nullable Done done = facts.done().get(task.task());
            if (done == null) {
                throw new IllegalStateException(task.task() + " has no end");
            }
            return done;
        }

        /**
         * The finished children of the execution that counted: one that was repeated spawned them
         * anew, in another worker, and so under another origin.
         */
        private List<Submitted> lastLife(Submitted parent) {
            List<Submitted> all = children.getOrDefault(parent.task(), List.of());
            @Nullable Submitted latest =
                    all.stream().max(Comparator.comparingLong(Submitted::epochNanos)).orElse(null);
            List<Submitted> kept = new ArrayList<>(all.size());
            for (Submitted child : all) {
                if (latest != null
                        && child.task().origin() == latest.task().origin()
                        && facts.done().containsKey(child.task())) {
                    kept.add(child);
                }
            }
            return kept;
        }
    }
}
