package org.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.evenkeel.cli.doctor.DiskCheck.Disk;
import org.evenkeel.cli.doctor.MachineChecks.Memory;
import org.evenkeel.cli.doctor.MachineChecks.Surroundings;
import org.evenkeel.daemon.worker.confine.ControlGroupSupport;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.junit.jupiter.api.Test;

/** What each check concludes from its facts. */
class DoctorTest {
    private static final long GIB = 1L << 30;
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final OptionalLong NONE = OptionalLong.empty();

    private static void is(Status status, Finding finding) {
        assertThat(finding.status()).as(finding.toString()).isEqualTo(status);
        boolean wantsAdvice =
                status == Status.WARNING || status == Status.PROBLEM || status == Status.UNKNOWN;
        assertThat(finding.advice().isEmpty()).as(finding.toString()).isNotEqualTo(wantsAdvice);
    }

    private static void are(Status status, List<Finding> findings, String... parts) {
        assertThat(findings).hasSize(1);
        is(status, findings.getFirst());
        for (String part : parts) {
            assertThat(findings.getFirst().found()).contains(part);
        }
    }

    @Test
    void javaIsRecentAndCanStartWorkers() {
        Path home = Path.of("/jdk");
        is(Status.OK, MachineChecks.java(25, "25.0.1", home, true));
        is(Status.PROBLEM, MachineChecks.java(21, "21.0.9", home, true));
        is(Status.PROBLEM, MachineChecks.java(25, "25.0.1", home, false));
    }

    @Test
    void workersAreNotMoreThanProcessors() {
        is(Status.OK, MachineChecks.processors(4, 4));
        is(Status.WARNING, MachineChecks.processors(4, 5));
    }

    @Test
    void heapsOfWorkersFitIntoTheMemory() {
        is(Status.OK, MachineChecks.memory(new Memory(8 * GIB, 4 * GIB, 2 * GIB, false)));
        is(Status.WARNING, MachineChecks.memory(new Memory(8 * GIB, GIB, 2 * GIB, false)));
        is(Status.OK, MachineChecks.memory(new Memory(8 * GIB, GIB, 2 * GIB, true)));
        is(Status.PROBLEM, MachineChecks.memory(new Memory(8 * GIB, 7 * GIB, 8 * GIB, true)));
        is(Status.UNKNOWN, MachineChecks.memory(new Memory(0, 0, GIB, false)));
        assertThat(MachineChecks.memory(new Memory(8 * GIB, GIB, 2 * GIB, true)).found())
                .isEqualTo("1.0 GiB of 8.0 GiB available; workers' heaps may take 2.0 GiB");
    }

    @Test
    void containerHasAProcessThatReaps() {
        is(Status.OK, MachineChecks.surroundings(new Surroundings(Optional.empty(), true, "")));
        Optional<String> docker = Optional.of("Docker");
        is(Status.OK, MachineChecks.surroundings(new Surroundings(docker, false, "tini")));
        is(Status.WARNING, MachineChecks.surroundings(new Surroundings(docker, false, "java")));
    }

    @Test
    void containerIsKnownByItsMarks() {
        assertThat(MachineProbe.container(Map.of(), _ -> false)).isEmpty();
        assertThat(MachineProbe.container(Map.of(), Path.of("/.dockerenv")::equals))
                .hasValue("Docker");
        assertThat(MachineProbe.container(Map.of("container", "lxc"), _ -> false)).hasValue("lxc");
    }

    @Test
    void idleDetectionMattersWhereADaemonGivesWay() {
        is(Status.OK, MachineChecks.idleDetection(Optional.of("x11 works"), "", true));
        is(Status.OK, MachineChecks.idleDetection(Optional.empty(), "x11: no display", false));
        Finding missing = MachineChecks.idleDetection(Optional.empty(), "x11: no display", true);
        is(Status.WARNING, missing);
        assertThat(missing.found()).contains("x11: no display");
    }

    @Test
    void fewOpenFilesAreTold() {
        is(Status.OK, LimitChecks.openFiles(OptionalLong.of(65_536)));
        is(Status.WARNING, LimitChecks.openFiles(OptionalLong.of(1_024)));
        is(Status.PROBLEM, LimitChecks.openFiles(OptionalLong.of(256)));
        is(Status.UNKNOWN, LimitChecks.openFiles(NONE));
    }

    @Test
    void workersMayHaveTheProcessesThatTheyArePromised() {
        is(Status.OK, LimitChecks.processes(OptionalLong.of(Long.MAX_VALUE), 4, 512));
        is(Status.OK, LimitChecks.processes(OptionalLong.of(4_096), 4, 512));
        is(Status.WARNING, LimitChecks.processes(OptionalLong.of(1_024), 4, 512));
        is(Status.PROBLEM, LimitChecks.processes(OptionalLong.of(100), 4, 512));
        is(Status.UNKNOWN, LimitChecks.processes(NONE, 4, 512));
    }

    @Test
    void processLimitIsTheSoftOne() {
        String head = "Limit                     Soft Limit           Hard Limit           Units";
        String line =
                "Max processes             96289                unlimited            processes";
        assertThat(MachineProbe.processes(List.of(head, line))).hasValue(96_289);
        assertThat(MachineProbe.processes(List.of(line.replace("96289    ", "unlimited"))))
                .hasValue(Long.MAX_VALUE);
        assertThat(MachineProbe.processes(List.of(head))).isEmpty();
    }

    @Test
    void controlGroupsThatCannotBeUsedAreAWarning() {
        List<String> all = List.of("memory", "cpu", "pids");
        is(Status.OK, LimitChecks.controlGroups(new ControlGroupSupport(2, all, "")));
        Finding shared =
                LimitChecks.controlGroups(new ControlGroupSupport(2, all, "others share it"));
        is(Status.WARNING, shared);
        assertThat(shared.found()).contains("version 2", "memory, cpu, pids", "others share it");
        is(Status.WARNING, LimitChecks.controlGroups(new ControlGroupSupport(0, List.of(), "no")));
        is(Status.UNKNOWN, LimitChecks.controlGroupsNotReadable("no permission"));
    }

    private static Disk disk(String whyNot, long usable, OptionalLong inodes) {
        return new Disk(Path.of("/d"), true, whyNot, usable, 100 * GIB, inodes);
    }

    @Test
    void disksAreWritableAndHaveRoom() {
        OptionalLong many = OptionalLong.of(1_000_000);
        is(Status.OK, DiskCheck.check("disk", disk("", 50 * GIB, many), GIB));
        is(Status.OK, DiskCheck.check("disk", disk("", 50 * GIB, NONE), GIB));
        is(Status.WARNING, DiskCheck.check("disk", disk("", 2 * GIB, many), GIB));
        is(Status.PROBLEM, DiskCheck.check("disk", disk("", GIB / 2, many), GIB));
        is(Status.WARNING, DiskCheck.check("disk", disk("", 50 * GIB, OptionalLong.of(9_999)), 1));
        is(Status.PROBLEM, DiskCheck.check("disk", disk("", 50 * GIB, OptionalLong.of(0)), 1));
        is(Status.PROBLEM, DiskCheck.check("disk", disk("read-only", 50 * GIB, many), GIB));
        is(
                Status.UNKNOWN,
                DiskCheck.check("disk", new Disk(Path.of("/d"), true, "", 0, 0, NONE), GIB));
    }

    @Test
    void inodesAreThoseThatAreFree() {
        assertThat(DiskProbe.inodes("1000 17\n")).hasValue(17);
        assertThat(DiskProbe.inodes("0 0\n")).isEmpty();
        assertThat(DiskProbe.inodes("stat: cannot read")).isEmpty();
    }

    @Test
    void portIsFreeOrThatOfADaemonOfTheCluster() {
        is(Status.OK, PortCheck.check("h", 0, new PortCheck.Use.Free()));
        is(Status.OK, PortCheck.check("h", 80, new PortCheck.Use.Free()));
        is(Status.OK, PortCheck.check("h", 80, new PortCheck.Use.OwnDaemon("n1")));
        Finding other = PortCheck.check("h", 80, new PortCheck.Use.Other("process 7 (nginx)"));
        is(Status.PROBLEM, other);
        assertThat(other.found()).contains("h:80", "process 7 (nginx)");
        is(Status.PROBLEM, PortCheck.check("h", 80, new PortCheck.Use.Other("")));
        is(Status.PROBLEM, PortCheck.check("h", 80, new PortCheck.Use.Unusable("not here")));
    }

    @Test
    void socketsThatListenAreFoundByTheirPort() {
        String listens = " 0: 0100007F:1F90 00000000:0000 0A 0:0 00:0 0 1000 0 4711 1";
        String connected = listens.replace(" 0A ", " 01 ");
        assertThat(PortProbe.inodes(List.of("sl local rem st", listens, connected), 8080))
                .containsExactly("4711");
        assertThat(PortProbe.inodes(List.of(listens), 8081)).isEmpty();
    }

    private static Finding certificate(int days) {
        return CertificateCheck.own(NOW, "n1", NOW.plus(Duration.ofDays(days)), Optional.empty());
    }

    @Test
    void certificateIsToldThirtyDaysBeforeItsEnd() {
        is(Status.OK, CertificateCheck.none());
        is(Status.OK, certificate(30));
        is(Status.WARNING, certificate(29));
        is(Status.PROBLEM, certificate(-1));
        is(Status.PROBLEM, CertificateCheck.own(NOW, "n1", NOW, Optional.of("it is revoked")));
        is(Status.PROBLEM, CertificateCheck.unusable("others can read it"));
        is(Status.OK, CertificateCheck.authority(NOW, NOW.plus(Duration.ofDays(3_000))));
        is(Status.WARNING, CertificateCheck.authority(NOW, NOW.plus(Duration.ofDays(3))));
        is(Status.PROBLEM, CertificateCheck.authority(NOW, NOW.minusSeconds(1)));
    }

    @Test
    void configurationIsValidOrNot() {
        is(Status.OK, MachineChecks.configuration("n1"));
        is(Status.PROBLEM, MachineChecks.invalidConfiguration("n1", "unknown key \"wrokers\""));
        is(Status.UNKNOWN, MachineChecks.unknownConfiguration("n1"));
    }

    private static NodesAnswer.Builder node(String name, NodesAnswer.Neighbour... neighbours) {
        return NodesAnswer.newBuilder()
                .setNode(name)
                .setVersion("1.0")
                .addAllNeighbours(List.of(neighbours));
    }

    private static NodesAnswer.Neighbour linked(String name, boolean up, int losses) {
        return NodesAnswer.Neighbour.newBuilder().setName(name).setUp(up).setLosses(losses).build();
    }

    @Test
    void silentDaemonIsAProblem() {
        List<NodesAnswer> answers = List.of(node("n1").build());
        are(Status.OK, ClusterChecks.daemons(answers, List.of(), Map.of()));
        are(Status.PROBLEM, ClusterChecks.daemons(answers, List.of("n2"), Map.of()), "n2");
        are(
                Status.WARNING,
                ClusterChecks.daemons(answers, List.of(), Map.of("n1", "refused")),
                "n1",
                "refused");
        assertThat(ClusterChecks.unreachable("no daemon answers"))
                .extracting(Finding::status)
                .hasSize(ClusterChecks.NAMES.size())
                .startsWith(Status.PROBLEM)
                .filteredOn(Status.PROBLEM::equals)
                .hasSize(1);
        assertThat(ClusterChecks.skipped("none")).allSatisfy(one -> is(Status.SKIPPED, one));
    }

    @Test
    void otherVersionsAreAWarning() {
        are(Status.OK, ClusterChecks.versions("1.0", List.of(node("n1").build())));
        are(
                Status.WARNING,
                ClusterChecks.versions("1.1", List.of(node("n1").build())),
                "n1 runs 1.0");
        are(
                Status.WARNING,
                ClusterChecks.versions("1.1", List.of(node("n1").clearVersion().build())),
                "an earlier version");
    }

    @Test
    void missingLinkIsAWarning() {
        are(Status.OK, ClusterChecks.links(List.of(node("n1").build())));
        are(Status.OK, ClusterChecks.links(List.of(node("n1", linked("n2", true, 0)).build())));
        are(
                Status.WARNING,
                ClusterChecks.links(List.of(node("n1", linked("n2", false, 0)).build())),
                "n1 has no link with n2");
    }

    @Test
    void linkThatIsLostAgainAndAgainIsAWarning() {
        are(Status.OK, ClusterChecks.losses(List.of(node("n1", linked("n2", true, 2)).build())));
        are(
                Status.WARNING,
                ClusterChecks.losses(List.of(node("n1", linked("n2", true, 3)).build())),
                "n1 lost its link with n2 3 times");
        NodesAnswer.Neighbour earlier = linked("n2", true, 0).toBuilder().clearLosses().build();
        are(
                Status.UNKNOWN,
                ClusterChecks.losses(List.of(node("n1", earlier).build())),
                "earlier version");
    }

    private static ClockReading reading(Duration offset) {
        return new ClockReading(offset, Duration.ofMillis(10));
    }

    @Test
    void clocksThatDifferAreTold() {
        are(
                Status.OK,
                ClusterChecks.clocks(Map.of("n1", reading(Duration.ofMillis(5))), List.of()));
        are(
                Status.WARNING,
                ClusterChecks.clocks(Map.of("n1", reading(Duration.ofSeconds(-30))), List.of()),
                "30.000 s behind");
        are(
                Status.PROBLEM,
                ClusterChecks.clocks(Map.of("n1", reading(Duration.ofHours(2))), List.of()),
                "7200.000 s ahead of");
        are(Status.UNKNOWN, ClusterChecks.clocks(Map.of(), List.of("n1")), "earlier version");
        are(Status.SKIPPED, ClusterChecks.clocks(Map.of(), List.of()));
    }

    @Test
    void clockReadingHalvesTheRoundTrip() {
        Duration roundTrip = Duration.ofMillis(200);
        ClockReading reading =
                ClockReading.of(NOW, roundTrip, NOW.plusMillis(1_100).toString()).orElseThrow();
        assertThat(reading)
                .isEqualTo(new ClockReading(Duration.ofSeconds(1), Duration.ofMillis(100)));
        ClockReading quick = new ClockReading(Duration.ofSeconds(1), Duration.ofMillis(1));
        assertThat(reading.better(quick)).isEqualTo(quick);
        assertThat(quick.better(reading)).isEqualTo(quick);
        assertThat(ClockReading.of(NOW, roundTrip, "")).isEmpty();
    }

    private static StatsAnswer.Builder stats(String node) {
        return StatsAnswer.newBuilder().setNode(node);
    }

    private static StatsAnswer certified(String node, Duration left) {
        return stats(node).setCertificateUntil(NOW.plus(left).toString()).build();
    }

    @Test
    void certificatesOfAllNodesAreLookedAt() {
        StatsAnswer fine = certified("n1", Duration.ofDays(80));
        are(Status.OK, NodeChecks.certificates(NOW, List.of(stats("n1").build())), "no node");
        are(Status.OK, NodeChecks.certificates(NOW, List.of(fine)), "in 80 days");
        are(
                Status.WARNING,
                NodeChecks.certificates(NOW, List.of(fine, certified("n2", Duration.ofDays(9)))),
                "n2",
                "9 days");
        are(
                Status.PROBLEM,
                NodeChecks.certificates(NOW, List.of(fine, certified("n3", Duration.ofDays(-1)))),
                "n3 expired");
        are(
                Status.UNKNOWN,
                NodeChecks.certificates(
                        NOW, List.of(stats("n4").setCertificateUntil("soon").build())),
                "n4");
    }

    @Test
    void disksOfAllNodesAreLookedAt() {
        StatsAnswer fine = stats("n1").setDiskFreeBytes(9 * GIB).setDiskLeastBytes(GIB).build();
        are(Status.OK, NodeChecks.disks(List.of(fine, stats("n0").build())));
        StatsAnswer low = stats("n2").setDiskFreeBytes(2 * GIB).setDiskLeastBytes(GIB).build();
        are(Status.WARNING, NodeChecks.disks(List.of(fine, low)), "n2 has 2.0 GiB free");
        StatsAnswer full = stats("n3").setDiskFreeBytes(1).setDiskLeastBytes(GIB).build();
        are(Status.PROBLEM, NodeChecks.disks(List.of(fine, full)), "n3", "rejects tasks");
    }
}
