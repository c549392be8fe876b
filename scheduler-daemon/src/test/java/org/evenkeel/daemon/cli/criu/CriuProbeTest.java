package org.evenkeel.daemon.cli.criu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.evenkeel.daemon.cli.criu.CriuReport.Step;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that answer as CRIU does, in versions and on kernels where that was seen. */
class CriuProbeTest {

    @TempDir Path folder;

    private Path criu(String version, String check) throws IOException {
        Path command = folder.resolve("criu");
        Files.writeString(
                command,
                """
                #!/bin/sh
                case "$1" in
                --version) %s ;;
                check) %s ;;
                *) exit 9 ;;
                esac
                """
                        .formatted(version, check));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
        return command;
    }

    private CriuReport look(boolean superuser, long seconds)
            throws IOException, InterruptedException {
        return new CriuProbe(folder + ":/nowhere", superuser, seconds).look(null);
    }

    private CriuReport look() throws IOException, InterruptedException {
        return look(true, 20);
    }

    @Test
    void oneThatIsNewAndPassesItsOwnCheckWorks() throws Exception {
        Path command = criu("echo 'Version: 4.1.1'", "echo 'Looks good.'");
        CriuReport report = look();
        assertThat(report.isUsable()).isTrue();
        assertThat(report.path()).isEqualTo(command.toString());
        assertThat(report.version()).isEqualTo("4.1.1");
        assertThat(report.steps())
                .extracting(Step::name, Step::said)
                .containsExactly(
                        tuple("command", command.toString()),
                        tuple("version", "4.1.1, 4.1 at least is needed"),
                        tuple("check", "Looks good."));
        assertThat(report.fields()).containsEntry("usable", true);
    }

    @Test
    void anOldOneIsNotEvenAsked() throws Exception {
        criu("echo 'Version: 3.17.1'", "touch " + folder.resolve("asked"));
        CriuReport report = look();
        assertThat(report.isUsable()).isFalse();
        assertThat(report.version()).isEqualTo("3.17.1");
        assertThat(last(report).said()).isEqualTo("3.17.1 is too old: 4.1 at least is needed");
        assertThat(last(report).advice()).startsWith("install a later one");
        assertThat(folder.resolve("asked")).doesNotExist();
        criu("echo 'Version: 4.0'", "echo 'Looks good.'");
        assertThat(look().isUsable()).as("4.0").isFalse();
        criu("echo 'Version: 4.2'; echo 'GitID: v4.2'", "echo 'Looks good.'");
        assertThat(look().isUsable()).as("4.2").isTrue();
        criu("echo 'Version: 10.0'", "echo 'Looks good.'");
        assertThat(look().isUsable()).as("10.0").isTrue();
    }

    @Test
    void whatItsCheckSaysIsPassedOnWithWhatToDo() throws Exception {
        criu(
                "echo 'Version: 4.1.1'",
                """
                echo 'Warn  (criu/kerndat.c:1285): no cache'
                echo 'Error (criu/vdso.c:381): vdso: Unexpected rt vDSO area bounds' >&2
                exit 1\
                """);
        Step asRoot = last(look());
        assertThat(asRoot.fine()).isFalse();
        assertThat(asRoot.said())
                .isEqualTo("Error (criu/vdso.c:381): vdso: Unexpected rt vDSO area bounds");
        assertThat(asRoot.advice()).contains("CONFIG_CHECKPOINT_RESTORE");
        assertThat(last(look(false, 20)).advice()).contains("as root");
    }

    @Test
    void oneThatIsNotThereSaysNothingOrHangsIsSaidToBe() throws Exception {
        CriuReport missing = new CriuProbe("", true, 20).look(folder.resolve("criu"));
        assertThat(missing.steps()).hasSize(1);
        assertThat(last(missing).said()).endsWith("is not there, or no program");
        assertThat(last(missing).advice()).contains("4.1 or later", "--criu");
        criu("echo 'libnet.so.1: cannot open' >&2; exit 127", "exit 0");
        assertThat(last(look()).said())
                .isEqualTo("it does not say which version it is: libnet.so.1: cannot open");
        criu("exec sleep 600", "exit 0");
        assertThat(last(look(true, 1)).said()).endsWith("no answer in 1 s");
        criu("echo 'Version: 4.1.1'", "exit 3");
        assertThat(last(look()).said()).isEqualTo("nothing, and exit code 3");
        Files.writeString(folder.resolve("criu"), "no program");
        assertThat(last(look()).said()).startsWith("it ");
    }

    private static Step last(CriuReport report) {
        return report.steps().getLast();
    }
}
