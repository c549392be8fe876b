package org.evenkeel.simulator.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.evenkeel.model.topology.Topologies;
import org.evenkeel.simulator.ClusterSpec;
import org.evenkeel.simulator.work.SimWork;
import org.evenkeel.simulator.work.Workload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Forecasts hold as often as they say. Speeds of machines, the distribution of the tasks' work and
 * the noise of each run and of each recorded time are unknown to the forecaster.
 */
@Tag("long")
class CalibrationSimulationTest {
    private static final int JOBS = 200;
    private static final int RUNS = 40;
    private static final double MEAN_NANOS = 2e9;
    private static final double NOISE_OF_RUNS = 0.15;
    private static final double NOISE_OF_RECORDS = 0.02;

    /** How the work of a job's tasks is distributed, around 1. */
    private enum Shape {
        ALIKE,
        SPREAD,
        LONG_TAILED,
        TWO_SORTS;

        double draw(SplittableRandom random) {
            return switch (this) {
                case ALIKE -> Math.exp(0.1 * random.nextGaussian());
                case SPREAD -> 0.2 + 1.6 * random.nextDouble();
                case LONG_TAILED -> Math.exp(0.7 * random.nextGaussian());
                case TWO_SORTS -> random.nextInt(4) == 0 ? 3 : 0.4;
            };
        }
    }

    private enum Verdict {
        HELD,
        EARLIER,
        LATER,
        REFUSED
    }

    @Test
    void eightOfTenJobsEndWithinTheBand() {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        int forecasts = 0;
        for (long seed = 1; forecasts < JOBS; seed++) {
            Verdict verdict = forecast(seed);
            counts.merge(verdict, 1, Integer::sum);
            forecasts += verdict == Verdict.REFUSED ? 0 : 1;
        }
        assertThat(counts.getOrDefault(Verdict.HELD, 0) / (double) JOBS)
                .as(counts.toString())
                .isBetween(0.75, 0.85);
        assertThat(counts.getOrDefault(Verdict.REFUSED, 0)).isLessThan(JOBS / 2);
    }

    /** Between a third and two thirds of a job's tasks have ended when its end is forecast. */
    private static Verdict forecast(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ClusterSpec cluster = cluster(random);
        int tasks = 80 + random.nextInt(160);
        RecordedRun run = RecordedRun.of(cluster, arrivals(tasks, random), seed);
        long at = run.whenEnded(tasks / 3 + random.nextInt(tasks / 3));
        Forecaster forecaster;
        try {
            forecaster = new Forecaster(run.at(at, NOISE_OF_RECORDS, random), Change.NONE);
        } catch (ForecastRefusedException e) {
            return Verdict.REFUSED;
        }
        long[] ends = new long[RUNS];
        for (int i = 0; i < RUNS; i++) {
            ends[i] = forecaster.ends(false, RUNS * seed + i)[0];
        }
        Band band = Band.of(ends);
        long truth = run.end() - at;
        return band.holds(truth)
                ? Verdict.HELD
                : truth < band.low() ? Verdict.EARLIER : Verdict.LATER;
    }

    private static ClusterSpec cluster(SplittableRandom random) {
        int nodes = 2 + random.nextInt(5);
        List<Integer> workers = new ArrayList<>();
        List<Double> speeds = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            workers.add(1 + random.nextInt(3));
            speeds.add(Math.exp(0.4 * random.nextGaussian()));
        }
        String policy = List.of("auto", "hybrid", "work-stealing").get(random.nextInt(3));
        return ClusterSpec.of(policy, Topologies.parse("complete"), nodes, 1)
                .withMachines(workers, speeds);
    }

    private static List<Workload.Arrival> arrivals(int tasks, SplittableRandom random) {
        Shape[] shapes = Shape.values();
        Shape shape = shapes[random.nextInt(shapes.length)];
        List<Workload.Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            double noise = Math.exp(NOISE_OF_RUNS * random.nextGaussian());
            long nanos = (long) (MEAN_NANOS * shape.draw(random) * noise);
            arrivals.add(new Workload.Arrival(0, 0, SimWork.leaf(nanos)));
        }
        return arrivals;
    }
}
