package org.evenkeel.daemon.metrics;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a daemon offers metrics; at least one of the two.
 *
 * @param listen where {@code /metrics} is served; port 0 for any
 * @param tls whether the page is served over TLS at a loopback address too, as at all others
 * @param push where they are sent by OTLP over HTTP
 * @param every how often they are sent
 */
public record MetricsSettings(
        Optional<InetSocketAddress> listen, boolean tls, Optional<URI> push, Duration every) {

    /** On this machine; the port that OpenTelemetry's exporters for Prometheus use. */
    public static final InetSocketAddress USUAL_ADDRESS =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 9464);

    public static final Duration USUAL_INTERVAL = Duration.ofSeconds(30);

    /** Whether the page is served without TLS. */
    public boolean isPlain() {
        return listen.isEmpty() || !tls && listen.get().getAddress().isLoopbackAddress();
    }
}
