package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.kernel.journal.JournalDamagedException;
import org.evenkeel.kernel.journal.JournalFailedException;
import org.junit.jupiter.api.Test;

/** How a daemon ends whose journal fails, in a JVM of its own. */
class JournalHaltTest {

    private static final String FAILED = "failed";
    private static final String DAMAGED = "damaged";

    /** Fails as asked; nothing after it is reached. */
    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        JournalHalt.failed(
                args[0].equals(FAILED)
                        ? new JournalFailedException(
                                "cannot fsync /n1/journal/journal-0000000001.log",
                                new IOException("Input/output error"))
                        : new JournalDamagedException("/n1/journal/x.log", 80, "bad"));
        System.out.println("went on");
        Thread.sleep(60_000);
    }

    @Test
    void aFailedForceEndsTheProcessAtOnceAndSaysWhatToDo() throws Exception {
        assertThat(errors(FAILED, DaemonMain.JOURNAL_FAILED))
                .contains("cannot fsync /n1/journal/journal-0000000001.log: Input/output error")
                .contains("start the daemon again");
    }

    @Test
    void damageEndsItWithAnotherCodeAndThePlace() throws Exception {
        assertThat(errors(DAMAGED, DaemonMain.JOURNAL_DAMAGED))
                .contains("/n1/journal/x.log at offset 80: bad")
                .contains("evenkeel journal check");
    }

    private static String errors(String how, int exitCode) throws Exception {
        Process process =
                new ProcessBuilder(
                                List.of(
                                        Path.of(System.getProperty("java.home"), "bin", "java")
                                                .toString(),
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        JournalHaltTest.class.getName(),
                                        how))
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(exitCode);
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(out).doesNotContain("hook").doesNotContain("went on");
        return new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
