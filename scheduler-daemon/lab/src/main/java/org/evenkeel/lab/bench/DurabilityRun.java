package org.evenkeel.lab.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.evenkeel.daemon.files.DaemonFile;
import org.evenkeel.model.Durability;

/**
 * Measures what durability costs: the levels take turns at one daemon that has a neighbour, so that
 * a machine that slows down slows all.
 */
public final class DurabilityRun {

    private static final int FORCE_SAMPLES = 200;

    private final Where where;
    private final Measured client;
    private final Size size;
    private final Consumer<String> progress;
    private final Map<Durability, AcceptanceBench> acceptanceBenches =
            new EnumMap<>(Durability.class);

    /**
     * The daemon.
     *
     * @param disk a directory on the disk of its journal
     */
    public record Where(DaemonFile daemon, byte[] token, Path disk) {}

    /**
     * How much is measured in a round.
     *
     * @param samples tasks accepted one at a time
     * @param tasks empty tasks that run
     * @param accepts tasks accepted as fast as can be
     * @param records handed to a journal by itself
     */
    public record Size(int rounds, int samples, int tasks, int accepts, int records) {}

    /** One level in one round: per second, microseconds, microseconds, per second. */
    record Round(double tasks, double acceptP50, double acceptP99, double accepts) {}

    /**
     * A level.
     *
     * @param tasks empty tasks per second
     * @param acceptP50 microseconds from submission to acceptance, one task at a time
     * @param acceptP99 the same
     * @param accepts tasks of 200 bytes accepted per second
     */
    public record Level(Versus tasks, Versus acceptP50, Versus acceptP99, Versus accepts) {}

    /**
     * A figure and what it is of the same at MEMORY.
     *
     * @param figure median of the rounds
     * @param ratio median of the rounds' ratios
     */
    public record Versus(double figure, double ratio) {}

    /**
     * The journal by itself, medians of the rounds.
     *
     * @param forceMicros one force of 4 KiB
     */
    public record Alone(
            double acceptsPerSecond, double groupRecords, double groupMicros, double forceMicros) {}

    /** What came out. */
    public record Result(Map<Durability, Level> levels, Alone journal) {}

    DurabilityRun(Where where, Measured client, Size size, Consumer<String> progress) {
        this.where = where;
        this.client = client;
        this.size = size;
        this.progress = progress;
    }

    Result run() throws IOException, InterruptedException {
        try {
            return measured();
        } finally {
            acceptanceBenches.values().forEach(AcceptanceBench::close);
        }
    }

    private Result measured() throws IOException, InterruptedException {
        progress.accept("warming up");
        for (Durability level : Durability.values()) {
            round(level);
        }
        Map<Durability, List<Round>> rounds = new EnumMap<>(Durability.class);
        List<JournalRate.Result> alone = new ArrayList<>();
        double[] force = new double[size.rounds()];
        for (int round = 0; round < size.rounds(); round++) {
            Durability[] levels = Durability.values();
            for (int i = 0; i < levels.length; i++) {
                Durability level = levels[(i + round) % levels.length];
                progress.accept(level + ", round " + (round + 1) + " of " + size.rounds());
                rounds.computeIfAbsent(level, key -> new ArrayList<>()).add(round(level));
            }
            force[round] = ForceProbe.medianMicros(where.disk(), FORCE_SAMPLES);
            Path journal = Files.createDirectory(where.disk().resolve("alone-" + round));
            alone.add(JournalRate.measure(journal, size.records()));
        }
        return new Result(
                levels(rounds),
                new Alone(
                        median(alone, JournalRate.Result::perSecond),
                        median(alone, JournalRate.Result::groupRecords),
                        median(alone, JournalRate.Result::groupMicros),
                        Figure.median(force)));
    }

    private Round round(Durability level) throws IOException {
        double tasks =
                client.measure(
                        "throughput %s %s %s %s"
                                .formatted(
                                        size.tasks(),
                                        BenchRun.OUTSTANDING,
                                        BenchRun.SMALL_BYTES,
                                        level));
        AcceptanceBench acceptanceBench = acceptanceBenches.get(level);
        if (acceptanceBench == null) {
            acceptanceBench = new AcceptanceBench(where.daemon(), where.token(), level);
            acceptanceBenches.put(level, acceptanceBench);
        }
        AcceptanceBench.Latency latency = acceptanceBench.latency(size.samples());
        acceptanceBench.cancelAll();
        double accepts = acceptanceBench.rate(size.accepts());
        acceptanceBench.cancelAll();
        return new Round(tasks, latency.p50(), latency.p99(), accepts);
    }

    private static Map<Durability, Level> levels(Map<Durability, List<Round>> rounds) {
        List<Round> memory = rounds.getOrDefault(Durability.MEMORY, List.of());
        Map<Durability, Level> levels = new EnumMap<>(Durability.class);
        rounds.forEach((level, own) ->
                levels.put(
                        level,
                        new Level(
                                versus(own, memory, Round::tasks),
                                versus(own, memory, Round::acceptP50),
                                versus(own, memory, Round::acceptP99),
                                versus(own, memory, Round::accepts))));
        return levels;
    }

    private static Versus versus(
            List<Round> own, List<Round> memory, ToDoubleFunction<Round> figure) {
        double[] ratios = new double[own.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = figure.applyAsDouble(own.get(i)) / figure.applyAsDouble(memory.get(i));
        }
        return new Versus(median(own, figure), Figure.median(ratios));
    }

    private static <T> double median(List<T> all, ToDoubleFunction<T> figure) {
        return Figure.median(all.stream().mapToDouble(figure).toArray());
    }
}
