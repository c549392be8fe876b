package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code evenkeel doctor} on this machine, without a cluster. */
class DoctorCommandTest {
    private final Cli evenkeel = new Cli();
    @TempDir private Path folder;

    private int doctor(String... words) {
        String[] all = new String[words.length + 4];
        all[0] = "doctor";
        all[1] = "--json";
        all[2] = "--cluster-dir";
        all[3] = folder.resolve("none").toString();
        System.arraycopy(words, 0, all, 4, words.length);
        return evenkeel.run(all);
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> check(String name) throws Exception {
        List<Map<String, Object>> checks =
                (List<Map<String, Object>>) evenkeel.json().getOrDefault("checks", List.of());
        return checks.stream()
                .filter(check -> name.equals(check.get("check")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void withoutAClusterItsChecksAreSkipped() throws Exception {
        doctor("--", "--workers", "1", "--worker-heap", "32m");
        assertThat(check("java")).containsEntry("status", "ok");
        assertThat(check("configuration")).containsEntry("status", "ok");
        assertThat(check("port")).containsEntry("status", "ok");
        assertThat(check("certificate")).containsEntry("status", "ok");
        for (String name : List.of("daemons", "versions", "links", "link losses", "clocks")) {
            assertThat(check(name))
                    .containsEntry("status", "skipped")
                    .containsEntry("group", "this cluster");
        }
        assertThat(folder.resolve("none")).doesNotExist();
    }

    @Test
    void invalidConfigurationIsAProblem() throws Exception {
        Path file = Files.writeString(folder.resolve("daemon.conf"), "wrokers = 3\n");
        assertThat(doctor("--config", file.toString())).isEqualTo(1);
        assertThat(check("configuration")).containsEntry("status", "problem");
        assertThat(String.valueOf(check("configuration").get("found"))).contains("wrokers");
    }

    @Test
    void portThatIsTakenIsAProblem() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();
            assertThat(doctor("--", "--listen", "127.0.0.1:" + port)).isEqualTo(1);
            assertThat(check("port")).containsEntry("status", "problem");
        }
    }

    @Test
    void directoryThatCannotBeWrittenIsAProblem() throws Exception {
        Path file = Files.createFile(folder.resolve("none"));
        assertThat(doctor()).isEqualTo(1);
        assertThat(check("cluster directory")).containsEntry("status", "problem");
        assertThat(file).isEmptyFile();
    }

    @Test
    void unknownOptionIsAUsageError() {
        assertThat(doctor("--fix")).isEqualTo(2);
    }
}
