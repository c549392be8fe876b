package org.evenkeel.daemon.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is really full: a small one of its own, which only the tried process sees. */
@Timeout(120)
class FullDiskTest {

    private static final String MOUNT = "mount -t tmpfs -o size=16m tmpfs \"$0\"";

    @TempDir Path directory;

    private Process mounted(String... command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(
                        "unshare",
                        "--mount",
                        "--propagation",
                        "private",
                        "sh",
                        "-c",
                        MOUNT + " && exec \"$@\"",
                        directory.toString());
        builder.command().addAll(java.util.List.of(command));
        return builder.redirectErrorStream(true).start();
    }

    @Test
    void theReserveLetsTheJournalGoOnUntilThereIsRoom() throws Exception {
        boolean can;
        try {
            can = mounted("true").waitFor() == 0;
        } catch (java.io.IOException e) {
            can = false;
        }
        if (!can) {
            System.out.println("FullDiskTest is skipped: no disk can be mounted here");
        }
        assumeTrue(can);
        Process writer =
                mounted(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullDiskMain.class.getName(),
                        directory.toString(),
                        "1000");
        String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(said).endsWith("1000 true false true\n");
    }
}
