package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.simulator.forecast.Moment.FinishedTask;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.jspecify.annotations.Nullable;

/** What is known of how long tasks take, by kind and job, and on which machine. Immutable. */
final class History {
    /** Finished tasks on a machine below which nothing is said of its speed. */
    static final int LEAST_ON_MACHINE = 3;

    private final Map<String, Integer> machines = new LinkedHashMap<>();
    private final Map<Key, Group> groups = new LinkedHashMap<>();
    private final List<Observation> observations = new ArrayList<>();

    /** The tasks of a kind in a job. */
    record Key(String job, String kind) {}

    /** What is known of the tasks of a kind in a job. */
    static final class Group {
        private final int number;
        private final List<Observation> observations = new ArrayList<>();
        private final List<List<String>> children = new ArrayList<>();
        private double ranNanos;
        private double afterNanos;

        private Group(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        List<Observation> observations() {
            return observations;
        }

        /** Of each finished task, the kinds of the tasks that it spawned. */
        List<List<String>> children() {
            return children;
        }

        int finished() {
            return children.size();
        }

        double ranNanos() {
            return ranNanos;
        }

        double afterNanos() {
            return afterNanos;
        }
    }

    /**
     * A task that ended, or has run for some time.
     *
     * @param number its place among all
     * @param machines where it ran, by number
     * @param nanos how long it ran there
     */
    record Observation(int number, Group group, int[] machines, double[] nanos, boolean ended) {

        /** Whether it tells how fast its machine is. */
        boolean isOnOneMachine() {
            return machines.length == 1;
        }
    }

    /** Of a moment. */
    History(Moment moment) {
        for (Machine machine : moment.machines()) {
            number(machine.speedOf());
        }
        for (FinishedTask task : moment.finished()) {
            if (total(task.ran()) > 0) {
                Group group = groupOf(task.job(), task.kind());
                observe(group, task.ran(), true);
                group.children.add(task.children());
                group.ranNanos += total(task.ran());
                group.afterNanos += task.afterNanos();
            }
        }
        for (OpenTask task : moment.open()) {
            if (total(task.ran()) > 0) {
                observe(groupOf(task.job(), task.kind()), task.ran(), false);
            }
        }
    }

    private static long total(List<Stretch> ran) {
        return ran.stream().mapToLong(Stretch::nanos).sum();
    }

    private int number(String machine) {
        return machines.computeIfAbsent(machine, _ -> machines.size());
    }

    private Group groupOf(String job, String kind) {
        return groups.computeIfAbsent(new Key(job, kind), _ -> new Group(groups.size()));
    }

    private void observe(Group group, List<Stretch> ran, boolean ended) {
        Map<Integer, Long> byMachine = new LinkedHashMap<>();
        for (Stretch stretch : ran) {
            if (stretch.nanos() > 0) {
                byMachine.merge(number(stretch.machine()), stretch.nanos(), Long::sum);
            }
        }
        Observation one =
                new Observation(
                        observations.size(),
                        group,
                        byMachine.keySet().stream().mapToInt(Integer::intValue).toArray(),
                        byMachine.values().stream().mapToDouble(Long::doubleValue).toArray(),
                        ended);
        observations.add(one);
        group.observations.add(one);
    }

    List<Observation> observations() {
        return observations;
    }

    /** The number of a machine that is there, or of which something is known. */
    int machine(String name) {
        Integer number = machines.get(name);
        if (number == null) {
            throw new IllegalArgumentException("unknown machine " + name);
        }
        return number;
    }

    /** Machines that are there, or of which something is known. */
    int machines() {
        return machines.size();
    }

    /** All groups, in the order of their numbers. */
    List<Group> groups() {
        return List.copyOf(groups.values());
    }

    /** The tasks of a kind in a job, null if none has run. */
    @Nullable Group group(String job, String kind) {
        return groups.get(new Key(job, kind));
    }

    /** The tasks of a kind in all jobs. */
    List<Group> groups(String kind) {
        return groups.entrySet().stream()
                .filter(entry -> entry.getKey().kind().equals(kind))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** How many tasks ended on a machine that tell how fast it is. */
    int endedOn(String machine) {
        int number = machine(machine);
        int ended = 0;
        for (Observation one : observations) {
            ended += one.ended() && one.isOnOneMachine() && one.machines()[0] == number ? 1 : 0;
        }
        return ended;
    }

    /**
     * For each machine the least number of those that it can be compared with: both ran tasks of
     * the same kind and job, or both can be compared with a third.
     */
    int[] comparable() {
        int[] least = new int[machines.size()];
        for (int i = 0; i < least.length; i++) {
            least[i] = i;
        }
        Map<Integer, Integer> firstOfGroup = new LinkedHashMap<>();
        for (Observation one : observations) {
            if (one.ended() && one.isOnOneMachine()) {
                int machine = one.machines()[0];
                Integer first = firstOfGroup.putIfAbsent(one.group().number(), machine);
                if (first != null) {
                    join(least, first, machine);
                }
            }
        }
        for (int i = 0; i < least.length; i++) {
            least[i] = root(least, i);
        }
        return least;
    }

    private static void join(int[] least, int one, int other) {
        int a = root(least, one);
        int b = root(least, other);
        least[Math.max(a, b)] = Math.min(a, b);
    }

    private static int root(int[] least, int of) {
        int root = of;
        while (least[root] != root) {
            root = least[root];
        }
        return root;
    }
}
