package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.evenkeel.it.LongForm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The lines of docs/operations.md that lead from an archive to machines with systemd, for the first
 * two of the ten.
 */
@Timeout(600)
@LongForm
class TenMachinesProcessIT {
    static final String HEADING = "### From nothing to ten machines";

    /** What the page has in place of a line that another machine printed. */
    private static final String PASTED = "evenkeel join 192.0.2.7:4712 ek1-…";

    private static final String LOOK = "evenkeel nodes";

    @TempDir private Path directory;

    private static List<String> without(List<String> lines, String beginning) {
        return lines.stream().filter(line -> !line.startsWith(beginning)).toList();
    }

    /** A network of loopback that no other run of this test has. */
    private static String network() {
        long id = ProcessHandle.current().pid();
        return "127." + (1 + id / 256 % 250) + "." + id % 256 + ".";
    }

    private StandInMachine machine(String name) throws IOException {
        // The daemon's user passes through it.
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
        return new StandInMachine(Files.createDirectory(directory.resolve(name)), network());
    }

    private static void awaitNodes(StandInMachine machine, List<String> look, String... names) {
        Awaitility.await(String.join(" ", look))
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    StandInMachine.Ended ended = machine.run(look);
                    assertThat(ended.exitCode())
                            .as("%s%n%s", ended.said(), machine.daemonSaid())
                            .isZero();
                    assertThat(ended.said().lines().skip(1).map(line -> line.split(" ", 2)[0]))
                            .containsExactly(names);
                });
    }

    @Test
    void linesOfThePageMakeMachinesOneCluster() throws Exception {
        DocumentedCommands page = DocumentedCommands.of("docs/operations.md", HEADING);
        assertThat(page.blocks()).as("checkout, each, first, others").hasSize(4);
        List<String> each = page.blocks().get(1);
        List<String> first = page.blocks().get(2);
        List<String> other = page.blocks().get(3);
        String function = page.command("evenkeel() ");
        String here = page.command(LOOK + " --here");
        String tokens = page.command("for n in ");

        try (StandInMachine m1 = machine("m1");
                StandInMachine m2 = machine("m2")) {
            List<String> lines = new ArrayList<>(each);
            lines.addAll(without(without(first, LOOK), "for n in "));
            m1.run(lines).fine();
            awaitNodes(m1, List.of(function, here), "m1");
            List<String> joins = m1.run(List.of(function, tokens)).fine().lines().toList();
            assertThat(joins)
                    .hasSize(9)
                    .allMatch(
                            line -> line.startsWith("evenkeel join " + network() + "7:4712 ek1-"));

            assertThat(other).contains(PASTED, LOOK);
            List<String> joining = new ArrayList<>(each);
            for (String line : without(other, LOOK)) {
                joining.add(line.equals(PASTED) ? joins.getFirst() : line);
            }
            m2.run(joining).fine();
            awaitNodes(m2, List.of(function, LOOK), "m1", "m2");
            awaitNodes(m1, List.of(function, LOOK), "m1", "m2");
        }
    }
}
