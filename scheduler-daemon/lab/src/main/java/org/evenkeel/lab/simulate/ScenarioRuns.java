package org.evenkeel.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleConsumer;
import org.evenkeel.simulator.SimReport;
import org.evenkeel.simulator.SimSpec;
import org.evenkeel.simulator.Simulation;
import org.evenkeel.simulator.Summary;
import org.evenkeel.simulator.check.Violation;

/**
 * Runs an experiment on some threads. Every run has its own seed and its own cluster: the results
 * are those of one thread.
 */
public final class ScenarioRuns {
    private static final long TELL_MILLIS = 500;

    private final Experiment experiment;
    private final AtomicLong ended = new AtomicLong();

    private record Timed(SimReport report, long nanos) {}

    /**
     * What one policy did under one workload.
     *
     * @param policy as the user wrote it
     * @param busySeconds that its runs took, one after the other
     */
    public record Result(Scenario scenario, String policy, Summary summary, double busySeconds) {

        /** Of one thread. */
        public double eventsPerSecond() {
            return busySeconds == 0 ? 0 : summary.events() / busySeconds;
        }
    }

    /** Nothing has run yet. */
    public ScenarioRuns(Experiment experiment) {
        this.experiment = experiment;
    }

    /**
     * Runs everything.
     *
     * @param progress hears now and then which part of the tasks has ended
     * @return by workload, then policy, in the order asked for
     * @throws RunFailure if a run breaks a rule or the simulator fails
     */
    public List<Result> run(int threads, DoubleConsumer progress)
            throws RunFailure, InterruptedException {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        threads, Thread.ofPlatform().daemon().name("simulation-", 1).factory());
        try {
            return collect(submit(pool), progress);
        } finally {
            // Not waited for: after a failure the runs under way are of no use to anything.
            pool.shutdownNow();
        }
    }

    private List<Future<Timed>> submit(ExecutorService pool) {
        List<Future<Timed>> futures = new ArrayList<>();
        for (Scenario scenario : experiment.scenarios()) {
            for (String policy : experiment.policies()) {
                for (int i = 0; i < experiment.seeds(); i++) {
                    long seed = experiment.firstSeed() + i;
                    futures.add(pool.submit(() -> simulate(scenario, policy, seed)));
                }
            }
        }
        return futures;
    }

    private List<Result> collect(List<Future<Timed>> futures, DoubleConsumer progress)
            throws RunFailure, InterruptedException {
        long all =
                experiment.scenarios().stream().mapToLong(Scenario::tasks).sum()
                        * experiment.policies().size()
                        * experiment.seeds();
        List<Result> results = new ArrayList<>();
        int next = 0;
        for (Scenario scenario : experiment.scenarios()) {
            for (String policy : experiment.policies()) {
                List<SimReport> reports = new ArrayList<>();
                long nanos = 0;
                for (int i = 0; i < experiment.seeds(); i++) {
                    Timed timed = await(futures.get(next++), all, progress);
                    reports.add(timed.report());
                    nanos += timed.nanos();
                }
                results.add(new Result(scenario, policy, new Summary(reports), nanos / 1e9));
            }
        }
        return results;
    }

    private Timed await(Future<Timed> future, long all, DoubleConsumer progress)
            throws RunFailure, InterruptedException {
        while (true) {
            try {
                return future.get(TELL_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                progress.accept(Math.min(1, (double) ended.get() / Math.max(1, all)));
            } catch (ExecutionException e) {
                if (e.getCause() instanceof RunFailure failure) {
                    throw failure;
                }
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    private Timed simulate(Scenario scenario, String policy, long seed) throws RunFailure {
        SimSpec spec = experiment.spec(scenario, policy, seed);
        Simulation simulation = new Simulation(spec);
        long[] told = new long[1];
        simulation.tellingProgress(now -> {
            ended.addAndGet(now - told[0]);
            told[0] = now;
        });
        long startNanos = System.nanoTime();
        try {
            SimReport report = simulation.run();
            ended.addAndGet(scenario.tasks() - told[0]);
            return new Timed(report, System.nanoTime() - startNanos);
        } catch (Violation e) {
            throw new RunFailure(policy, seed, e, simulation.story(e.task()));
        } catch (RuntimeException e) {
            throw new RunFailure(policy, seed, e, List.of());
        }
    }
}
