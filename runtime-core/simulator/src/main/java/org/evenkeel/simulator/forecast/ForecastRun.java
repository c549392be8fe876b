package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.TaskKind;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimObserver;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.check.Violation;
import org.evenkeel.simulator.forecast.Draw.Spawned;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.RecordedWorkload;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;

/**
 * One simulated run from a moment on. What runs is started where it ran, with the rest of its work.
 * What waits is submitted where it waited, as soon as the nodes know of each other what runs; a
 * policy that moves no waiting tasks leaves it there. What waits for its children is submitted when
 * these have ended, where it is and before what waits there.
 */
final class ForecastRun implements SimObserver {
    static final long LATENCY_NANOS = 100_000;

    /** Loads have been told by then. */
    private static final long SETTLED_NANOS = 20 * LATENCY_NANOS;

    private static final long BYTES = 100;

    private final Moment before;
    private final Moment moment;
    private final Change change;
    private final Draw draw;
    private final History history;
    private final List<Machine> machines;
    private final Map<String, Integer> places = new LinkedHashMap<>();
    private final Map<String, String> kinds = new LinkedHashMap<>();
    private final IdentityHashMap<SimWork, Integer> tasks = new IdentityHashMap<>();
    private final int[] children;
    private final long[] ends;
    private final boolean pinned;
    private final boolean leavesWaiting;

    /**
     * A run that has not begun.
     *
     * @param before the moment as it was
     * @param change what is different
     * @param draw what open tasks of the moment do, and how fast machines are
     */
    ForecastRun(Moment before, Change change, Draw draw, History history) {
        this.before = before;
        this.moment = change.applyTo(before);
        this.change = change;
        this.draw = restarted(before, moment, draw);
        this.history = history;
        // The simulator's masters come first, and run nothing.
        this.machines =
                moment.machines().stream()
                        .sorted(Comparator.comparingInt(one -> one.slots() == 0 ? 0 : 1))
                        .toList();
        machines.forEach(machine -> places.put(machine.name(), places.size()));
        this.children = new int[moment.open().size()];
        this.ends = new long[moment.open().size()];
        Arrays.fill(ends, -1);
        for (OpenTask task : moment.open()) {
            if (task.parent() >= 0) {
                children[task.parent()]++;
            }
        }
        Policy policy = Policies.parse(moment.policy()).create(0);
        // Phases keep what they may still place; only tasks for certain nodes start at once.
        this.pinned = policy.phases() != null;
        this.leavesWaiting = !policy.movesWaiting(true);
    }

    /** What lost its machine and cannot be suspended begins anew. */
    private static Draw restarted(Moment before, Moment after, Draw drawn) {
        List<Draw.Task> all = new ArrayList<>();
        for (int i = 0; i < drawn.tasks().size(); i++) {
            Draw.Task task = drawn.tasks().get(i);
            boolean anew =
                    after.open().get(i).ran().isEmpty() && !before.open().get(i).ran().isEmpty();
            all.add(
                    anew
                            ? new Draw.Task(
                                    task.totalNanos(),
                                    task.totalNanos(),
                                    task.afterNanos(),
                                    task.children())
                            : task);
        }
        return new Draw(drawn.logSpeeds(), all);
    }

    /** The simulation, for a seed. */
    SimSpec spec(long seed) {
        int masters = (int) machines.stream().filter(machine -> machine.slots() == 0).count();
        ClusterSpec cluster =
                new ClusterSpec(
                        moment.policy(),
                        moment.loadModel(),
                        RecordedTopology.of(machines),
                        machines.size(),
                        machines.stream().map(machine -> Math.max(1, machine.slots())).toList(),
                        machines.stream().map(this::speed).toList(),
                        ClusterSpec.Leases.DEFAULT,
                        ClusterSpec.DEFAULT_LIMITS,
                        masters);
        return SimSpec.of(
                cluster,
                NetworkSpec.of(new Distribution.Fixed(LATENCY_NANOS)),
                new RecordedWorkload("a recorded moment", arrivals()),
                seed);
    }

    private double speed(Machine machine) {
        return Math.exp(draw.logSpeeds().get(history.machine(machine.speedOf())));
    }

    /**
     * Runs it.
     *
     * @return when the open tasks ended, nanoseconds after the moment, in their order
     * @throws ForecastRefusedException if they do not end
     */
    long[] run(long seed) {
        simulate(seed);
        for (int i = 0; i < ends.length; i++) {
            if (ends[i] < 0) {
                throw new ForecastRefusedException(
                        List.of(
                                "under policy "
                                        + moment.policy()
                                        + " a task of kind "
                                        + moment.open().get(i).kind()
                                        + " is rejected in the simulation"));
            }
        }
        return ends.clone();
    }

    /** The same, with what the simulator reports. */
    SimReport simulate(long seed) {
        try {
            return new Simulation(spec(seed)).observedBy(this).run();
        } catch (Violation e) {
            throw new ForecastRefusedException(
                    "the simulation with policy %s and seed %d does not end: %s"
                            .formatted(moment.policy(), seed, e.getMessage()),
                    e);
        }
    }

    private List<Workload.Arrival> arrivals() {
        int[] free = new int[machines.size()];
        for (int i = 0; i < free.length; i++) {
            free[i] = machines.get(i).slots();
        }
        List<Workload.Arrival> running = new ArrayList<>();
        List<Integer> waiting = new ArrayList<>();
        for (int i = 0; i < moment.open().size(); i++) {
            OpenTask task = moment.open().get(i);
            int machine = place(task);
            if (task.place() == Place.RUNNING && free[machine] > 0) {
                free[machine]--;
                running.add(
                        new Workload.Arrival(0, machine, work(i, pinned, priority(task)), true));
            } else if (task.place() != Place.PARKED || children[i] == 0) {
                waiting.add(i);
            }
        }
        long after = running.isEmpty() ? 0 : SETTLED_NANOS;
        List<Workload.Arrival> all = new ArrayList<>(running);
        for (int i : waiting) {
            OpenTask task = moment.open().get(i);
            boolean stays = leavesWaiting && task.machine().equals(before.open().get(i).machine());
            SimWork work = work(i, false, priority(task));
            all.add(new Workload.Arrival(after, place(task), work, stays));
        }
        return all;
    }

    private int priority(OpenTask task) {
        return change.priority(task.job());
    }

    private int place(OpenTask task) {
        return places.getOrDefault(task.machine(), 0);
    }

    private SimWork work(int number, boolean bound, int priority) {
        OpenTask task = moment.open().get(number);
        Draw.Task drawn = draw.tasks().get(number);
        SimWork work =
                work(
                        task.kind(),
                        priority,
                        drawn.leftNanos(),
                        drawn.afterNanos(),
                        drawn.children());
        SimWork placed = bound ? work.at("n" + place(task)) : work;
        tasks.put(placed, number);
        return placed;
    }

    private SimWork work(
            String kind, int priority, long nanos, long afterNanos, List<Spawned> spawned) {
        long after = Math.min(afterNanos, nanos - 1);
        List<SimWork> all =
                spawned.stream()
                        .map(child ->
                                work(
                                        child.kind(),
                                        priority,
                                        child.totalNanos(),
                                        child.afterNanos(),
                                        child.children()))
                        .toList();
        return new SimWork(
                kinds.computeIfAbsent(kind, _ -> "k" + kinds.size()),
                Math.max(1, nanos - after),
                Math.max(0, after),
                all,
                BYTES,
                BYTES,
                1,
                0,
                false,
                "",
                priority,
                !moment.suspendable().contains(kind));
    }

    @Override
    public List<Workload.Arrival> ended(SimWork work, long atNanos) {
        Integer number = tasks.get(work);
        if (number == null) {
            throw new IllegalStateException("a task that was not submitted has ended: " + work);
        }
        ends[number] = atNanos;
        int parent = moment.open().get(number).parent();
        if (parent < 0 || --children[parent] > 0) {
            return List.of();
        }
        OpenTask waits = moment.open().get(parent);
        if (waits.place() != Place.PARKED) {
            return List.of();
        }
        SimWork rest = work(parent, pinned, TaskKind.Options.MAX_PRIORITY);
        return List.of(new Workload.Arrival(atNanos, place(waits), rest, true));
    }
}
