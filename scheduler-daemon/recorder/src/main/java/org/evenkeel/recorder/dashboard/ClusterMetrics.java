package org.evenkeel.recorder.dashboard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.MetricsCommand;
import org.evenkeel.cli.query.DaemonClient;
import org.evenkeel.cli.query.DaemonConnection.Connector;
import org.evenkeel.daemon.metrics.MetricsExporter;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of all nodes as one page for Prometheus, made at most once a second. For any thread.
 */
final class ClusterMetrics {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Connector connector;
    private @Nullable MetricsExporter exporter;
    private byte[] page = {};
    private long madeNanos;

    ClusterMetrics(Connector connector) {
        this.connector = connector;
    }

    /**
     * The page, UTF-8; at most a second old.
     *
     * @throws IOException if no daemon answers
     */
    synchronized byte[] page() throws IOException {
        if (page.length > 0 && System.nanoTime() - madeNanos < FRESH_NANOS) {
            return page;
        }
        MetricsExporter known = exporter == null ? MetricsExporter.load() : exporter;
        exporter = known;
        try (DaemonClient client = connector.connect()) {
            page = known.text(MetricsCommand.ask(client, true)).getBytes(StandardCharsets.UTF_8);
        }
        madeNanos = System.nanoTime();
        return page;
    }
}
