package org.evenkeel.daemon;

import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.BindException;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.evenkeel.daemon.config.ConfigException;
import org.evenkeel.daemon.metrics.MetricsExporter;
import org.evenkeel.daemon.metrics.MetricsSettings;
import org.evenkeel.daemon.net.Tls;
import org.evenkeel.wire.proto.Answers;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Offers this daemon's figures as metrics. */
final class MetricsOffer {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsOffer.class);

    /**
     * Begins.
     *
     * @param tls null for a daemon without a certificate, which serves this machine alone
     * @param figures to be asked on the event loop
     * @throws ConfigException if the settings do not suit this machine
     */
    static MetricsExporter.Running start(
            MetricsSettings settings, @Nullable Tls tls, EventLoop loop, Supplier<Answers> figures)
            throws IOException, ConfigException {
        if (!settings.isPlain() && tls == null) {
            throw new ConfigException(
                    ("metrics: at %s they are served over TLS, and this machine has no "
                                    + "certificate. Use a loopback address without tls, or have "
                                    + "this machine join a cluster (\"evenkeel cluster init\", "
                                    + "\"evenkeel join\")")
                            .formatted(settings.listen().map(MetricsOffer::text).orElse("")));
        }
        MetricsExporter.Running running;
        try {
            running =
                    MetricsExporter.load()
                            .start(
                                    settings,
                                    () -> CompletableFuture.supplyAsync(figures, loop),
                                    settings.isPlain() || tls == null ? null : tls.observers());
        } catch (BindException e) {
            throw new ConfigException(
                    "metrics: cannot listen on %s (%s); name another address or port"
                            .formatted(
                                    settings.listen().map(MetricsOffer::text).orElse(""),
                                    e.getMessage()));
        }
        running.address()
                .ifPresent(address ->
                        LOG.info(
                                "metrics: {}://{}/metrics",
                                settings.isPlain() ? "http" : "https",
                                text(address)));
        settings.push()
                .ifPresent(to ->
                        LOG.info(
                                "metrics: sent to {} every {} s",
                                to,
                                settings.every().toSeconds()));
        return running;
    }

    private static String text(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
                + ":"
                + address.getPort();
    }
}
