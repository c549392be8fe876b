package org.evenkeel.metrics;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.evenkeel.wire.proto.Answers;

/**
 * The page of one daemon. It is made at most once a second, however often it is read: to make it
 * takes time of the event loop. Any thread may read it.
 */
final class NodePage implements MetricsServer.Page {
    private static final long COUNTS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<CompletionStage<Answers>> figures;
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final NodeMetrics nodes = new NodeMetrics(registry);
    private String text = "";
    private long madeNanos;

    NodePage(Supplier<CompletionStage<Answers>> figures) {
        this.figures = figures;
    }

    @Override
    public synchronized String read() throws IOException {
        if (text.isEmpty() || System.nanoTime() - madeNanos > COUNTS_NANOS) {
            nodes.update(Figures.get(figures));
            text = registry.scrape();
            madeNanos = System.nanoTime();
        }
        return text;
    }
}
