package org.evenkeel.simulator.forecast;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.simulator.forecast.Draw.Spawned;
import org.evenkeel.simulator.forecast.History.Group;
import org.evenkeel.simulator.forecast.History.Observation;
import org.evenkeel.simulator.forecast.Moment.OpenTask;
import org.evenkeel.simulator.forecast.Moment.Place;
import org.evenkeel.simulator.forecast.Moment.Stretch;
import org.evenkeel.simulator.forecast.Pools.Pool;
import org.jspecify.annotations.Nullable;

/**
 * Draws speeds of machines and work of tasks that fit what is known (a Bayesian bootstrap): each
 * observation gets a random weight, and with these the speeds are fitted and the work of each open
 * task is drawn. So the draws differ as much as the observations leave open. For one thread.
 */
final class Sampler {
    /** Tasks of one simulated run. */
    static final int MAX_TASKS = 200_000;

    private static final int MAX_DEPTH = 500;
    private static final double MAX_NANOS = 3e17;

    /** So often what still runs is completed by a draw, so that slow machines do not seem fast. */
    private static final int COMPLETIONS = 2;

    private final History history;
    private final Pools pools;
    private final SplittableRandom random;
    private final double[] weights;
    private final double beyond;
    private final Map<Pool, WorkDistribution> distributions = new LinkedHashMap<>();
    private double[] logSpeeds;
    private int tasks;

    /** A sampler with random weights. */
    Sampler(History history, Pools pools, SplittableRandom random) {
        this(history, pools, random, weights(history.observations().size() + 1, random));
    }

    private Sampler(History history, Pools pools, SplittableRandom random, double[] weights) {
        this.history = history;
        this.pools = pools;
        this.random = random;
        this.weights = weights;
        this.beyond = weights[weights.length - 1];
        this.logSpeeds = new double[history.machines()];
        fitSpeeds();
    }

    /** A sampler that weighs all observations alike, for the notes of a forecast. */
    static Sampler even(History history, Pools pools) {
        double[] ones = new double[history.observations().size() + 1];
        Arrays.fill(ones, 1);
        return new Sampler(history, pools, new SplittableRandom(0), ones);
    }

    private static double[] weights(int count, SplittableRandom random) {
        double[] weights = new double[count];
        for (int i = 0; i < count; i++) {
            weights[i] = exponential(random);
        }
        return weights;
    }

    private static double exponential(SplittableRandom random) {
        return -Math.log(1 - random.nextDouble());
    }

    // ---- Speeds

    private void fitSpeeds() {
        logSpeeds = fit(false).logSpeeds(logSpeeds);
        for (int i = 0; i < COMPLETIONS; i++) {
            logSpeeds = fit(true).logSpeeds(logSpeeds);
        }
    }

    private SpeedFit fit(boolean completing) {
        SpeedFit fit = new SpeedFit(history.groups().size(), history.observations().size());
        for (Group group : history.groups()) {
            WorkDistribution known = completing ? ofRunning(group) : null;
            for (Observation one : group.observations()) {
                if (!one.isOnOneMachine() || !one.ended() && known == null) {
                    continue;
                }
                int machine = one.machines()[0];
                double logTime = Math.log(one.nanos()[0]);
                if (known != null && !one.ended()) {
                    logTime = known.drawAbove(logWork(one), random) - logSpeeds[machine];
                }
                fit.add(group.number(), machine, logTime, weights[one.number()]);
            }
        }
        return fit;
    }

    /** What completes the tasks of a group that still run, null if too little is known of them. */
    private @Nullable WorkDistribution ofRunning(Group group) {
        return group.finished() < Pools.LEAST_FINISHED
                        || group.observations().stream().allMatch(Observation::ended)
                ? null
                : distribution(List.of(group));
    }

    private double logWork(Observation one) {
        double work = 0;
        for (int i = 0; i < one.machines().length; i++) {
            work += one.nanos()[i] * Math.exp(logSpeeds[one.machines()[i]]);
        }
        return Math.log(work);
    }

    private WorkDistribution distribution(List<Group> groups) {
        List<WorkDistribution.Known> known = new ArrayList<>();
        for (Group group : groups) {
            for (Observation one : group.observations()) {
                known.add(
                        new WorkDistribution.Known(
                                logWork(one), one.ended(), weights[one.number()]));
            }
        }
        return new WorkDistribution(known, beyond);
    }

    private WorkDistribution distribution(Pool pool) {
        return distributions.computeIfAbsent(pool, one -> distribution(one.groups()));
    }

    // ---- Tasks

    /**
     * What the open tasks of a moment do.
     *
     * @throws ForecastRefusedException if they spawn too many
     */
    Draw of(Moment moment) {
        List<Draw.Task> drawn = new ArrayList<>();
        tasks = moment.open().size();
        for (OpenTask task : moment.open()) {
            drawn.add(task(task));
        }
        List<Double> speeds = new ArrayList<>();
        for (double speed : logSpeeds) {
            speeds.add(speed);
        }
        return new Draw(speeds, drawn);
    }

    private Draw.Task task(OpenTask task) {
        Pool pool = pools.of(task.job(), task.kind());
        if (pool == null) {
            return new Draw.Task(1, 1, 0, List.of());
        }
        double done = work(task.ran());
        double total =
                done > 0
                        ? Math.exp(distribution(pool).drawAbove(Math.log(done), random))
                        : Math.exp(distribution(pool).draw(random));
        boolean spawns = !task.spawned() && task.place() != Place.PARKED && pool.spawns();
        return new Draw.Task(
                nanos(total),
                nanos(total - done),
                spawns ? nanos(total * pool.afterShare()) : 0,
                spawns ? children(task.job(), pool, 1) : List.of());
    }

    private double work(List<Stretch> ran) {
        double work = 0;
        for (Stretch stretch : ran) {
            if (stretch.nanos() > 0) {
                int machine = history.machine(stretch.machine());
                work += stretch.nanos() * Math.exp(logSpeeds[machine]);
            }
        }
        return work;
    }

    private static long nanos(double value) {
        return (long) Math.clamp(value, 1, MAX_NANOS);
    }

    /** As many and of the same kinds as one of the finished tasks had. */
    private List<Spawned> children(String job, Pool pool, int depth) {
        List<String> kinds = pool.children().get(random.nextInt(pool.children().size()));
        tasks += kinds.size();
        if (tasks > MAX_TASKS || depth > MAX_DEPTH) {
            throw new ForecastRefusedException(
                    List.of("the open tasks would spawn more than " + MAX_TASKS + " tasks"));
        }
        List<Spawned> spawned = new ArrayList<>();
        for (String kind : kinds) {
            Pool its = pools.of(job, kind);
            if (its == null) {
                throw new IllegalStateException("nothing is known of kind " + kind);
            }
            double total = Math.exp(distribution(its).draw(random));
            boolean spawns = its.spawns();
            spawned.add(
                    new Spawned(
                            kind,
                            nanos(total),
                            spawns ? nanos(total * its.afterShare()) : 0,
                            spawns ? children(job, its, depth + 1) : List.of()));
        }
        return spawned;
    }

    /** How many tasks have run longer than any finished one of their kind. */
    int beyondAll(Moment moment) {
        int beyondAll = 0;
        for (OpenTask task : moment.open()) {
            Pool pool = pools.of(task.job(), task.kind());
            double done = work(task.ran());
            if (pool != null && done > 0 && distribution(pool).isBeyond(Math.log(done))) {
                beyondAll++;
            }
        }
        return beyondAll;
    }
}
