package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a cluster at one moment, and of what had ended until then. Immutable.
 *
 * @param machines those that take tasks at the moment, and those without slots
 * @param policy as {@code Policies.parse} reads it
 * @param loadModel as {@code LoadModels.parse} reads it
 * @param open tasks that have not ended, in the order in which they wait
 * @param finished tasks that had succeeded
 * @param suspendable kinds of which a task was suspended and resumed
 */
public record Moment(
        List<Machine> machines,
        String policy,
        String loadModel,
        List<OpenTask> open,
        List<FinishedTask> finished,
        Set<String> suspendable) {

    /**
     * A machine.
     *
     * @param slots tasks that it runs at a time; 0 for one that runs none
     * @param neighbours names of those it is linked with
     * @param speedOf the machine whose speed it has: itself, but for one that is only imagined
     */
    public record Machine(String name, int slots, List<String> neighbours, String speedOf) {

        public Machine {
            neighbours = List.copyOf(neighbours);
        }

        /** One that is there. */
        public Machine(String name, int slots, List<String> neighbours) {
            this(name, slots, neighbours, name);
        }
    }

    /** Time in which a task had a slot of a machine. */
    public record Stretch(String machine, long nanos) {}

    /** Where a task is that has not ended. */
    public enum Place {
        /** In a slot of its machine. */
        RUNNING,
        /** At its machine, for a slot. */
        WAITING,
        /** At its machine, started, for the end of its children. */
        PARKED
    }

    /**
     * A task that has not ended.
     *
     * @param kind name of its kind; tasks of one kind are taken to be alike
     * @param ran time in slots that counts, until the moment
     * @param spawned whether it has spawned tasks
     * @param parent place in {@link Moment#open} of the task that waits for it; -1 for none
     */
    public record OpenTask(
            String job,
            String kind,
            Place place,
            String machine,
            List<Stretch> ran,
            boolean spawned,
            int parent) {

        public OpenTask {
            ran = List.copyOf(ran);
        }

        /** The same task at another place, where it waits. */
        OpenTask movedTo(String other, boolean keepsProgress) {
            return new OpenTask(
                    job,
                    kind,
                    place == Place.PARKED ? Place.PARKED : Place.WAITING,
                    other,
                    keepsProgress ? ran : List.of(),
                    spawned,
                    parent);
        }
    }

    /**
     * A task that had succeeded.
     *
     * @param ran time in slots that counts, at least one stretch
     * @param afterNanos the part of it that followed the end of its children
     * @param children kinds of the tasks that it spawned
     */
    public record FinishedTask(
            String job, String kind, List<Stretch> ran, long afterNanos, List<String> children) {

        public FinishedTask {
            ran = List.copyOf(ran);
            children = List.copyOf(children);
        }
    }

    public Moment {
        machines = List.copyOf(machines);
        open = List.copyOf(open);
        finished = List.copyOf(finished);
        suspendable = Set.copyOf(suspendable);
        Map<String, Machine> known = byName(machines);
        for (OpenTask task : open) {
            if (!known.containsKey(task.machine())) {
                throw new IllegalArgumentException("a task at unknown machine " + task.machine());
            }
            if (task.parent() >= open.size()) {
                throw new IllegalArgumentException("a task with unknown parent " + task.parent());
            }
        }
    }

    private static Map<String, Machine> byName(List<Machine> machines) {
        Map<String, Machine> known = new LinkedHashMap<>();
        for (Machine machine : machines) {
            if (known.put(machine.name(), machine) != null) {
                throw new IllegalArgumentException("machine " + machine.name() + " is there twice");
            }
        }
        return known;
    }

    /** Jobs with open tasks, in the order of these. */
    public List<String> jobs() {
        List<String> jobs = new ArrayList<>();
        open.stream().map(OpenTask::job).distinct().forEach(jobs::add);
        return jobs;
    }

    /** The names of the machines, in their order. */
    public List<String> names() {
        return machines.stream().map(Machine::name).toList();
    }
}
