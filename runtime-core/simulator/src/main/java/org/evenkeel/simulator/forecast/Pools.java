package org.evenkeel.simulator.forecast;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.simulator.forecast.History.Group;
import org.evenkeel.simulator.forecast.History.Key;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.jspecify.annotations.Nullable;

/**
 * From which finished tasks each open task is drawn: those of its kind in its job if there are
 * enough, else those of its kind in all jobs.
 */
final class Pools {
    /** Finished tasks of a kind below which nothing is said of it. */
    static final int LEAST_FINISHED = 10;

    private final History history;
    private final Map<Key, Pool> pools = new LinkedHashMap<>();
    private final Set<String> problems = new LinkedHashSet<>();
    private final Set<String> borrowed = new LinkedHashSet<>();

    /** Finished tasks that an open one may be like. */
    static final class Pool {
        private final List<Group> groups;
        private final boolean ofOtherJobs;
        private final List<List<String>> children;

        private Pool(List<Group> groups, boolean ofOtherJobs) {
            this.groups = List.copyOf(groups);
            this.ofOtherJobs = ofOtherJobs;
            this.children = groups.stream().flatMap(one -> one.children().stream()).toList();
        }

        List<Group> groups() {
            return groups;
        }

        int finished() {
            return children.size();
        }

        /** Of each finished task, the kinds of the tasks that it spawned. */
        List<List<String>> children() {
            return children;
        }

        /** Whether any of them spawned tasks. */
        boolean spawns() {
            return children.stream().anyMatch(some -> !some.isEmpty());
        }

        /** The part of their run time that follows the end of their children. */
        double afterShare() {
            double ran = groups.stream().mapToDouble(Group::ranNanos).sum();
            return ran == 0 ? 0 : groups.stream().mapToDouble(Group::afterNanos).sum() / ran;
        }
    }

    /** For the open tasks of a moment, and for what these may spawn. */
    Pools(Moment moment, History history) {
        this.history = history;
        Deque<Key> next = new ArrayDeque<>();
        for (OpenTask task : moment.open()) {
            if (task.place() != Place.PARKED) {
                next.add(new Key(task.job(), task.kind()));
            }
        }
        while (!next.isEmpty()) {
            Key key = next.remove();
            if (!pools.containsKey(key)) {
                require(key).children().stream()
                        .flatMap(List::stream)
                        .distinct()
                        .forEach(child -> next.add(new Key(key.job(), child)));
            }
        }
        for (OpenTask task : moment.open()) {
            Key key = new Key(task.job(), task.kind());
            Pool found = pools.containsKey(key) ? null : find(key);
            if (found != null) {
                pools.put(key, found);
            }
        }
    }

    private @Nullable Pool find(Key key) {
        Group own = history.group(key.job(), key.kind());
        if (own != null && own.finished() >= LEAST_FINISHED) {
            return new Pool(List.of(own), false);
        }
        Pool all = new Pool(history.groups(key.kind()), true);
        return all.finished() >= LEAST_FINISHED ? all : null;
    }

    private Pool require(Key key) {
        Pool found = find(key);
        if (found == null) {
            int finished = new Pool(history.groups(key.kind()), true).finished();
            String few =
                    switch (finished) {
                        case 0 -> "no task";
                        case 1 -> "only 1 task";
                        default -> "only " + finished + " tasks";
                    };
            problems.add(
                    "%s of kind %s had succeeded by then, %d are needed"
                            .formatted(few, key.kind(), LEAST_FINISHED));
            found = new Pool(List.of(), false);
        } else if (found.ofOtherJobs) {
            borrowed.add(key.kind());
        }
        pools.put(key, found);
        return found;
    }

    /** Why there can be no forecast; empty if there can be one. */
    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Kinds of which tasks of other jobs had to be taken, too. */
    List<String> borrowed() {
        return List.copyOf(borrowed);
    }

    /**
     * That of a kind in a job; null for a task that waits for its children and of whose kind too
     * few have ended.
     */
    @Nullable Pool of(String job, String kind) {
        return pools.get(new Key(job, kind));
    }
}
