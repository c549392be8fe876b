package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.audit.AuditFiles;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditLog;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code evenkeel audit} reads the logs of this machine, in their order. */
class AuditCommandTest {
    private static final AuditPrincipal ALICE =
            new AuditPrincipal("alice", false, List.of("submit"), "192.0.2.9:4711", "5f0c");
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    @TempDir private Path folder;
    private StringWriter out = new StringWriter();
    private StringWriter err = new StringWriter();

    private int execute(String... words) {
        out = new StringWriter();
        err = new StringWriter();
        List<String> all = new ArrayList<>(List.of("audit", "--cluster-dir", folder.toString()));
        all.addAll(List.of(words));
        CommandLine command = Main.commandLine();
        command.setOut(new PrintWriter(out, true));
        command.setErr(new PrintWriter(err, true));
        return command.execute(all.toArray(String[]::new));
    }

    private void note(String node, Instant at, AuditKind what, Map<String, Object> more)
            throws Exception {
        Path directory = folder.resolve("nodes").resolve(node);
        Files.createDirectories(directory);
        AuditLog.Settings settings =
                new AuditLog.Settings(node, AuditFiles.of(directory), 1 << 20, 2);
        try (AuditLog log = AuditLog.start(settings, InstantSource.fixed(at))) {
            log.note(what, ALICE, more);
        }
    }

    @BeforeEach
    void logs() throws Exception {
        note(
                "n2",
                NOON.plusSeconds(1),
                AuditKind.JOB_OPENED,
                Map.of("job", "2", "name", "one\nmore \u001b[31mline"));
        note("n1", NOON, AuditKind.JOB_OPENED, Map.of("job", "1", "name", "plain"));
        note("n1", NOON.plusSeconds(2), AuditKind.REFUSED, Map.of("why", "no"));
        assertThat(
                        Main.commandLine()
                                .setOut(new PrintWriter(new StringWriter()))
                                .execute(
                                        "cluster",
                                        "init",
                                        "--name",
                                        "n1",
                                        "--cluster-dir",
                                        folder.toString()))
                .isZero();
    }

    @Test
    void allLogsAreShownAsOneWithNothingThatMovesTheCursor() {
        assertThat(execute()).isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(0))
                .startsWith("2026-01-31T12:00:00Z n1 job-opened alice (submit) 192.0.2.9:4711")
                .contains("certificate=5f0c")
                .contains("name=plain");
        assertThat(lines.get(1)).contains("n2").contains("\\u000amore \\u001b[31mline");
        assertThat(lines.get(3)).contains("certificate-issued").contains("(local)");
        assertThat(out.toString().chars().filter(c -> c != '\n'))
                .noneMatch(Character::isISOControl);
    }

    @Test
    void onlyWhatIsAskedForIsShown() throws Exception {
        assertThat(execute("--job", "2", "--json")).isZero();
        assertThat(JSON.std.mapFrom(out.toString())).containsEntry("node", "n2");
        assertThat(execute("--node", "n1", "--what", "refused")).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(execute("--who", "alice", "--since", "2026-01-31T12:00:01Z")).isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(execute("--since", "1h")).isZero();
        assertThat(out.toString().lines()).hasSize(1);
        assertThat(execute("--limit", "1")).isZero();
        assertThat(out.toString()).contains("certificate-issued");
        assertThat(execute("--who", "nobody")).isZero();
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void whatCannotBeReadIsSaid() throws Exception {
        assertThat(execute("--since", "yesterday")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--since: \"yesterday\" is not a time");
        assertThat(execute("--node", "n9")).isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString()).contains("node n9").contains("has an audit log on this machine");
        Files.writeString(AuditFiles.of(folder.resolve("nodes/n1")), "no entry\n");
        assertThat(execute("--node", "n1")).isZero();
        assertThat(err.toString()).contains("1 lines are not audit entries");
    }

    @Test
    void tokensAreRememberedBesideTheAuthority() throws Exception {
        Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .execute("token", "create", "--for", "n7", "--cluster-dir", folder.toString());
        assertThat(execute("--what", "token-created", "--json")).isZero();
        assertThat(JSON.std.mapFrom(out.toString()))
                .containsEntry("for", "n7")
                .containsKey("token")
                .doesNotContainKey("secret");
    }
}
