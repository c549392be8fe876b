package org.evenkeel.daemon.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.metrics.MetricsSettings;
import org.jspecify.annotations.Nullable;

/** Reads where a daemon offers metrics. */
final class MetricsReader {
    private static final String LISTEN = "listen";
    private static final String TLS = "tls";
    private static final String PUSH = "push";
    private static final String EVERY = "every";
    private static final List<String> KEYS = List.of(LISTEN, TLS, PUSH, EVERY);
    private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);

    static Optional<MetricsSettings> read(@Nullable String text) throws ConfigException {
        if (text == null || text.isBlank() || text.equals("off")) {
            return Optional.empty();
        }
        if (!text.contains("{")) {
            return Optional.of(
                    new MetricsSettings(
                            Optional.of(listen(text)),
                            false,
                            Optional.empty(),
                            MetricsSettings.USUAL_INTERVAL));
        }
        try {
            return Optional.of(read(ConfigFactory.parseString(text).resolve()));
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("metrics: " + e.getMessage());
        }
    }

    private static MetricsSettings read(Config config) throws ConfigException {
        ConfigReader.requireKnown("metrics", config, KEYS);
        Optional<InetSocketAddress> listen =
                config.hasPath(LISTEN)
                        ? Optional.of(listen(config.getString(LISTEN)))
                        : Optional.empty();
        Optional<URI> push =
                config.hasPath(PUSH) ? Optional.of(push(config.getString(PUSH))) : Optional.empty();
        if (listen.isEmpty() && push.isEmpty()) {
            throw new ConfigException(
                    "metrics: there is neither listen nor push; use for example "
                            + "{listen=\"127.0.0.1:9464\"}, or off");
        }
        Duration every = MetricsSettings.USUAL_INTERVAL;
        if (config.hasPath(EVERY)) {
            every = config.getDuration(EVERY);
            if (every.compareTo(LEAST_INTERVAL) < 0) {
                throw new ConfigException("metrics.every: the shortest interval is 1s");
            }
        }
        boolean tls = config.hasPath(TLS) && config.getBoolean(TLS);
        if (tls && listen.isEmpty() || config.hasPath(EVERY) && push.isEmpty()) {
            throw new ConfigException(
                    "metrics: tls is for listen, and every for push, which is not there");
        }
        return new MetricsSettings(listen, tls, push, every);
    }

    private static InetSocketAddress listen(String text) throws ConfigException {
        if (text.equals("on")) {
            return MetricsSettings.USUAL_ADDRESS;
        }
        Address address;
        try {
            address = ConfigReader.address(ConfigKey.METRICS, text);
        } catch (ConfigException e) {
            throw new ConfigException(e.getMessage() + "; use on, off, HOST:PORT or {listen=...}");
        }
        InetSocketAddress resolved = new InetSocketAddress(address.host(), address.port());
        if (resolved.isUnresolved()) {
            throw new ConfigException("metrics: there is no host " + address.host());
        }
        return resolved;
    }

    private static URI push(String text) throws ConfigException {
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web && uri.getHost() != null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new ConfigException(
                "metrics.push: \"%s\" is not an address like http://127.0.0.1:4318/v1/metrics"
                        .formatted(text));
    }
}
