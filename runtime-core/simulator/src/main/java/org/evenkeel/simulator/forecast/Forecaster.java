package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.kernel.load.LoadModels;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;

/**
 * Says when the jobs of a moment end: as it is, and with a change. Each seed is one possible
 * continuation; with equal seeds both have the same speeds and the same tasks, so that they can be
 * compared one by one. Immutable; for any thread.
 */
public final class Forecaster {

    /** What no forecast takes into account, human-readable. */
    public static final List<String> LEFT_OUT =
            List.of(
                    "tasks that are not submitted yet",
                    "the network: messages take 0.1 ms, payloads, results and checkpoints no time",
                    "starts of workers and the loading of code",
                    "failures, and machines that leave, join, open or close later",
                    "quotas, workstations that their owners use, and memory",
                    "priorities that programs have given to their tasks",
                    "what the nodes have learnt of running times");

    private final Moment moment;
    private final Change change;
    private final History history;
    private final Pools pools;
    private final List<String> jobs;
    private final List<String> notes = new ArrayList<>();
    private final boolean whole;

    /**
     * For a moment and a change.
     *
     * @throws ForecastRefusedException if too little is known
     * @throws IllegalArgumentException if the change names a machine, job or policy that is not
     *     there
     */
    public Forecaster(Moment before, Change asked) {
        if (asked.policy() != null) {
            Policies.parse(asked.policy());
        }
        for (String job : asked.priorities().keySet()) {
            if (!before.jobs().contains(job)) {
                throw new IllegalArgumentException("job " + job + " has no open tasks then");
            }
        }
        History known = new History(before);
        List<String> unknown = new ArrayList<>(ofUnknownSpeed(before, known));
        List<String> dropped = new ArrayList<>(unknown);
        dropped.retainAll(asked.removals());
        unknown.removeAll(dropped);
        this.moment =
                dropped.isEmpty()
                        ? before
                        : new Change(null, List.of(), dropped, Map.of()).applyTo(before);
        this.change = asked.withoutRemoving(dropped);
        this.whole = dropped.isEmpty();
        this.history = dropped.isEmpty() ? known : new History(moment);
        this.pools = new Pools(moment, history);
        this.jobs = moment.jobs();
        refuseIfTooLittleIsKnown(unknown);
        note(dropped);
    }

    /** Machines that run tasks and whose speed cannot be compared with that of most others. */
    private static List<String> ofUnknownSpeed(Moment moment, History history) {
        int[] comparable = history.comparable();
        List<String> running = new ArrayList<>();
        Map<Integer, List<String>> known = new LinkedHashMap<>();
        for (Machine machine : moment.machines()) {
            String name = machine.name();
            if (machine.slots() > 0) {
                running.add(name);
                if (history.endedOn(name) >= History.LEAST_ON_MACHINE) {
                    known.computeIfAbsent(comparable[history.machine(name)], _ -> new ArrayList<>())
                            .add(name);
                }
            }
        }
        known.values().stream()
                .max(Comparator.comparingInt(List::size))
                .ifPresent(running::removeAll);
        return running;
    }

    private void refuseIfTooLittleIsKnown(List<String> unknown) {
        List<String> reasons = new ArrayList<>();
        try {
            Policies.parse(moment.policy());
            LoadModels.parse(moment.loadModel());
        } catch (IllegalArgumentException e) {
            reasons.add(String.valueOf(e.getMessage()));
        }
        if (moment.open().isEmpty()) {
            reasons.add("no task was open then");
        }
        if (moment.open().size() > Sampler.MAX_TASKS) {
            reasons.add("more than " + Sampler.MAX_TASKS + " tasks were open then");
        }
        if (moment.machines().stream().allMatch(machine -> machine.slots() == 0)) {
            reasons.add("no machine ran tasks then");
        }
        if (!unknown.isEmpty()) {
            reasons.add(
                    "the speed of "
                            + String.join(", ", unknown)
                            + " is not known: "
                            + History.LEAST_ON_MACHINE
                            + " tasks must have ended on each machine, of kinds that others also"
                            + " ran");
        }
        reasons.addAll(pools.problems());
        if (!reasons.isEmpty()) {
            throw new ForecastRefusedException(reasons);
        }
    }

    private void note(List<String> dropped) {
        if (!dropped.isEmpty()) {
            notes.add(
                    "left out, with and without the change: "
                            + String.join(", ", dropped)
                            + ", whose speed is not known");
        }
        if (!pools.borrowed().isEmpty()) {
            notes.add(
                    "running times of "
                            + String.join(", ", pools.borrowed())
                            + " include those of other jobs");
        }
        long parents =
                moment.open().stream()
                        .filter(task -> pools.of(task.job(), task.kind()) == null)
                        .count();
        if (parents > 0) {
            notes.add(
                    (parents == 1 ? "1 task waits" : parents + " tasks wait")
                            + " for children, and too few tasks of that kind have ended: the work"
                            + " after the children counts as nothing");
        }
        int beyond = Sampler.even(history, pools).beyondAll(moment);
        if (beyond > 0) {
            notes.add(
                    (beyond == 1 ? "1 task has run" : beyond + " tasks have run")
                            + " longer than any finished task of that kind: the rest of the running"
                            + " time is a guess");
        }
        if (begun(change.applyTo(moment)) < begun(moment)) {
            notes.add("tasks that run on a removed machine start again elsewhere");
        }
    }

    private static long begun(Moment moment) {
        return moment.open().stream().filter(task -> !task.ran().isEmpty()).count();
    }

    /** Jobs with open tasks, in the order of {@link #ends}. */
    public List<String> jobs() {
        return jobs;
    }

    /** How many tasks of a job are open. */
    public long openTasks(String job) {
        return moment.open().stream().filter(task -> task.job().equals(job)).count();
    }

    /** What makes this forecast doubtful, human-readable. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Whether all machines are in it: none was left out because its speed is not known. */
    public boolean isWhole() {
        return whole;
    }

    /** Whether anything is different with the change. */
    public boolean hasChange() {
        return !change.isNone();
    }

    /**
     * One continuation.
     *
     * @param changed whether with the change
     * @return for each job the time from the moment to the end of all tasks that are open then,
     *     nanoseconds
     * @throws ForecastRefusedException if the simulation does not end
     */
    public long[] ends(boolean changed, long seed) {
        Draw draw = new Sampler(history, pools, new SplittableRandom(seed)).of(moment);
        ForecastRun run = new ForecastRun(moment, changed ? change : Change.NONE, draw, history);
        return ofJobs(run.run(seed));
    }

    private long[] ofJobs(long[] ends) {
        long[] ofJobs = new long[jobs.size()];
        for (int i = 0; i < ends.length; i++) {
            OpenTask task = moment.open().get(i);
            int job = jobs.indexOf(task.job());
            ofJobs[job] = Math.max(ofJobs[job], ends[i]);
        }
        return ofJobs;
    }
}
