package org.evenkeel.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.evenkeel.daemon.config.DaemonConfig.Address;
import org.evenkeel.daemon.config.DaemonConfig.Neighbourhood;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.calendar.WeeklyCalendar;
import org.evenkeel.kernel.calendar.WeeklyWindow;
import org.evenkeel.model.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigReaderTest {

    @TempDir Path directory;

    @Test
    void everythingHasADefault() throws Exception {
        DaemonConfig config = ConfigReader.read(Map.of(), null);
        assertThat(config.policy()).isEqualTo("auto");
        assertThat(config.listen()).isEqualTo(new Address("127.0.0.1", 0));
        assertThat(config.workers()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(config.times().ownerLease()).isEqualTo(Duration.ofSeconds(30));
        assertThat(config.times().silenceLimit()).isEqualTo(Duration.ofSeconds(60));
        assertThat(config.recording().file()).isEmpty();
    }

    @Test
    void aFileToRecordToIsGivenWithItsLongestLength() throws Exception {
        DaemonConfig config =
                ConfigReader.read(
                        Map.of(
                                ConfigKey.RECORD,
                                "/tmp/n1.recording",
                                ConfigKey.RECORD_EVENTS,
                                "/tmp/n1.events",
                                ConfigKey.RECORD_BYTES,
                                "4096"),
                        null);
        assertThat(config.recording().file()).contains(Path.of("/tmp/n1.recording"));
        assertThat(config.recording().events()).contains(Path.of("/tmp/n1.events"));
        assertThat(config.recording().maxBytes()).isEqualTo(4096);
        assertRefused(Map.of(ConfigKey.RECORD_BYTES, "10"), "record-bytes");
    }

    @Test
    void quotasAreReadFromAFileAndFromAFlagAlike() throws Exception {
        Path file = directory.resolve("daemon.conf");
        Files.writeString(
                file,
                """
                quotas {
                  default { tasks = 1000, bytes = 1GiB, jobs = 5 }
                  "o.malley" { tasks = 0, processors = 2 }
                  local { bytes = 10k }
                }
                """);
        SubmitterQuotas submitterQuotas =
                ConfigReader.read(Map.of(), file).policing().submitterQuotas();
        assertThat(submitterQuotas.of("somebody"))
                .isEqualTo(new SubmitterQuotas.Quota(1000, 1L << 30, 0, 5));
        assertThat(submitterQuotas.of("o.malley"))
                .isEqualTo(new SubmitterQuotas.Quota(0, 1L << 30, 2, 5));
        assertThat(submitterQuotas.of("").bytes()).isEqualTo(10 << 10);
        assertThat(submitterQuotas.source("")).isEqualTo("quotas.local");
        assertThat(submitterQuotas.source("somebody")).isEqualTo("quotas.default");
        SubmitterQuotas byFlag =
                ConfigReader.read(Map.of(ConfigKey.QUOTAS, "{default {processors = 3}}"), file)
                        .policing()
                        .submitterQuotas();
        assertThat(byFlag.of("o.malley")).isEqualTo(new SubmitterQuotas.Quota(0, 0, 3, 1_000));
        assertThat(ConfigReader.read(Map.of(), null).policing().submitterQuotas())
                .isEqualTo(SubmitterQuotas.USUAL);
        assertRefused(Map.of(ConfigKey.QUOTAS, "{alice {task = 3}}"), "tasks");
        assertRefused(Map.of(ConfigKey.QUOTAS, "{alice {tasks = -3}}"), "quotas.alice.tasks");
        assertRefused(Map.of(ConfigKey.QUOTAS, "{alice {tasks = many}}"), "quotas");
        assertRefused(Map.of(ConfigKey.QUOTAS, "{alice = 3}"), "quotas.alice");
        assertRefused(Map.of(ConfigKey.QUOTAS, "{alice {"), "quotas");
    }

    @Test
    void aCalendarIsReadFromAFileAndFromAFlagAlike() throws Exception {
        Path file = directory.resolve("hours.conf");
        Files.writeString(
                file,
                """
                calendar {
                  zone = "Europe/Berlin"
                  weekly = ["Mon-Fri 19:00-07:00", "Sat-Sun 00:00-24:00"]
                  except = ["2026-12-24"]
                }
                at-close = finish
                """);
        AvailabilitySchedule hours = ConfigReader.read(Map.of(), file).hours();
        assertThat(hours.closeMode()).isEqualTo(CloseMode.FINISH);
        assertThat(hours.calendar().orElseThrow())
                .isEqualTo(
                        new AvailabilitySchedule.Calendar.Weekly(
                                new WeeklyCalendar(
                                        ZoneId.of("Europe/Berlin"),
                                        List.of(
                                                WeeklyWindow.parse("Mon-Fri 19:00-07:00"),
                                                WeeklyWindow.parse("Sat-Sun 00:00-24:00")),
                                        Set.of(LocalDate.of(2026, 12, 24)))));
        AvailabilitySchedule seconds =
                ConfigReader.read(Map.of(ConfigKey.CALENDAR, "{open=[5-30, 40.5-60]}"), null)
                        .hours();
        assertThat(seconds.closeMode()).isEqualTo(CloseMode.MOVE);
        assertThat(seconds.calendar().orElseThrow())
                .isEqualTo(
                        new AvailabilitySchedule.Calendar.Seconds(
                                Optional.empty(),
                                List.of(
                                        new AvailabilitySchedule.Between(
                                                Duration.ofSeconds(5), Duration.ofSeconds(30)),
                                        new AvailabilitySchedule.Between(
                                                Duration.ofMillis(40_500),
                                                Duration.ofSeconds(60)))));
        assertThat(ConfigReader.read(Map.of(), null).hours().calendar()).isEmpty();
        assertRefused(Map.of(ConfigKey.CALENDAR, "{zone=Mars, weekly=[]}"), "calendar.zone");
        assertRefused(
                Map.of(ConfigKey.CALENDAR, "{zone=UTC, weekly=[\"Fry 10:00-11:00\"]}"),
                "did you mean");
        assertRefused(
                Map.of(ConfigKey.CALENDAR, "{zone=UTC, weekly=[], except=[Easter]}"),
                "calendar.except");
        assertRefused(Map.of(ConfigKey.CALENDAR, "{zone=UTC, weakly=[]}"), "\"weekly\"");
        assertRefused(Map.of(ConfigKey.CALENDAR, "{zone=UTC}"), "weekly");
        assertRefused(Map.of(ConfigKey.CALENDAR, "{open=[5-3]}"), "calendar.open");
        assertRefused(Map.of(ConfigKey.CALENDAR, "{open=[5-7, 6-9]}"), "calendar.open");
        assertRefused(Map.of(ConfigKey.CALENDAR, "{open=[1-2], from=noon}"), "calendar.from");
        assertRefused(Map.of(ConfigKey.AT_CLOSE, "kill"), "use move, restart or finish");
    }

    @Test
    void aMasterRunsNoTasks() throws Exception {
        DaemonConfig config =
                ConfigReader.read(Map.of(ConfigKey.MASTER, "true", ConfigKey.SPEED, "1.5"), null);
        assertThat(config.workers()).isZero();
        assertThat(config.phasing().master()).isTrue();
        assertThat(config.phasing().speed()).hasValue(1.5);
        assertThat(ConfigReader.read(Map.of(), null).phasing().speed()).isEmpty();
        assertRefused(Map.of(ConfigKey.MASTER, "true", ConfigKey.WORKERS, "2"), "workers");
        assertRefused(Map.of(ConfigKey.SPEED, "fast"), "speed");
        assertRefused(Map.of(ConfigKey.SPEED, "-1"), "speed");
    }

    @Test
    void peersMayBeToldAnotherAddress() throws Exception {
        assertThat(ConfigReader.read(Map.of(), null).advertise()).isEmpty();
        assertThat(
                        ConfigReader.read(Map.of(ConfigKey.ADVERTISE, "example.org:4712"), null)
                                .advertise())
                .contains(new Address("example.org", 4712));
        assertRefused(Map.of(ConfigKey.ADVERTISE, "example.org:0"), "advertise");
        assertRefused(Map.of(ConfigKey.ADVERTISE, "example.org"), "advertise");
    }

    @Test
    void theClockMayBeSetForwardAndBack() throws Exception {
        for (int hours : new int[] {-3, 3}) {
            Duration off =
                    Duration.between(
                            Instant.now(),
                            ConfigReader.read(
                                            Map.of(ConfigKey.WALL_CLOCK_OFFSET, hours + "h"), null)
                                    .wallClock()
                                    .instant());
            assertThat(off).isCloseTo(Duration.ofHours(hours), Duration.ofMinutes(5));
        }
        assertRefused(Map.of(ConfigKey.WALL_CLOCK_OFFSET, "--1h"), "wall-clock-offset");
    }

    @Test
    void flagsWinOverTheFile() throws Exception {
        Path file = directory.resolve("d.conf");
        Files.writeString(
                file, "node = a\nworkers = 3\nneighbours = [b, \"c=127.0.0.1:99\"]\npolicy = none");
        DaemonConfig config = ConfigReader.read(Map.of(ConfigKey.WORKERS, "2"), file);
        assertThat(config.node().name()).isEqualTo("a");
        assertThat(config.workers()).isEqualTo(2);
        assertThat(config.policy()).isEqualTo("none");
        Neighbourhood.Named named = (Neighbourhood.Named) config.neighbourhood();
        assertThat(named.neighbours()).hasSize(2);
        assertThat(named.neighbours().get(1).address()).contains(new Address("127.0.0.1", 99));
    }

    @Test
    void anUnknownKeyNamesTheNearestOne() throws Exception {
        Path file = directory.resolve("d.conf");
        Files.writeString(file, "worker = 3");
        assertThatThrownBy(() -> ConfigReader.read(Map.of(), file))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("unknown key \"worker\"; did you mean \"workers\"?");
    }

    @Test
    void nonsenseIsRefusedWithTheKey() {
        assertRefused(Map.of(ConfigKey.WORKERS, "many"), "workers");
        assertRefused(Map.of(ConfigKey.LISTEN, "here"), "listen");
        assertRefused(Map.of(ConfigKey.LISTEN, "here:99999"), "listen");
        assertRefused(Map.of(ConfigKey.NODE, "a/b"), "node");
        assertRefused(Map.of(ConfigKey.HOLDER_LEASE, "20"), "holder-lease");
        assertRefused(Map.of(ConfigKey.HOLDER_LEASE, "40s"), "owner-lease");
        assertRefused(Map.of(ConfigKey.SILENCE_LIMIT, "30s"), "silence-limit");
        assertRefused(Map.of(ConfigKey.WORKER_HEAP, "lots"), "worker-heap");
        assertRefused(Map.of(ConfigKey.TOPOLOGY, "mesh"), "members");
        assertRefused(Map.of(ConfigKey.MEMBERS, "a,b"), "topology");
        assertRefused(
                Map.of(
                        ConfigKey.TOPOLOGY,
                        "mesh",
                        ConfigKey.MEMBERS,
                        "a,b",
                        ConfigKey.NEIGHBOURS,
                        "b"),
                "exclude");
        assertRefused(Map.of(ConfigKey.EXIT_ON_STDIN_EOF, "maybe"), "exit-on-stdin-eof");
    }

    @Test
    void whatWorkersMayTakeIsOrdered() throws Exception {
        WorkerBounds usual = ConfigReader.read(Map.of(), null).workerBounds();
        assertThat(usual.mostHeapBytes()).isGreaterThanOrEqualTo(usual.heapBytes());
        assertThat(usual.diskBytes()).isGreaterThanOrEqualTo(1L << 30);
        WorkerBounds said =
                ConfigReader.read(
                                Map.of(
                                        ConfigKey.WORKER_HEAP, "64m",
                                        ConfigKey.WORKER_HEAP_MAX, "1g",
                                        ConfigKey.WORKER_DISK, "100M",
                                        ConfigKey.WORKER_DISK_MAX, "2g",
                                        ConfigKey.WORKER_PROCESSES, "100",
                                        ConfigKey.WORKER_PROCESSES_MAX, "200"),
                                null)
                        .workerBounds();
        assertThat(said)
                .isEqualTo(
                        new WorkerBounds(
                                64 << 20,
                                1 << 30,
                                100 << 20,
                                2L << 30,
                                100,
                                200,
                                JobOptions.parse(JobOptions.DEFAULT)));
        assertThat(said.whyNot(new Resources(1 << 30, 2L << 30, 200))).isNull();
        assertThat(said.whyNot(new Resources((1 << 30) + 1, 0, 0))).contains("worker-heap-max");
        assertThat(said.whyNot(new Resources(0, 3L << 30, 0))).contains("worker-disk-max");
        assertThat(said.whyNot(new Resources(0, 0, 201)))
                .isEqualTo(
                        "the job requests processes of 201, but a worker on this node gets at most"
                                + " 200 (daemon key worker-processes-max)");
        assertThat(said.heapFor(new Resources(0, 1 << 20, 0))).isEqualTo(64 << 20);
        assertThat(said.heapFor(new Resources(32 << 20, 0, 0))).isEqualTo(32 << 20);
        assertRefused(
                Map.of(ConfigKey.WORKER_HEAP, "2g", ConfigKey.WORKER_HEAP_MAX, "1g"),
                "worker-heap-max");
        assertRefused(Map.of(ConfigKey.WORKER_HEAP, "1m"), "worker-heap");
        assertRefused(Map.of(ConfigKey.WORKER_DISK, "1"), "worker-disk");
        assertRefused(Map.of(ConfigKey.WORKER_PROCESSES, "5"), "worker-processes");
    }

    @Test
    void workersAreWhoTheConfigurationSays() throws Exception {
        assertThat(WorkerUser.parse("auto")).isEqualTo(new WorkerUser.Auto());
        assertThat(WorkerUser.parse("same")).isEqualTo(new WorkerUser.Same());
        assertThat(WorkerUser.parse("grid-worker")).isEqualTo(new WorkerUser.Named("grid-worker"));
        assertThat(WorkerUser.parse("1234")).isEqualTo(new WorkerUser.Range(1234, 1234));
        assertThat(WorkerUser.parse("60600-60700")).isEqualTo(new WorkerUser.Range(60600, 60700));
        for (String wrong : List.of("0", "7-6", "a b", "-1", "", "1-2-3")) {
            assertRefused(Map.of(ConfigKey.WORKER_USER, wrong), "worker-user");
        }
        assertRefused(Map.of(ConfigKey.WORKER_CGROUPS, "on"), "worker-cgroups");
    }

    @Test
    void workersHaveTheVariablesThatTheConfigurationNames() throws Exception {
        assertThat(ConfigReader.read(Map.of(), null).confining().environment())
                .containsExactly("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "TZ");
        assertThat(
                        ConfigReader.read(
                                        Map.of(ConfigKey.WORKER_ENVIRONMENT, "PATH, MY_DATA"), null)
                                .confining()
                                .environment())
                .containsExactly("PATH", "MY_DATA");
        assertThat(
                        ConfigReader.read(Map.of(ConfigKey.WORKER_ENVIRONMENT, ""), null)
                                .confining()
                                .environment())
                .isEmpty();
        for (String wrong : List.of("A=b", "PATH,,HOME", "1A", "PATH;HOME")) {
            assertRefused(Map.of(ConfigKey.WORKER_ENVIRONMENT, wrong), "worker-environment");
        }
    }

    @Test
    void workersHaveTheOptionsOfTheirOperatorButNoneThatTheDaemonSets() throws Exception {
        assertThat(ConfigReader.read(Map.of(), null).confining().options()).isEmpty();
        assertThat(
                        ConfigReader.read(
                                        Map.of(
                                                ConfigKey.WORKER_OPTIONS,
                                                " -XX:+UseParallelGC  -Dmy.data=/srv "),
                                        null)
                                .confining()
                                .options())
                .containsExactly("-XX:+UseParallelGC", "-Dmy.data=/srv");
        for (String wrong :
                List.of("-Xmx2g", "-cp /tmp", "-Da=b c", "@file", "-D" + "x".repeat(5000))) {
            assertRefused(Map.of(ConfigKey.WORKER_OPTIONS, wrong), "worker-options");
        }
    }

    @Test
    void seedsAreAddressesToBeginWithAndMayBeNone() throws Exception {
        assertThat(seeds("")).isEmpty();
        assertThat(seeds(" 10.0.0.1:7000, example.org:7001,10.0.0.1:7000"))
                .containsExactly(new Address("10.0.0.1", 7000), new Address("example.org", 7001));
        assertThat(ConfigReader.read(Map.of(), null).neighbourhood())
                .isEqualTo(new Neighbourhood.Named(List.of()));
        Path file = directory.resolve("d.conf");
        Files.writeString(file, "seeds = []");
        assertThat(ConfigReader.read(Map.of(), file).neighbourhood())
                .isEqualTo(new Neighbourhood.Open(List.of()));
    }

    @Test
    void seedsThatCannotBeUsedAreRefused() {
        assertRefused(Map.of(ConfigKey.SEEDS, "n1"), "seeds");
        assertRefused(Map.of(ConfigKey.SEEDS, "n1:0"), "port 0");
        assertRefused(Map.of(ConfigKey.SEEDS, "", ConfigKey.NEIGHBOURS, "n2"), "exclude");
        assertRefused(
                Map.of(
                        ConfigKey.SEEDS,
                        "n1:1",
                        ConfigKey.TOPOLOGY,
                        "mesh",
                        ConfigKey.MEMBERS,
                        "a,b"),
                "exclude");
        String many =
                IntStream.rangeClosed(1, Neighbourhood.MAX_SEEDS + 1)
                        .mapToObj(port -> "n1:" + port)
                        .collect(Collectors.joining(","));
        assertRefused(Map.of(ConfigKey.SEEDS, many), "65 addresses");
    }

    private static List<Address> seeds(String text) throws Exception {
        DaemonConfig config = ConfigReader.read(Map.of(ConfigKey.SEEDS, text), null);
        return ((Neighbourhood.Open) config.neighbourhood()).seeds();
    }

    private static void assertRefused(Map<ConfigKey, String> flags, String word) {
        assertThatThrownBy(() -> ConfigReader.read(flags, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(word);
    }
}
