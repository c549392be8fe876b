package org.evenkeel.lab.bench;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * Measures Evenkeel and the bare chain side by side: both are up all the time, the rounds take
 * turns, so that a machine that slows down slows both.
 */
public final class BenchRun {
    public static final int SMALL_BYTES = 100;
    public static final int LARGE_BYTES = 64 << 10;
    public static final int OUTSTANDING = 1000;
    public static final int LARGE_OUTSTANDING = 64;

    /** How much is measured. */
    public record Size(int rounds, int samples, int tasks, int payloads) {}

    /** What came out. */
    public record Result(Figure latency, Figure throughput, Figure payload) {}

    private final AlternatingRuns alternatingRuns;
    private final Size size;

    BenchRun(Measured ours, Measured chain, Size size, Consumer<String> progress) {
        this.alternatingRuns = new AlternatingRuns(List.of(ours, chain), size.rounds(), progress);
        this.size = size;
    }

    Result run() throws IOException {
        String latency = latency(size.samples());
        String throughput = throughput(size.tasks());
        String payload = payload(size.payloads());
        alternatingRuns.warmUp(throughput, latency, payload, throughput);
        return new Result(
                figure("one empty task at a time", latency),
                figure("empty tasks, " + OUTSTANDING + " outstanding", throughput),
                figure("64 KiB there and back", payload));
    }

    /** The command that answers with microseconds. */
    static String latency(int samples) {
        return "latency " + samples;
    }

    /** The command that answers with small tasks per second. */
    static String throughput(int tasks) {
        return "throughput " + tasks + " " + OUTSTANDING + " " + SMALL_BYTES;
    }

    /** The command that answers with large tasks per second. */
    static String payload(int tasks) {
        return "throughput " + tasks + " " + LARGE_OUTSTANDING + " " + LARGE_BYTES;
    }

    private Figure figure(String what, String command) throws IOException {
        double[][] figures = alternatingRuns.measure(what, command);
        return Figure.of(figures[0], figures[1]);
    }
}
