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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.DaemonConfig.Bounds;
import org.evenkeel.daemon.config.DaemonConfig.Journaling;
import org.evenkeel.daemon.config.DaemonConfig.Policing;
import org.evenkeel.daemon.config.DaemonConfig.Recording;
import org.evenkeel.daemon.config.DaemonConfig.Times;
import org.evenkeel.daemon.files.ClusterDirectory;
import org.evenkeel.kernel.policy.registry.Policies;
import org.evenkeel.model.NodeId;
import org.jspecify.annotations.Nullable;

/** Reads a {@link DaemonConfig} out of flags and a file; flags win. */
public final class ConfigReader {

    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m|h)");
    private static final int MAX_WORKERS = 1024;
    private static final int MAX_PORT = 65_535;
    private static final double MIN_SPEED = 0.001;
    private static final double MAX_SPEED = 1_000;

    private final Map<Key, String> values;

    private ConfigReader(Map<Key, String> values) {
        this.values = values;
    }

    /**
     * The configuration.
     *
     * @param flags values given on the command line
     * @param file a HOCON file with the same keys, or null
     */
    public static DaemonConfig read(Map<Key, String> flags, @Nullable Path file)
            throws ConfigException {
        Map<Key, String> values = new EnumMap<>(Key.class);
        if (file != null) {
            values.putAll(readFile(file));
        }
        values.putAll(flags);
        return new ConfigReader(values).build();
    }

    private static Map<Key, String> readFile(Path file) throws ConfigException {
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
        Map<Key, String> values = new EnumMap<>(Key.class);
        for (Map.Entry<String, ConfigValue> entry : parsed.root().entrySet()) {
            try {
                values.put(Key.of(entry.getKey()), text(entry.getKey(), entry.getValue()));
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
                key.equals(Key.QUOTAS.spelling()) || key.equals(Key.CALENDAR.spelling());
        if (structured && value.valueType() == ConfigValueType.OBJECT) {
            return value.render(ConfigRenderOptions.concise());
        }
        if (value.valueType() == ConfigValueType.OBJECT
                || value.valueType() == ConfigValueType.NULL) {
            throw new ConfigException("\"" + key + "\" is not a plain value or a list");
        }
        return String.valueOf(value.unwrapped());
    }

    private boolean plainLoopback() throws ConfigException {
        String said = values.getOrDefault(Key.PLAIN_LOOPBACK, "refuse");
        if (!said.equals("refuse") && !said.equals("accept")) {
            throw new ConfigException(
                    "plain-loopback: \"" + said + "\" is neither refuse nor accept");
        }
        return said.equals("accept");
    }

    private DaemonConfig build() throws ConfigException {
        boolean master = flag(Key.MASTER);
        int workers =
                (int)
                        number(
                                Key.WORKERS,
                                master ? 0 : Runtime.getRuntime().availableProcessors(),
                                0,
                                MAX_WORKERS);
        if (master && workers > 0) {
            throw new ConfigException(
                    "workers: a master runs no tasks; leave workers out, or say 0");
        }
        String cluster = values.get(Key.CLUSTER_DIR);
        Path directory =
                cluster == null
                        ? ClusterDirectory.defaultPath()
                        : Path.of(cluster).toAbsolutePath();
        Times times = times();
        return new DaemonConfig(
                directory,
                home(),
                node(Key.NODE, values.getOrDefault(Key.NODE, HostName.asNodeName())),
                workers,
                values.getOrDefault(Key.POLICY, Policies.DEFAULT),
                values.getOrDefault(Key.LOAD, "worker-busy"),
                new NeighbourhoodReader(values).read(),
                address(Key.LISTEN, values.getOrDefault(Key.LISTEN, "127.0.0.1:0")),
                advertise(),
                tls(),
                tlsEngine(),
                new WorkerBoundsReader(values).read(workers, directory),
                confining(),
                isAuto(Key.SHARE_FILES),
                plainLoopback(),
                flag(Key.EXIT_ON_STDIN_EOF),
                times,
                new Bounds(
                        (int) number(Key.CLIENT_TASKS, 65_536, 1, 1 << 24),
                        number(Key.CLIENT_BYTES, 32L << 20, 1, 1L << 40),
                        number(Key.BUNDLE_BYTES, 2L << 30, 1, 1L << 50)),
                journaling(),
                new Recording(
                        Optional.ofNullable(values.get(Key.RECORD))
                                .filter(file -> !file.isEmpty())
                                .map(file -> Path.of(file).toAbsolutePath()),
                        number(Key.RECORD_BYTES, 256L << 20, 1 << 10, 1L << 50)),
                new Policing(
                        QuotaReader.read(values.get(Key.QUOTAS)),
                        signers(),
                        number(Key.AUDIT_BYTES, 10L << 20, 4 << 10, 1L << 40),
                        (int) number(Key.AUDIT_FILES, 5, 2, 1_000)),
                HoursReader.read(values),
                new DaemonConfig.Phasing(master, speed()),
                wallClock());
    }

    private OptionalDouble speed() throws ConfigException {
        String text = values.getOrDefault(Key.SPEED, "auto");
        if (text.equals("auto")) {
            return OptionalDouble.empty();
        }
        try {
            double speed = Double.parseDouble(text);
            if (speed >= MIN_SPEED && speed <= MAX_SPEED) {
                return OptionalDouble.of(speed);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new ConfigException(
                "speed: \"%s\" is neither auto nor a number from %s to %s"
                        .formatted(text, MIN_SPEED, MAX_SPEED));
    }

    private DaemonConfig.Confining confining() throws ConfigException {
        return new DaemonConfig.Confining(
                WorkerUser.parse(values.getOrDefault(Key.WORKER_USER, "auto")),
                isAuto(Key.WORKER_CGROUPS),
                WorkerEnvironment.parse(
                        values.getOrDefault(Key.WORKER_ENVIRONMENT, WorkerEnvironment.DEFAULT)));
    }

    /** Of a key that is auto or off. */
    private boolean isAuto(Key key) throws ConfigException {
        String value = values.getOrDefault(key, "auto");
        return switch (value) {
            case "auto" -> true;
            case "off" -> false;
            default ->
                    throw new ConfigException(
                            key.spelling() + ": \"" + value + "\" is neither auto nor off");
        };
    }

    private Optional<Path> signers() {
        return Optional.ofNullable(values.get(Key.REQUIRE_SIGNED_CODE))
                .filter(value -> !value.isEmpty() && !value.equals("off"))
                .map(value -> Path.of(value).toAbsolutePath());
    }

    private boolean tls() throws ConfigException {
        String value = values.getOrDefault(Key.TLS, "on");
        return switch (value) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new ConfigException("tls: \"" + value + "\" is neither on nor off");
        };
    }

    private TlsEngine tlsEngine() throws ConfigException {
        String value = values.getOrDefault(Key.TLS_ENGINE, "auto");
        return switch (value) {
            case "auto" -> TlsEngine.AUTO;
            case "jdk" -> TlsEngine.JDK;
            case "openssl" -> TlsEngine.OPENSSL;
            default ->
                    throw new ConfigException(
                            "tls-engine: \"" + value + "\" is none of auto, jdk, openssl");
        };
    }

    private Optional<Address> advertise() throws ConfigException {
        String text = values.get(Key.ADVERTISE);
        if (text == null) {
            return Optional.empty();
        }
        Address address = address(Key.ADVERTISE, text);
        if (address.port() == 0) {
            throw new ConfigException("advertise: nobody can connect to port 0");
        }
        return Optional.of(address);
    }

    private InstantSource wallClock() throws ConfigException {
        String text = values.get(Key.WALL_CLOCK_OFFSET);
        if (text == null) {
            return InstantSource.system();
        }
        boolean back = text.startsWith("-");
        Duration offset = parse(Key.WALL_CLOCK_OFFSET, back ? text.substring(1) : text);
        return InstantSource.offset(InstantSource.system(), back ? offset.negated() : offset);
    }

    private Journaling journaling() throws ConfigException {
        long low = number(Key.LOW_DISK_BYTES, -1, 0, 1L << 50);
        return new Journaling(
                number(Key.JOURNAL_SEGMENT_BYTES, 16L << 20, 64 << 10, 1L << 30),
                low < 0 ? OptionalLong.empty() : OptionalLong.of(low));
    }

    private Times times() throws ConfigException {
        Duration ownerLease = duration(Key.OWNER_LEASE, Duration.ofSeconds(30));
        Times times =
                new Times(
                        duration(Key.HOLDER_LEASE, Duration.ofSeconds(20)),
                        ownerLease,
                        duration(Key.DRAIN_GRACE, Duration.ofSeconds(10)),
                        duration(Key.SESSION_LEASE, Duration.ofSeconds(10)),
                        duration(Key.JOB_RETENTION, Duration.ofDays(7)),
                        duration(Key.WORKER_IDLE, Duration.ofMinutes(5)),
                        duration(Key.PING_EVERY, Duration.ofSeconds(5)),
                        duration(Key.PING_LIMIT, Duration.ofSeconds(15)),
                        duration(Key.SILENCE_LIMIT, Times.usualSilenceLimit(ownerLease)));
        if (times.ownerLease().compareTo(times.holderLease()) <= 0) {
            throw new ConfigException("owner-lease must be longer than holder-lease");
        }
        if (times.pingLimit().compareTo(times.pingEvery()) <= 0) {
            throw new ConfigException("ping-limit must be longer than ping-every");
        }
        if (times.silenceLimit().compareTo(times.ownerLease()) <= 0) {
            throw new ConfigException(
                    "silence-limit must be longer than owner-lease, which is "
                            + times.ownerLease().toSeconds()
                            + " s");
        }
        return times;
    }

    private Optional<Path> home() {
        String home = values.getOrDefault(Key.HOME, System.getProperty("evenkeel.home", ""));
        return home.isEmpty() ? Optional.empty() : Optional.of(Path.of(home).toAbsolutePath());
    }

    static List<String> parts(String text) {
        return java.util.Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    static NodeId node(Key key, String name) throws ConfigException {
        try {
            return new NodeId(name);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(key.spelling() + ": " + e.getMessage());
        }
    }

    static Address address(Key key, String text) throws ConfigException {
        int colon = text.lastIndexOf(':');
        if (colon <= 0) {
            throw new ConfigException(key.spelling() + ": \"" + text + "\" is not host:port");
        }
        try {
            int port = Integer.parseInt(text.substring(colon + 1));
            if (port >= 0 && port <= MAX_PORT) {
                return new Address(text.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new ConfigException(
                key.spelling() + ": the port of \"" + text + "\" is not 0 to " + MAX_PORT);
    }

    private boolean flag(Key key) throws ConfigException {
        String value = values.getOrDefault(key, "false").toLowerCase(Locale.ROOT);
        return switch (value) {
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw new ConfigException(
                            key.spelling() + ": \"" + value + "\" is neither true nor false");
        };
    }

    private long number(Key key, long standard, long least, long most) throws ConfigException {
        return number(values, key, standard, least, most);
    }

    static long number(Map<Key, String> values, Key key, long standard, long least, long most)
            throws ConfigException {
        String text = values.get(key);
        if (text == null) {
            return standard;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new ConfigException(
                key.spelling()
                        + ": \""
                        + text
                        + "\" is not a number from "
                        + least
                        + " to "
                        + most);
    }

    private Duration duration(Key key, Duration standard) throws ConfigException {
        String text = values.get(key);
        if (text == null) {
            return standard;
        }
        Duration value = parse(key, text);
        if (value.isZero()) {
            throw new ConfigException(key.spelling() + " must be longer than zero");
        }
        return value;
    }

    private static Duration parse(Key key, String text) throws ConfigException {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new ConfigException(
                    key.spelling() + ": \"" + text + "\" is not a time like 500ms, 20s or 5m");
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(count);
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            default -> Duration.ofHours(count);
        };
    }
}
