package org.evenkeel.recorder.whatif;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.simulator.forecast.Moment.FinishedTask;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.jspecify.annotations.Nullable;

/**
 * Puts the tasks of a moment together. Tasks that spawn tasks of their own kind differ by their
 * depth in the tree: their kinds are told apart by it.
 */
final class MomentTasks {

    private static final int MAX_DEPTH = 1_000;

    private final Map<String, RecordedTask> open = new LinkedHashMap<>();
    private final Map<String, RecordedTask> finished = new LinkedHashMap<>();
    private final Map<String, Integer> depths = new HashMap<>();
    private final Map<String, Set<Integer>> depthsOfKinds = new HashMap<>();
    private int unknown;

    /** Adds a task that has not ended, in the order in which they wait. */
    void addOpen(RecordedTask task) {
        open.put(task.id(), task);
    }

    /** Adds one that succeeded. */
    void addFinished(RecordedTask task) {
        finished.put(task.id(), task);
    }

    /** An open task of which the beginning is not recorded. */
    void addUnknown() {
        unknown++;
    }

    /** Open tasks that are left out because their kind is not recorded. */
    int unknown() {
        return unknown;
    }

    /** The task that was added with this id; null if there is none. */
    @Nullable RecordedTask task(String id) {
        RecordedTask task = open.get(id);
        return task == null ? finished.get(id) : task;
    }

    /** Tasks that have not ended. */
    List<RecordedTask> open() {
        return List.copyOf(open.values());
    }

    /** Leaves out those that have nothing to do any more. */
    void leaveOutOver() {
        open.values().removeIf(RecordedTask::isOver);
    }

    /** Leaves out open tasks of jobs that no node knows: their ends are not recorded. */
    void leaveOutJobsExcept(Set<String> jobs) {
        open.values().removeIf(task -> !jobs.contains(task.job()));
    }

    /** Finds the depth of each task: to be called when all have been added. */
    void findDepths() {
        open.values().forEach(this::findDepth);
        finished.values().forEach(this::findDepth);
    }

    private void findDepth(RecordedTask task) {
        int depth = depth(task);
        depths.put(task.id(), depth);
        depthsOfKinds.computeIfAbsent(task.kind(), _ -> new LinkedHashSet<>()).add(depth);
    }

    private int depth(RecordedTask task) {
        int depth = 0;
        RecordedTask at = task;
        while (depth < MAX_DEPTH) {
            String parent = at.parent();
            if (parent == null) {
                return depth;
            }
            depth++;
            RecordedTask above = task(parent);
            if (above == null) {
                return depth;
            }
            at = above;
        }
        return depth;
    }

    /** The kind of a task, with its depth if there are some at several depths. */
    private String kind(RecordedTask task) {
        boolean several = depthsOfKinds.getOrDefault(task.kind(), Set.of()).size() > 1;
        return several ? task.kind() + " at depth " + depths.get(task.id()) : task.kind();
    }

    /** Kinds by the names that these have here. */
    Set<String> named(Set<String> kinds) {
        Set<String> named = new LinkedHashSet<>();
        for (String kind : kinds) {
            Set<Integer> at = depthsOfKinds.getOrDefault(kind, Set.of());
            if (at.size() > 1) {
                at.forEach(depth -> named.add(kind + " at depth " + depth));
            } else {
                named.add(kind);
            }
        }
        return named;
    }

    /**
     * The open tasks.
     *
     * @param machines those that are there
     * @param otherwise the machine of a task whose own one is not there
     */
    List<OpenTask> openTasks(Set<String> machines, String otherwise) {
        Map<String, Integer> places = new HashMap<>();
        open.keySet().forEach(id -> places.put(id, places.size()));
        Set<String> parents = new LinkedHashSet<>();
        open.values().forEach(task -> parents.add(String.valueOf(task.parent())));
        finished.values().forEach(task -> parents.add(String.valueOf(task.parent())));
        List<OpenTask> all = new ArrayList<>();
        for (RecordedTask task : open.values()) {
            boolean there = machines.contains(task.node());
            boolean keeps = there || task.place() != Place.RUNNING;
            int parent = places.getOrDefault(String.valueOf(task.parent()), -1);
            all.add(
                    new OpenTask(
                            task.job(),
                            kind(task),
                            there || task.place() == Place.PARKED ? task.place() : Place.WAITING,
                            there ? task.node() : otherwise,
                            keeps ? task.stretches() : List.of(),
                            parents.contains(task.id()),
                            parent));
        }
        return all;
    }

    /**
     * The finished tasks, with the kinds of those of their children that had succeeded. Where only
     * the newest are known, parents that began before these ended are left out: some of their
     * children are not known.
     */
    List<FinishedTask> finishedTasks() {
        Map<String, List<RecordedTask>> children = new HashMap<>();
        for (RecordedTask task : finished.values()) {
            String parent = task.parent();
            if (parent != null) {
                children.computeIfAbsent(parent, _ -> new ArrayList<>()).add(task);
            }
        }
        boolean all = finished.size() < MomentSql.MAX_FINISHED;
        long oldest = finished.values().stream().mapToLong(RecordedTask::until).min().orElse(0);
        List<FinishedTask> known = new ArrayList<>();
        for (RecordedTask task : finished.values()) {
            if (!all && task.isParentSinceBefore(oldest)) {
                continue;
            }
            List<Stretch> ran = task.stretches();
            List<RecordedTask> spawned = lastLife(children.getOrDefault(task.id(), List.of()));
            known.add(
                    new FinishedTask(
                            task.job(),
                            kind(task),
                            ran,
                            spawned.isEmpty() ? 0 : task.afterNanos(),
                            spawned.stream().map(this::kind).toList()));
        }
        return known;
    }

    /** Of a parent that was repeated, the children of the last time: the newest come first. */
    private static List<RecordedTask> lastLife(List<RecordedTask> children) {
        return children.isEmpty()
                ? children
                : children.stream()
                        .filter(child -> child.origin().equals(children.getFirst().origin()))
                        .toList();
    }
}
