package org.evenkeel.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.evenkeel.chaos.Soak.Measure;
import org.evenkeel.it.Alone;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** At saturation every queue, table and store stays under its bound, and no process grows. */
@Timeout(value = 2, unit = TimeUnit.HOURS) // the full form
@Alone
@EnabledOnOs(OS.LINUX) // /proc
@Tag("long")
class SoakProcessIT {

    private static final long SEED = RunSeed.of(Length.chosen().name());
    private static final int WINDOW = 30_000;
    private static final int CLIENTS = 2;

    /** Of a thousand tasks; the rest is not held up by the disk. */
    private static final int DISK_SHARE = 50;

    private static final long HEAP_BYTES = 128L << 20;
    private static final double WARM_UP = 0.4;

    /** Heap of a fixed size whose pages are all there from the start: growth is not its filling. */
    private static final List<String> DAEMON_HEAP =
            List.of(
                    "-XX:+UseSerialGC",
                    "-Xms128m",
                    "-Xmx128m",
                    "-XX:+AlwaysPreTouch",
                    "-XX:+ExitOnOutOfMemoryError");

    private static final List<String> CLIENT_HEAP =
            List.of("-XX:+UseSerialGC", "-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch");

    private static final long OWNED = HEAP_BYTES >> 10;
    private static final long HELD = HEAP_BYTES >> 12;

    /** Frames that were already here when the share of payloads was used up. */
    private static final long UNDER_WAY_BYTES = 8L << 20;

    /** Up to 24 MiB live, as much again that is dead, and three segments of 16 MiB. */
    private static final long JOURNAL_BYTES = 96L << 20;

    /** What the limits of a daemon are with such a heap. */
    private static final Map<Measure, Long> BOUNDS =
            new EnumMap<>(
                    Map.of(
                            Measure.HEAP_BYTES,
                            HEAP_BYTES,
                            Measure.OWNED,
                            OWNED,
                            Measure.HELD,
                            HELD,
                            Measure.WAITING,
                            OWNED + HELD,
                            Measure.PREFETCHED,
                            256L,
                            Measure.PAYLOAD_BYTES,
                            HEAP_BYTES / 4 + UNDER_WAY_BYTES,
                            Measure.BLOB_BYTES,
                            CLIENTS * (32L << 20) * 2 + (16L << 20),
                            Measure.JOURNAL_BYTES,
                            JOURNAL_BYTES,
                            Measure.LINKS,
                            ChaosCluster.NODES - 1L,
                            Measure.CLIENTS,
                            (long) CLIENTS));

    /**
     * A run.
     *
     * @param parts of the time after the warm-up whose leasts are compared; 0 for no slopes
     * @param liveEvery seconds between forced collections, which show what is live in a heap
     * @param residentKibPerMinute growth that is let pass; a JVM goes on compiling for minutes
     */
    private record Length(
            String name, long seconds, int parts, long liveEvery, double residentKibPerMinute) {

        static Length chosen() {
            return switch (System.getProperty("evenkeel.soak", "")) {
                case "full" -> new Length("full", 600, 36, 20, 512);
                case "short" -> new Length("short", 10, 0, 0, 0);
                default -> new Length("long", 100, 12, 8, 6 << 10);
            };
        }

        /** As long as this without the warm-up, which is over by then. */
        Length again() {
            long rest = Math.round(seconds * (1 - WARM_UP));
            return new Length(name, rest, parts, liveEvery, residentKibPerMinute);
        }

        double allowed(Measure measure) {
            return switch (measure) {
                case RESIDENT_KIB -> residentKibPerMinute;
                case LIVE_BYTES -> residentKibPerMinute * 1024;
                default -> 0.5;
            };
        }
    }

    private final List<String> broken = new ArrayList<>();

    /** By {@code -Plong} or {@code docker/it/soak.sh}. */
    static boolean isWanted() {
        return Boolean.getBoolean("evenkeel.long") || System.getProperty("evenkeel.soak") != null;
    }

    @Test
    @EnabledIf("isWanted")
    void atSaturationEverythingStaysUnderItsBoundAndNothingGrows() throws Exception {
        Length length = Length.chosen();
        System.out.println("SoakProcessIT, form " + length.name() + ", seed " + SEED);
        ChaosCluster cluster = new ChaosCluster(new ChaosCluster.Setup(1, DAEMON_HEAP));
        try (cluster;
                ClientProcess first = client(cluster, 1);
                ClientProcess second = client(cluster, 2)) {
            List<ClientProcess> clients = List.of(first, second);
            Awaitility.await("both clients are at work")
                    .atMost(Duration.ofMinutes(3))
                    .until(() -> clients.stream().allMatch(one -> one.completed() > 5_000));
            Set<String> growing = watch(length, WARM_UP, cluster, clients);
            if (!growing.isEmpty()) {
                System.out.println("once more, for a leak grows again: " + growing);
                growing.retainAll(watch(length.again(), 0, cluster, clients));
                growing.forEach(one -> broken.add(one + " grow, twice"));
            }
            for (ClientProcess client : clients) {
                client.stop();
                assertThat(client.await(Duration.ofMinutes(2))).as("all completed").isZero();
                assertThat(client.report().refused).as("refused").isEmpty();
            }
            assertThat(cluster.leave(Duration.ofSeconds(20))).containsOnly(0);
        }
        assertThat(broken).isEmpty();
        cluster.delete();
    }

    /** Measures for the whole length; names what grows after a part of it. */
    private Set<String> watch(
            Length length, double warmUp, ChaosCluster cluster, List<ClientProcess> clients)
            throws Exception {
        try (Soak soak = new Soak(cluster, clients)) {
            soak.measure(length.seconds(), length.liveEvery());
            return publish(length, warmUp, soak, completed(clients));
        }
    }

    private static long completed(List<ClientProcess> clients) {
        return clients.stream().mapToLong(ClientProcess::completed).sum();
    }

    private static ClientProcess client(ChaosCluster cluster, int index) throws Exception {
        return new ClientProcess(
                cluster,
                new ClientProcess.Setup(
                        cluster.node(index - 1).directory().toString(),
                        index,
                        SEED,
                        WINDOW,
                        "",
                        DISK_SHARE,
                        CLIENT_HEAP));
    }

    private Set<String> publish(Length length, double warmUp, Soak soak, long completed)
            throws Exception {
        Set<String> growing = new TreeSet<>();
        Rows rows = new Rows("Soak, form " + length.name() + ", " + length.seconds() + " s");
        rows.add("tasks", "tasks completed", completed);
        for (Measure measure : Measure.values()) {
            long most = (long) soak.max(measure);
            Long bound = BOUNDS.get(measure);
            rows.add(
                    measure.name().toLowerCase(Locale.ROOT),
                    measure.words + ", most of any process",
                    most,
                    bound == null ? "" : "at most " + bound);
            if (bound != null && most > bound) {
                broken.add(measure.words + ": " + most + " are more than " + bound);
            }
        }
        if (length.parts() > 0) {
            for (Measure measure :
                    List.of(
                            Measure.RESIDENT_KIB,
                            Measure.LIVE_BYTES,
                            Measure.DESCRIPTORS,
                            Measure.THREADS)) {
                growing.addAll(slopes(length, warmUp, soak, measure, rows));
            }
        }
        rows.publish(Path.of("target", "chaos"), "soak-" + length.name());
        return growing;
    }

    private static Set<String> slopes(
            Length length, double warmUp, Soak soak, Measure measure, Rows rows) {
        Set<String> growing = new TreeSet<>();
        double allowed = length.allowed(measure);
        for (String name : soak.names(measure)) {
            Series series = soak.of(name, measure);
            Slope slope =
                    measure == Measure.LIVE_BYTES
                            ? series.slope(warmUp)
                            : series.slope(warmUp, length.parts());
            rows.add(
                    measure.name().toLowerCase(Locale.ROOT) + "_slope_" + name.replace(' ', '_'),
                    measure.words + " of " + name + ", growth per minute (95 % interval)",
                    String.format(
                            Locale.ROOT,
                            "%.2f (%.2f to %.2f)",
                            slope.perMinute(),
                            slope.low(),
                            slope.high()),
                    "not clearly above " + String.format(Locale.ROOT, "%.1f", allowed));
            if (slope.growsMoreThan(allowed)) {
                growing.add(measure.words + " of " + name);
            }
        }
        return growing;
    }
}
