package org.evenkeel.daemon.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.evenkeel.daemon.spot.SpotSettings;
import org.evenkeel.daemon.spot.SpotSettings.Provider;
import org.jspecify.annotations.Nullable;

/** Reads whose notices are heeded that this machine is about to be taken away. */
final class SpotReader {
    private static final String PROVIDER = "provider";
    private static final String ADDRESS = "address";
    private static final String ON_REBALANCE = "on-rebalance";
    private static final List<String> KEYS = List.of(PROVIDER, ADDRESS, ON_REBALANCE);

    static Optional<SpotSettings> read(@Nullable String text) throws ConfigException {
        if (text == null || text.isBlank() || text.equals("auto")) {
            return SpotSettings.detect();
        }
        if (text.equals("off")) {
            return Optional.empty();
        }
        if (!text.contains("{")) {
            return Optional.of(new SpotSettings(provider(text), SpotSettings.USUAL_ADDRESS, false));
        }
        try {
            return Optional.of(read(ConfigFactory.parseString(text).resolve()));
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("spot: " + e.getMessage());
        }
    }

    private static SpotSettings read(Config config) throws ConfigException {
        ConfigReader.requireKnown("spot", config, KEYS);
        String rebalance = config.hasPath(ON_REBALANCE) ? config.getString(ON_REBALANCE) : "ignore";
        ConfigReader.oneOf("spot.on-rebalance", rebalance, "ignore", "leave");
        Provider provider = provider(config.getString(PROVIDER));
        if (config.hasPath(ON_REBALANCE) && provider != Provider.AWS) {
            throw new ConfigException("spot.on-rebalance: only AWS recommends that");
        }
        return new SpotSettings(
                provider,
                config.hasPath(ADDRESS)
                        ? address(config.getString(ADDRESS))
                        : SpotSettings.USUAL_ADDRESS,
                rebalance.equals("leave"));
    }

    private static Provider provider(String text) throws ConfigException {
        for (Provider provider : Provider.values()) {
            if (provider.name().toLowerCase(Locale.ROOT).equals(text)) {
                return provider;
            }
        }
        throw new ConfigException(
                ("spot: \"%s\" is not a provider; use aws, google or azure, or auto or off without "
                                + "braces")
                        .formatted(text));
    }

    private static URI address(String text) throws ConfigException {
        try {
            URI uri = URI.create(text);
            boolean plain =
                    "http".equals(uri.getScheme())
                            && uri.getHost() != null
                            && uri.getUserInfo() == null
                            && uri.getQuery() == null
                            && (uri.getPath() == null || uri.getPath().isEmpty());
            if (plain) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            // said below
        }
        throw new ConfigException(
                "spot.address: \"" + text + "\" is not an address like http://169.254.169.254");
    }
}
