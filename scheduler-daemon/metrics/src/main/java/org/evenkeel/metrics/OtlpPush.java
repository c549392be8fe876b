package org.evenkeel.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends metrics by OTLP over HTTP (opentelemetry.io/docs/specs/otlp), at intervals. */
record OtlpPush(Registry registry) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OtlpPush.class);

    /** A daemon that leaves does not wait longer for a collector. */
    private static final Duration LAST_SENDING = Duration.ofSeconds(2);

    static OtlpPush start(URI to, Duration every, Supplier<CompletionStage<Answers>> figures) {
        return new OtlpPush(new Registry(new Settings(to, every), figures));
    }

    /** Sends once more, if the collector takes it soon. */
    @Override
    public void close() {
        try {
            Thread.ofPlatform()
                    .name("evenkeel-metrics-end")
                    .daemon()
                    .start(registry::close)
                    .join(LAST_SENDING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Where and how often.
     *
     * @param to the collector's address for metrics
     */
    private record Settings(URI to, Duration every) implements OtlpConfig {
        @Override
        public @Nullable String get(String key) {
            return null;
        }

        @Override
        public String url() {
            return to.toString();
        }

        @Override
        public Duration step() {
            return every;
        }

        @Override
        public Map<String, String> resourceAttributes() {
            return Map.of("service.name", "evenkeel");
        }

        @Override
        public AggregationTemporality aggregationTemporality() {
            return AggregationTemporality.CUMULATIVE;
        }
    }

    /** Asks for new figures before it sends. */
    private static final class Registry extends OtlpMeterRegistry {
        private final Supplier<CompletionStage<Answers>> figures;
        private @Nullable NodeMetrics nodes;

        /** Sending begins at once. */
        Registry(Settings settings, Supplier<CompletionStage<Answers>> figures) {
            this.figures = figures;
            super(settings, Clock.SYSTEM);
        }

        @Override
        protected void publish() {
            try {
                update(Figures.get(figures));
            } catch (IOException e) {
                LOG.warn("no metrics sent: {}", e.getMessage());
                return;
            }
            super.publish();
        }

        private synchronized void update(Answers answers) {
            NodeMetrics all = nodes;
            if (all == null) {
                all = new NodeMetrics(this);
                nodes = all;
            }
            all.update(answers);
        }
    }
}
