package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.NetworkSpec;
import org.evenkeel.simulator.SimObserver;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.forecast.Moment.FinishedTask;
import org.evenkeel.simulator.forecast.Moment.Machine;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.evenkeel.simulator.work.Distribution;
import org.evenkeel.simulator.work.RecordedWorkload;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;

/** A simulated job from its beginning to its end, as a recorder would have seen it. */
final class RecordedRun implements SimObserver {
    static final String JOB = "j";

    private final ClusterSpec cluster;
    private final List<Workload.Arrival> arrivals;
    private final IdentityHashMap<SimWork, List<Ran>> ran = new IdentityHashMap<>();
    private final IdentityHashMap<SimWork, Long> ends = new IdentityHashMap<>();

    private record Ran(int node, long fromNanos, long toNanos) {}

    private RecordedRun(ClusterSpec cluster, List<Workload.Arrival> arrivals) {
        this.cluster = cluster;
        this.arrivals = arrivals;
    }

    /** Runs it. */
    static RecordedRun of(ClusterSpec cluster, List<Workload.Arrival> arrivals, long seed) {
        RecordedRun run = new RecordedRun(cluster, arrivals);
        new Simulation(run.spec(seed)).observedBy(run).run();
        return run;
    }

    /** The simulation that is recorded. */
    SimSpec spec(long seed) {
        return SimSpec.of(
                cluster,
                NetworkSpec.of(new Distribution.Fixed(ForecastRun.LATENCY_NANOS)),
                new RecordedWorkload("a job", arrivals),
                seed);
    }

    @Override
    public void ran(SimWork work, int node, long fromNanos, long toNanos) {
        ran.computeIfAbsent(work, _ -> new ArrayList<>()).add(new Ran(node, fromNanos, toNanos));
    }

    @Override
    public List<Workload.Arrival> ended(SimWork work, long atNanos) {
        ends.put(work, atNanos);
        return List.of();
    }

    /** When its last task had ended. */
    long end() {
        return ends.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    /** When so many of its tasks had ended. */
    long whenEnded(int tasks) {
        return ends.values().stream()
                .mapToLong(Long::longValue)
                .sorted()
                .skip(tasks - 1)
                .findFirst()
                .orElseThrow();
    }

    /** What is recorded until a moment. */
    Moment at(long nanos) {
        return at(nanos, 0, new SplittableRandom(0));
    }

    /**
     * The same with running times that are measured inexactly.
     *
     * @param noise standard deviation of their logarithms
     */
    Moment at(long nanos, double noise, SplittableRandom random) {
        boolean leavesWaiting = !Policies.parse(cluster.policy()).create(0).movesWaiting(true);
        List<OpenTask> open = new ArrayList<>();
        List<FinishedTask> finished = new ArrayList<>();
        for (Workload.Arrival arrival : arrivals) {
            SimWork work = arrival.work();
            List<Stretch> until = new ArrayList<>();
            int runsAt = -1;
            for (Ran one : ran.getOrDefault(work, List.of())) {
                if (one.fromNanos() <= nanos) {
                    long to = Math.min(one.toNanos(), nanos);
                    double inexact = Math.exp(noise * random.nextGaussian());
                    until.add(
                            new Stretch(
                                    "m" + one.node(), (long) ((to - one.fromNanos()) * inexact)));
                    runsAt = one.toNanos() > nanos ? one.node() : runsAt;
                }
            }
            if (ends.getOrDefault(work, Long.MAX_VALUE) <= nanos) {
                finished.add(new FinishedTask(JOB, work.kind(), until, 0, List.of()));
            } else {
                Place place = runsAt < 0 ? Place.WAITING : Place.RUNNING;
                int waitsAt =
                        leavesWaiting
                                ? ran.getOrDefault(work, List.of()).getFirst().node()
                                : arrival.node();
                int node = runsAt < 0 ? waitsAt : runsAt;
                open.add(new OpenTask(JOB, work.kind(), place, "m" + node, until, false, -1));
            }
        }
        return new Moment(
                machines(),
                cluster.policy(),
                cluster.loadModel(),
                open,
                finished,
                Set.of(SimWork.leaf(1).kind()));
    }

    private List<Machine> machines() {
        return IntStream.range(0, cluster.nodes())
                .mapToObj(i ->
                        new Machine(
                                "m" + i,
                                cluster.workers(i),
                                cluster.topology().neighbours(i, cluster.nodes()).stream()
                                        .map(other -> "m" + other)
                                        .toList()))
                .toList();
    }

    /** What the open tasks of a moment really do, on machines whose speeds are known. */
    Draw truth(long nanos, History history) {
        List<Double> speeds = new ArrayList<>();
        for (int i = 0; i < cluster.nodes(); i++) {
            speeds.add(Math.log(cluster.speed(i)));
        }
        List<Draw.Task> tasks = new ArrayList<>();
        for (Workload.Arrival arrival : arrivals) {
            SimWork work = arrival.work();
            if (ends.getOrDefault(work, Long.MAX_VALUE) > nanos) {
                double done = 0;
                for (Ran one : ran.getOrDefault(work, List.of())) {
                    long to = Math.min(one.toNanos(), nanos);
                    done += Math.max(0, to - one.fromNanos()) * cluster.speed(one.node());
                }
                long left = Math.max(1, Math.round(work.beforeNanos() - done));
                tasks.add(new Draw.Task(work.beforeNanos(), left, 0, List.of()));
            }
        }
        if (history.machine("m0") != 0) {
            throw new IllegalStateException("machines are not numbered in their order");
        }
        return new Draw(speeds, tasks);
    }
}
