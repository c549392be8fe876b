package org.evenkeel.daemon.bench;

import java.io.IOException;
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

    private final Measured ours;
    private final Measured chain;
    private final Size size;
    private final Consumer<String> progress;

    BenchRun(Measured ours, Measured chain, Size size, Consumer<String> progress) {
        this.ours = ours;
        this.chain = chain;
        this.size = size;
        this.progress = progress;
    }

    Result run() throws IOException {
        String latency = "latency " + size.samples();
        String throughput = "throughput " + size.tasks() + " " + OUTSTANDING + " " + SMALL_BYTES;
        String payload =
                "throughput " + size.payloads() + " " + LARGE_OUTSTANDING + " " + LARGE_BYTES;
        progress.accept("warming up");
        for (String command : new String[] {throughput, latency, payload, throughput}) {
            chain.measure(command);
            ours.measure(command);
        }
        return new Result(
                figure("one empty task at a time", latency),
                figure("empty tasks, " + OUTSTANDING + " outstanding", throughput),
                figure("64 KiB there and back", payload));
    }

    private Figure figure(String what, String command) throws IOException {
        double[] ourFigures = new double[size.rounds()];
        double[] chainFigures = new double[size.rounds()];
        for (int round = 0; round < size.rounds(); round++) {
            progress.accept(what + ", round " + (round + 1) + " of " + size.rounds());
            if (round % 2 == 0) {
                chainFigures[round] = chain.measure(command);
                ourFigures[round] = ours.measure(command);
            } else {
                ourFigures[round] = ours.measure(command);
                chainFigures[round] = chain.measure(command);
            }
        }
        return Figure.of(ourFigures, chainFigures);
    }
}
