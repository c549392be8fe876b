package org.evenkeel.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.evenkeel.daemon.metrics.MetricsExporter;
import org.evenkeel.daemon.metrics.MetricsSettings;
import org.evenkeel.daemon.metrics.ReaderCheck;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;

/** Metrics by Micrometer. */
public final class MicrometerExporter implements MetricsExporter {

    @Override
    public String text(Answers answers) {
        return filled(answers).scrape();
    }

    @Override
    public List<Sample> samples(Answers answers) {
        List<Sample> samples = new ArrayList<>();
        for (MetricSnapshot metric : filled(answers).getPrometheusRegistry().scrape()) {
            String name = metric.getMetadata().getPrometheusName();
            for (DataPointSnapshot point : metric.getDataPoints()) {
                Map<String, String> labels = new LinkedHashMap<>();
                point.getLabels().forEach(label -> labels.put(label.getName(), label.getValue()));
                Sample sample =
                        switch (point) {
                            case CounterSnapshot.CounterDataPointSnapshot counter ->
                                    new Sample(name + "_total", labels, counter.getValue());
                            case GaugeSnapshot.GaugeDataPointSnapshot gauge ->
                                    new Sample(name, labels, gauge.getValue());
                            default -> new Sample(name + "_info", labels, 1);
                        };
                if (!Double.isNaN(sample.value())) {
                    samples.add(sample);
                }
            }
        }
        return samples;
    }

    private static PrometheusMeterRegistry filled(Answers answers) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new NodeMetrics(registry).update(answers);
        return registry;
    }

    @Override
    public Running start(
            MetricsSettings settings,
            Supplier<CompletionStage<Answers>> figures,
            @Nullable ReaderCheck readers)
            throws IOException {
        MetricsServer server =
                settings.listen().isPresent()
                        ? MetricsServer.start(
                                settings.listen().get(), readers, new NodePage(figures))
                        : null;
        try {
            return new Both(
                    Optional.ofNullable(server),
                    settings.push().map(to -> OtlpPush.start(to, settings.every(), figures)));
        } catch (RuntimeException e) {
            if (server != null) {
                server.close();
            }
            throw e;
        }
    }

    private record Both(Optional<MetricsServer> server, Optional<OtlpPush> push)
            implements Running {
        @Override
        public Optional<InetSocketAddress> address() {
            return server.map(MetricsServer::address);
        }

        @Override
        public void close() {
            try {
                server.ifPresent(MetricsServer::close);
            } finally {
                push.ifPresent(OtlpPush::close);
            }
        }
    }
}
