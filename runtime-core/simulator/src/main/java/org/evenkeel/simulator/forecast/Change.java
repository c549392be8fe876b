package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.work.SimWork;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different from a moment on.
 *
 * @param policy another policy; null for the same
 * @param additions machines that join
 * @param removals machines that are not there
 * @param priorities of jobs: 0 (last) to 9 (first)
 */
public record Change(
        @Nullable String policy,
        List<Addition> additions,
        List<String> removals,
        Map<String, Integer> priorities) {

    /** Nothing. */
    public static final Change NONE = new Change(null, List.of(), List.of(), Map.of());

    /** Most machines that join. */
    public static final int MAX_ADDED = 1_000;

    /**
     * Machines that join, equal to one that is there.
     *
     * @param like its name
     */
    public record Addition(int count, String like) {
        private static final Pattern FORM = Pattern.compile("(?:([0-9]{1,4})x)?(.+)");

        public Addition {
            if (count < 1 || count > MAX_ADDED) {
                throw new IllegalArgumentException(
                        count + " machines cannot be added; use 1 to " + MAX_ADDED);
            }
        }

        /**
         * Reads {@code 2xm3}, or {@code m3} for one.
         *
         * @throws IllegalArgumentException if it is neither
         */
        public static Addition parse(String text) {
            Matcher matcher = FORM.matcher(text);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "\"" + text + "\" names no machine; write 2xm3 for two machines like m3");
            }
            String count = matcher.group(1);
            return new Addition(count == null ? 1 : Integer.parseInt(count), matcher.group(2));
        }

        @Override
        public String toString() {
            return count + "x" + like;
        }
    }

    public Change {
        additions = List.copyOf(additions);
        removals = List.copyOf(removals);
        priorities = Map.copyOf(priorities);
        for (int priority : priorities.values()) {
            if (priority < 0 || priority > 9) {
                throw new IllegalArgumentException(
                        "a priority is 0 (last) to 9 (first), not " + priority);
            }
        }
    }

    /** Whether nothing is different. */
    public boolean isNone() {
        return equals(NONE);
    }

    /** The priority of a job's tasks. */
    int priority(String job) {
        return priorities.getOrDefault(job, SimWork.NORMAL_PRIORITY);
    }

    /** The same without machines that are taken out elsewhere. */
    Change withoutRemoving(List<String> machines) {
        List<String> rest = new ArrayList<>(removals);
        rest.removeAll(machines);
        return new Change(policy, additions, rest, priorities);
    }

    /**
     * The moment as it would be: its open tasks have the same places in the list. What ran on a
     * machine that is not there waits at another one, with what it has done if tasks of its kind
     * can be suspended, else from its beginning.
     *
     * @throws IllegalArgumentException if a machine is named that is not there, or none is left
     */
    public Moment applyTo(Moment moment) {
        ChangedMachines changed = new ChangedMachines(moment.machines());
        additions.forEach(changed::add);
        removals.forEach(changed::remove);
        List<OpenTask> open = new ArrayList<>();
        for (OpenTask task : moment.open()) {
            if (removals.contains(task.machine())) {
                boolean keeps =
                        task.place() != Place.RUNNING || moment.suspendable().contains(task.kind());
                open.add(task.movedTo(changed.successorOf(task.machine()), keeps));
            } else {
                open.add(task);
            }
        }
        return new Moment(
                changed.machines(),
                policy == null ? moment.policy() : policy,
                moment.loadModel(),
                open,
                moment.finished(),
                moment.suspendable());
    }
}
