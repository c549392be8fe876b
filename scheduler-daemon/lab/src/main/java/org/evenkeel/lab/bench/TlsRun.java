package org.evenkeel.lab.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.evenkeel.security.identity.Credentials;
import org.evenkeel.security.identity.IdentityException;
import org.evenkeel.security.tls.ClusterTls;
import org.jspecify.annotations.Nullable;

/** Measures what TLS costs a client: ways to the same kind of daemon take turns. */
public final class TlsRun {

    private static final int HANDSHAKES = 100;

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
     * @param handshakeMicros median of full TLS handshakes one after the other; NaN without TLS
     */
    public record Result(
            String way,
            Figure latency,
            Figure throughput,
            Figure payload,
            double handshakeMicros) {}

    TlsRun(List<Way> ways, List<Measured> clients, Size size, Consumer<String> progress) {
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
        double[] handshakes = handshakes();
        List<Result> results = new ArrayList<>();
        for (int i = 0; i < ways.size(); i++) {
            results.add(
                    new Result(
                            ways.get(i).name(),
                            Figure.of(latencies[i], latencies[0]),
                            Figure.of(rates[i], rates[0]),
                            Figure.of(payloads[i], payloads[0]),
                            handshakes[i]));
        }
        return results;
    }

    private double[] handshakes() throws IOException {
        double[][] micros = new double[ways.size()][HANDSHAKES];
        progress.accept("handshakes");
        for (int round = 0; round < HANDSHAKES; round++) {
            for (int i = 0; i < micros.length; i++) {
                micros[i][round] = handshake(ways.get(i));
            }
        }
        double[] medians = new double[micros.length];
        for (int i = 0; i < medians.length; i++) {
            medians[i] = Figure.median(micros[i]);
        }
        return medians;
    }

    /** With a context of its own, which remembers no session to resume. */
    private static double handshake(Way way) throws IOException {
        if (way.certified() == null) {
            return Double.NaN;
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), way.port())) {
            socket.setTcpNoDelay(true);
            SSLContext context = ClusterTls.context(way.certified(), InstantSource.system());
            long start = System.nanoTime();
            try (SSLSocket tls = ClusterTls.connect(context, socket)) {
                int first = tls.getInputStream().read(); // the daemon took the certificate
                if (first < 0) {
                    throw new IOException("the daemon closed the connection");
                }
                return (System.nanoTime() - start) / 1e3;
            }
        } catch (IdentityException e) {
            throw new IOException(e.reason(), e);
        }
    }
}
