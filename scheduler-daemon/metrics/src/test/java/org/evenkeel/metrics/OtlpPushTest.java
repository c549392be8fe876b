package org.evenkeel.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.evenkeel.daemon.metrics.MetricsExporter;
import org.evenkeel.daemon.metrics.MetricsSettings;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A collector gets the figures of the moment, one that fails gets those after it. */
class OtlpPushTest {
    private static final long LIMIT_SECONDS = 60;

    private final BlockingQueue<ExportMetricsServiceRequest> received = new LinkedBlockingQueue<>();
    private final AtomicLong toFail = new AtomicLong();
    private final AtomicLong workers = new AtomicLong(3);
    private HttpServer collector;

    @BeforeEach
    void collector() throws Exception {
        collector =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 16);
        collector.createContext(
                "/v1/metrics",
                exchange -> {
                    try (exchange;
                            InputStream body = exchange.getRequestBody()) {
                        ExportMetricsServiceRequest request =
                                ExportMetricsServiceRequest.parseFrom(body);
                        boolean fails = toFail.getAndDecrement() > 0;
                        if (!fails) {
                            received.add(request);
                        }
                        exchange.sendResponseHeaders(fails ? 500 : 200, -1);
                    }
                });
        collector.start();
    }

    @AfterEach
    void stop() {
        collector.stop(0);
    }

    private MetricsExporter.Running start() throws Exception {
        return new MicrometerExporter()
                .start(
                        new MetricsSettings(
                                Optional.empty(),
                                false,
                                Optional.of(
                                        URI.create(
                                                "http://127.0.0.1:"
                                                        + collector.getAddress().getPort()
                                                        + "/v1/metrics")),
                                Duration.ofSeconds(1)),
                        () -> CompletableFuture.completedFuture(figures()),
                        null);
    }

    private Answers figures() {
        return Answers.newBuilder()
                .addNodes(
                        NodesAnswer.newBuilder()
                                .setNode("n1")
                                .setStarted("2026-11-27T10:00:00Z")
                                .setWorkers((int) workers.get()))
                .addStats(StatsAnswer.newBuilder().setNode("n1"))
                .build();
    }

    private static List<Metric> metrics(ExportMetricsServiceRequest request) {
        List<Metric> all = new ArrayList<>();
        request.getResourceMetricsList()
                .forEach(resource ->
                        resource.getScopeMetricsList()
                                .forEach(scope -> all.addAll(scope.getMetricsList())));
        return all;
    }

    private ExportMetricsServiceRequest next() throws InterruptedException {
        ExportMetricsServiceRequest request = received.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        return request;
    }

    private static double value(ExportMetricsServiceRequest request, String name) {
        return metrics(request).stream()
                .filter(metric -> metric.getName().equals(name))
                .mapToDouble(metric -> metric.getGauge().getDataPoints(0).getAsDouble())
                .findFirst()
                .orElse(Double.NaN);
    }

    @Test
    void figuresOfTheMomentAreSent() throws Exception {
        try (MetricsExporter.Running running = start()) {
            assertThat(running.address()).isEmpty();
            assertThat(value(next(), "evenkeel.workers")).isEqualTo(3);
            workers.set(5);
            while (value(next(), "evenkeel.workers") != 5) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aCollectorThatFailsGetsTheNextOnes() throws Exception {
        toFail.set(2);
        try (MetricsExporter.Running _ = start()) {
            assertThat(value(next(), "evenkeel.workers")).isEqualTo(3);
        }
    }

    @Test
    void theLastOnesAreSentAtTheEnd() throws Exception {
        MetricsExporter.Running running = start();
        next();
        workers.set(7);
        running.close();
        double last = Double.NaN;
        for (ExportMetricsServiceRequest each; (each = received.poll()) != null; ) {
            last = value(each, "evenkeel.workers");
        }
        assertThat(last).isEqualTo(7);
    }
}
