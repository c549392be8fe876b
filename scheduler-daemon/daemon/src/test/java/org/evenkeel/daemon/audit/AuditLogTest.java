package org.evenkeel.daemon.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is noted is in the log, a line each, whatever somebody calls his job. */
class AuditLogTest {

    @TempDir Path directory;

    private AuditLog log(long maxBytes, int files) {
        return AuditLog.start(
                new AuditLog.Settings("n1", AuditFiles.of(directory), maxBytes, files),
                InstantSource.system());
    }

    private List<AuditReader.StoredEntry> read() throws IOException {
        AuditReader reader = new AuditReader(line -> true, 1_000_000);
        reader.read(AuditFiles.of(directory));
        assertThat(reader.unreadable()).isZero();
        return List.copyOf(reader.lines());
    }

    private static Map<String, Object> named(String name) {
        return Map.of("name", name);
    }

    @Test
    void nobodyWritesALineByCallingHisJobSo() throws Exception {
        String forged = "{\"at\":\"2026-01-01T00:00:00Z\",\"what\":\"job-opened\"}";
        List<String> names =
                List.of(
                        "a\n" + forged,
                        "a\r\n" + forged + "\r\n",
                        "a\",\"what\":\"token-created",
                        "\u001b[2J\u001b]0;title\u0007",
                        "\u0000\u007f\u0085\u009b1m\u2028" + forged + "\u2029",
                        "\u202egnp.exe \u200b\u2066",
                        "\ud800 alone",
                        "ordinary: Zürich, 東京, 🚢");
        try (AuditLog log = log(1 << 20, 2)) {
            names.forEach(name -> log.note(AuditKind.JOB_OPENED, AuditPrincipal.HERE, named(name)));
        }
        String text = Files.readString(AuditFiles.of(directory));
        assertThat(text.lines()).hasSize(names.size());
        assertThat(text.split("\n")).hasSize(names.size());
        assertThat(text.codePoints().filter(c -> c != '\n'))
                .noneMatch(c -> Character.isISOControl(c) || c == 0x2028 || c == 0x202e);
        assertThat(text).contains("Zürich, 東京, 🚢");
        assertThat(read())
                .allMatch(line -> line.text("what").equals("job-opened"))
                .extracting(line -> line.text("name"))
                .containsExactlyElementsOf(names);
    }

    @Test
    void aTextOfAnyLengthIsCut() throws Exception {
        try (AuditLog log = log(1 << 20, 2)) {
            log.note(AuditKind.JOB_OPENED, AuditPrincipal.HERE, named("x".repeat(100_000)));
        }
        assertThat(Files.size(AuditFiles.of(directory)))
                .isLessThan(AuditEntry.MAX_TEXT_LENGTH + 500);
    }

    @Test
    void oldFilesGoSoThatAllTogetherAreBounded() throws Exception {
        long most = 4096;
        try (AuditLog log = log(most, 3)) {
            for (int i = 0; i < 1000; i++) {
                log.note(AuditKind.REFUSED, AuditPrincipal.HERE, named("number " + i));
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> all = files.toList();
            assertThat(all).hasSize(3);
            for (Path file : all) {
                assertThat(Files.size(file)).isBetween(1L, most);
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                        .isEqualTo("rw-------");
            }
        }
        List<AuditReader.StoredEntry> lines = read();
        assertThat(lines.getLast().text("name")).isEqualTo("number 999");
        int first = Integer.parseInt(lines.getFirst().text("name").substring("number ".length()));
        assertThat(lines).hasSize(1000 - first);
    }

    @Test
    void whatTheDiskDoesNotTakeIsCountedInTheLogItself() throws Exception {
        Path file = AuditFiles.of(directory);
        Files.createDirectory(file); // nothing can be written there
        try (AuditLog log = log(1 << 20, 2)) {
            for (int i = 0; i < 20_000; i++) { // more than the queue holds, and nobody waits
                log.note(AuditKind.REFUSED, AuditPrincipal.HERE, named("number " + i));
            }
            Files.delete(file);
            Awaitility.await()
                    .until(() -> {
                        log.note(AuditKind.REFUSED, AuditPrincipal.HERE, named("later"));
                        return Files.exists(file)
                                && read().stream()
                                        .anyMatch(line -> line.text("what").equals("dropped"));
                    });
        }
        List<AuditReader.StoredEntry> lines = read();
        long dropped =
                lines.stream()
                        .filter(line -> line.text("what").equals("dropped"))
                        .mapToLong(line -> Long.parseLong(line.text("count")))
                        .sum();
        long there = lines.stream().filter(line -> line.text("name").startsWith("number")).count();
        long later = lines.stream().filter(line -> line.text("name").equals("later")).count();
        assertThat(dropped).isPositive();
        assertThat(dropped + there + later).isGreaterThanOrEqualTo(20_000);
        assertThat(lines.stream().filter(line -> line.text("what").equals("dropped")).findFirst())
                .get()
                .extracting(line -> line.text("why"))
                .asString()
                .endsWith(" entries dropped");
    }

    @Test
    void aLineThatAKillLeftHalfDoneEndsNobodyElsesLine() throws Exception {
        Path file = AuditFiles.of(directory);
        Files.writeString(file, "{\"at\":\"2026-01-01T00:00:00Z\",\"wh");
        try (AuditLog log = log(1 << 20, 2)) {
            log.note(AuditKind.DAEMON_STARTED, AuditPrincipal.HERE, Map.of());
        }
        AuditReader reader = new AuditReader(line -> true, 10);
        reader.read(file);
        assertThat(reader.unreadable()).isEqualTo(1);
        assertThat(reader.lines()).hasSize(1);
    }

    @Test
    void aTailGoesOnInTheNextFile() throws Exception {
        Path file = AuditFiles.of(directory);
        try (RotatingFile out =
                new RotatingFile(
                        file, new RotatingFile.Bounds(line("three").length() * 5L / 2, 3))) {
            out.append(List.of(line("before")));
            AuditTail tail = new AuditTail(file);
            assertThat(tail.more()).isEmpty();
            out.append(List.of(line("one")));
            out.append(List.of(line("two"))); // begins the next file
            assertThat(Files.exists(AuditFiles.older(file, 1))).isTrue();
            assertThat(tail.more()).containsExactly(line("one"), line("two"));
            out.append(List.of(line("three")));
            assertThat(tail.more()).containsExactly(line("three"));
        }
    }

    private static String line(String name) {
        return new AuditEntry(
                        Instant.EPOCH, "n1", AuditKind.REFUSED, AuditPrincipal.HERE, named(name))
                .line();
    }
}
