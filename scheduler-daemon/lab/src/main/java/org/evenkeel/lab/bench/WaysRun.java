package org.evenkeel.lab.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.evenkeel.security.identity.Credentials;
import org.jspecify.annotations.Nullable;

/**
 * Measures clients of several daemons in turn; the first one is what the others are compared with.
 */
public final class WaysRun {

    private final List<Way> ways;
    private final AlternatingRuns alternatingRuns;
    private final Size size;
    private final Consumer<String> progress;

    /** How much is measured. */
    public record Size(int rounds, int samples, int tasks, int payloads) {}

    /**
     * A way to a daemon.
     *
     * @param daemon as a client is told: a node's directory, or an address
     * @param state the client's state directory; its cluster is "default"
     * @param certified what the client shows; null without TLS
     * @param port of the daemon
     */
    public record Way(
            String name, String daemon, String state, @Nullable Credentials certified, int port) {}

    /**
     * What came out for one way; ratios are medians of the rounds' ratios to the first way.
     *
     * @param latency microseconds for an empty task
     * @param throughput empty tasks per second, {@link BenchRun#OUTSTANDING} outstanding
     * @param payload tasks of {@link BenchRun#LARGE_BYTES} there and back per second
     * @param handshakeMicros median of full TLS handshakes one after the other; empty without TLS
     */
    public record Result(
            String way,
            Figure latency,
            Figure throughput,
            Figure payload,
            OptionalDouble handshakeMicros) {}

    WaysRun(List<Way> ways, List<Measured> clients, Size size, Consumer<String> progress) {
        this.ways = ways;
        this.alternatingRuns = new AlternatingRuns(clients, size.rounds(), progress);
        this.size = size;
        this.progress = progress;
    }

    List<Result> run() throws IOException {
        String latency = BenchRun.latency(size.samples());
        String throughput = BenchRun.throughput(size.tasks());
        String payload = BenchRun.payload(size.payloads());
        alternatingRuns.warmUp(throughput, latency, payload, throughput);
        double[][] latencies = alternatingRuns.measure("one empty task at a time", latency);
        double[][] rates = alternatingRuns.measure("empty tasks", throughput);
        double[][] payloads = alternatingRuns.measure("64 KiB there and back", payload);
        List<OptionalDouble> handshakes = handshakes();
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            results.add(
                    new Result(
                            ways.get(i).name(),
                            Figure.of(latencies[i], latencies[0]),
                            Figure.of(rates[i], rates[0]),
                            Figure.of(payloads[i], payloads[0]),
                            handshakes.get(i)));
        }
        return results;
    }

    private List<OptionalDouble> handshakes() throws IOException {
        if (ways.stream().allMatch(way -> way.certified() == null)) {
            return Collections.nCopies(ways.size(), OptionalDouble.empty());
        }
        progress.accept("handshakes");
        return Handshakes.medianMicros(ways);
    }
}
