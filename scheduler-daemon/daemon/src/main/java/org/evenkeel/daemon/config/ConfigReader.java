package org.evenkeel.daemon.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.DaemonConfig.Bounds;
import org.evenkeel.daemon.config.DaemonConfig.Journaling;
import org.evenkeel.daemon.config.DaemonConfig.Policing;
import org.evenkeel.daemon.config.DaemonConfig.Recording;
import org.evenkeel.daemon.config.DaemonConfig.Times;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.Numbers;
import org.evenkeel.model.SpellingSuggestion;
import org.jspecify.annotations.Nullable;

/** Reads a {@link DaemonConfig} out of flags and a file; flags win. */
public record ConfigReader(Map<ConfigKey, String> values) {
    private static final int MAX_WORKERS = 1024;
    private static final int MAX_PORT = 65_535;
    private static final double MIN_SPEED = 0.001;
    private static final double MAX_SPEED = 1_000;

    /**
     * The configuration.
     *
     * @param flags values given on the command line
     * @param file a HOCON file with the same keys, or null
     */
    public static DaemonConfig read(Map<ConfigKey, String> flags, @Nullable Path file)
            throws ConfigException {
        Map<ConfigKey, String> values = new EnumMap<>(ConfigKey.class);
        if (file != null) {
            values.putAll(readFile(file));
        }
        values.putAll(flags);
        return new ConfigReader(values).build();
    }

    private static Map<ConfigKey, String> readFile(Path file) throws ConfigException {
        if (!Files.isReadable(file)) {
            throw new ConfigException(file + " cannot be read");
        }
        Config parsed;
        try {
            parsed =
                    ConfigFactory.parseFile(
                                    file.toFile(),
                                    ConfigParseOptions.defaults().setAllowMissing(false))
                            .resolve();
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException(file + ": " + e.getMessage());
        }
        Map<ConfigKey, String> values = new EnumMap<>(ConfigKey.class);
        for (Map.Entry<String, ConfigValue> entry : parsed.root().entrySet()) {
            try {
                values.put(ConfigKey.of(entry.getKey()), text(entry.getKey(), entry.getValue()));
            } catch (ConfigException e) {
                throw new ConfigException(file + ": " + e.getMessage());
            }
        }
        return values;
    }

    private static String text(String key, ConfigValue value) throws ConfigException {
        if (value.valueType() == ConfigValueType.LIST
                && value.unwrapped() instanceof List<?> list) {
            return String.join(",", list.stream().map(String::valueOf).toList());
        }
        boolean structured =
                key.equals(ConfigKey.QUOTAS.spelling())
                        || key.equals(ConfigKey.CALENDAR.spelling())
                        || key.equals(ConfigKey.OWNER.spelling())
                        || key.equals(ConfigKey.SPOT.spelling())
                        || key.equals(ConfigKey.METRICS.spelling());
        if (structured && value.valueType() == ConfigValueType.OBJECT) {
            return value.render(ConfigRenderOptions.concise());
        }
        if (value.valueType() == ConfigValueType.OBJECT
                || value.valueType() == ConfigValueType.NULL) {
            throw new ConfigException("\"" + key + "\" is not a plain value or a list");
        }
        return String.valueOf(value.unwrapped());
    }

    private DaemonConfig build() throws ConfigException {
        boolean master = flag(ConfigKey.MASTER);
        int workers =
                (int)
                        number(
                                ConfigKey.WORKERS,
                                master ? 0 : Runtime.getRuntime().availableProcessors(),
                                0,
                                MAX_WORKERS);
        if (master && workers > 0) {
            throw new ConfigException(
                    "workers: a master runs no tasks; remove workers, or set it to 0");
        }
        String cluster = values.get(ConfigKey.CLUSTER_DIR);
        Path directory =
                cluster == null
                        ? ClusterDirectory.defaultPath()
                        : Path.of(cluster).toAbsolutePath();
        Times times = times();
        return new DaemonConfig(
                directory,
                home(),
                node(ConfigKey.NODE, values.getOrDefault(ConfigKey.NODE, HostName.asNodeName())),
                workers,
                values.getOrDefault(ConfigKey.POLICY, Policies.DEFAULT),
                values.getOrDefault(ConfigKey.LOAD, "worker-busy"),
                new NeighbourhoodReader(values).read(),
                address(ConfigKey.LISTEN, values.getOrDefault(ConfigKey.LISTEN, "127.0.0.1:0")),
                advertise(),
                oneOf(ConfigKey.TLS, "on", "off").equals("on"),
                tlsEngine(),
                new WorkerBoundsReader(values).read(workers, directory),
                confining(),
                oneOf(ConfigKey.PLAIN_LOOPBACK, "refuse", "accept").equals("accept"),
                flag(ConfigKey.EXIT_ON_STDIN_EOF),
                times,
                new Bounds(
                        (int) number(ConfigKey.CLIENT_TASKS, 65_536, 1, 1 << 24),
                        number(ConfigKey.CLIENT_BYTES, 32L << 20, 1, 1L << 40),
                        number(ConfigKey.BUNDLE_BYTES, 2L << 30, 1, 1L << 50)),
                journaling(),
                new Recording(
                        recording(ConfigKey.RECORD),
                        recording(ConfigKey.RECORD_EVENTS),
                        number(ConfigKey.RECORD_BYTES, 256L << 20, 1 << 10, 1L << 50)),
                new Policing(
                        QuotaReader.read(values.get(ConfigKey.QUOTAS)),
                        signers(),
                        number(ConfigKey.AUDIT_BYTES, 10L << 20, 4 << 10, 1L << 40),
                        (int) number(ConfigKey.AUDIT_FILES, 5, 2, 1_000)),
                AvailabilityReader.read(values),
                SpotReader.read(values.get(ConfigKey.SPOT)),
                MetricsReader.read(values.get(ConfigKey.METRICS)),
                new DaemonConfig.Phasing(master, speed()),
                wallClock());
    }

    private OptionalDouble speed() throws ConfigException {
        String text = values.getOrDefault(ConfigKey.SPEED, "auto");
        if (text.equals("auto")) {
            return OptionalDouble.empty();
        }
        OptionalDouble speed = Numbers.decimal(text, MIN_SPEED, MAX_SPEED);
        if (speed.isEmpty()) {
            throw new ConfigException(
                    "speed: \"%s\" is invalid; use auto or a number from %s to %s"
                            .formatted(text, MIN_SPEED, MAX_SPEED));
        }
        return speed;
    }

    private DaemonConfig.Confining confining() throws ConfigException {
        return new DaemonConfig.Confining(
                WorkerUser.parse(values.getOrDefault(ConfigKey.WORKER_USER, "auto")),
                oneOf(ConfigKey.WORKER_CGROUPS, "auto", "off").equals("auto"),
                WorkerEnvironment.parse(
                        values.getOrDefault(
                                ConfigKey.WORKER_ENVIRONMENT, WorkerEnvironment.DEFAULT)),
                WorkerOptions.parse(values.getOrDefault(ConfigKey.WORKER_OPTIONS, "")));
    }

    /** The value of a key that has one of these; the first if it is not given. */
    private String oneOf(ConfigKey key, String... words) throws ConfigException {
        return oneOf(key.spelling(), values.getOrDefault(key, words[0]), words);
    }

    /** The value of a key, which is one of these. */
    static String oneOf(String key, String value, String... words) throws ConfigException {
        List<String> known = List.of(words);
        if (!known.contains(value)) {
            throw new ConfigException(
                    "%s: \"%s\" is invalid; use %s or %s"
                            .formatted(
                                    key,
                                    value,
                                    String.join(", ", known.subList(0, known.size() - 1)),
                                    known.getLast()));
        }
        return value;
    }

    private Optional<Path> signers() {
        return Optional.ofNullable(values.get(ConfigKey.REQUIRE_SIGNED_CODE))
                .filter(value -> !value.isEmpty() && !value.equals("off"))
                .map(value -> Path.of(value).toAbsolutePath());
    }

    private TlsEngine tlsEngine() throws ConfigException {
        String word = oneOf(ConfigKey.TLS_ENGINE, "auto", "jdk", "openssl");
        return TlsEngine.valueOf(word.toUpperCase(Locale.ROOT));
    }

    private Optional<Address> advertise() throws ConfigException {
        String text = values.get(ConfigKey.ADVERTISE);
        if (text == null) {
            return Optional.empty();
        }
        Address address = address(ConfigKey.ADVERTISE, text);
        if (address.port() == 0) {
            throw new ConfigException(
                    "advertise: port 0 cannot be reached; give the port that peers connect to");
        }
        return Optional.of(address);
    }

    private InstantSource wallClock() throws ConfigException {
        String text = values.get(ConfigKey.WALL_CLOCK_OFFSET);
        if (text == null) {
            return InstantSource.system();
        }
        boolean back = text.startsWith("-");
        Duration offset = parse(ConfigKey.WALL_CLOCK_OFFSET, back ? text.substring(1) : text);
        return InstantSource.offset(InstantSource.system(), back ? offset.negated() : offset);
    }

    private Optional<Path> recording(ConfigKey key) {
        return Optional.ofNullable(values.get(key))
                .filter(file -> !file.isEmpty())
                .map(file -> Path.of(file).toAbsolutePath());
    }

    private Journaling journaling() throws ConfigException {
        long low = number(ConfigKey.LOW_DISK_BYTES, -1, 0, 1L << 50);
        return new Journaling(
                number(ConfigKey.JOURNAL_SEGMENT_BYTES, 16L << 20, 64 << 10, 1L << 30),
                low < 0 ? OptionalLong.empty() : OptionalLong.of(low),
                number(ConfigKey.JOB_LOG_BYTES, 64L << 20, 64 << 10, 1L << 36),
                number(ConfigKey.LOGS_BYTES, 1L << 30, 0, 1L << 50));
    }

    private Times times() throws ConfigException {
        Duration ownerLease = duration(ConfigKey.OWNER_LEASE, Duration.ofSeconds(30));
        Times times =
                new Times(
                        duration(ConfigKey.HOLDER_LEASE, Duration.ofSeconds(20)),
                        ownerLease,
                        duration(ConfigKey.DRAIN_GRACE, Duration.ofSeconds(10)),
                        duration(ConfigKey.SESSION_LEASE, Duration.ofSeconds(10)),
                        duration(ConfigKey.JOB_RETENTION, Duration.ofDays(7)),
                        duration(ConfigKey.WORKER_IDLE, Duration.ofMinutes(5)),
                        duration(ConfigKey.PING_EVERY, Duration.ofSeconds(5)),
                        duration(ConfigKey.PING_LIMIT, Duration.ofSeconds(15)),
                        duration(ConfigKey.SILENCE_LIMIT, Times.usualSilenceLimit(ownerLease)));
        if (times.ownerLease().compareTo(times.holderLease()) <= 0) {
            throw new ConfigException("owner-lease must be longer than holder-lease");
        }
        if (times.pingLimit().compareTo(times.pingEvery()) <= 0) {
            throw new ConfigException("ping-limit must be longer than ping-every");
        }
        if (times.silenceLimit().compareTo(times.ownerLease()) <= 0) {
            throw new ConfigException(
                    "silence-limit must be longer than owner-lease, which is %s s"
                            .formatted(times.ownerLease().toSeconds()));
        }
        return times;
    }

    private Optional<Path> home() {
        String home = values.getOrDefault(ConfigKey.HOME, System.getProperty("evenkeel.home", ""));
        return home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home).toAbsolutePath());
    }

    /**
     * Every key of an object is one of these.
     *
     * @param name of the object
     */
    static void requireKnown(String name, Config object, List<String> known)
            throws ConfigException {
        for (String key : object.root().keySet()) {
            if (!known.contains(key)) {
                throw new ConfigException(
                        "%s: unknown key \"%s\"; %s"
                                .formatted(name, key, SpellingSuggestion.hint(key, known)));
            }
        }
    }

    static List<String> parts(String text) {
        return java.util.Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static NodeId node(ConfigKey configKey, String name) throws ConfigException {
        try {
            return new NodeId(name);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(configKey.spelling() + ": " + e.getMessage());
        }
    }

    static Address address(ConfigKey configKey, String text) throws ConfigException {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new ConfigException(configKey.spelling() + ": \"" + text + "\" is not HOST:PORT");
        }
        OptionalLong port = Numbers.whole(text.substring(colon + 1), 0, MAX_PORT);
        if (port.isEmpty()) {
            throw new ConfigException(
                    configKey.spelling()
                            + ": the port of \""
                            + text
                            + "\" is not 0 to "
                            + MAX_PORT);
        }
        return new Address(text.substring(0, colon), (int) port.getAsLong());
    }

    private boolean flag(ConfigKey configKey) throws ConfigException {
        String value = values.getOrDefault(configKey, "false").toLowerCase(Locale.ROOT);
        return oneOf(configKey.spelling(), value, "true", "false").equals("true");
    }

    private long number(ConfigKey configKey, long standard, long least, long most)
            throws ConfigException {
        return number(values, configKey, standard, least, most);
    }

    static long number(
            Map<ConfigKey, String> values,
            ConfigKey configKey,
            long standard,
            long least,
            long most)
            throws ConfigException {
        String text = values.get(configKey);
        if (text == null) {
            return standard;
        }
        return Numbers.whole(text, least, most)
                .orElseThrow(() ->
                        new ConfigException(
                                "%s: \"%s\" is not a number from %s to %s"
                                        .formatted(configKey.spelling(), text, least, most)));
    }

    private Duration duration(ConfigKey configKey, Duration standard) throws ConfigException {
        String text = values.get(configKey);
        if (text == null) {
            return standard;
        }
        Duration value = parse(configKey, text);
        if (value.isZero()) {
            throw new ConfigException(configKey.spelling() + " must be longer than zero");
        }
        return value;
    }

    private static Duration parse(ConfigKey configKey, String text) throws ConfigException {
        return Numbers.duration(text, 9, "ms|s|m|h")
                .orElseThrow(() ->
                        new ConfigException(
                                "%s: \"%s\" is not a time; use 500ms, 20s or 5m"
                                        .formatted(configKey.spelling(), text)));
    }
}
