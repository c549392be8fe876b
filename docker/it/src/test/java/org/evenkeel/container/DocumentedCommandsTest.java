package org.evenkeel.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.evenkeel.daemon.config.ConfigKey;
import org.junit.jupiter.api.Test;

/**
 * The pages say the same, and nothing that {@link ThreeMachinesContainerIT} and {@link
 * TenMachinesProcessIT} do not run.
 */
class DocumentedCommandsTest {
    private static final Pattern FLAG = Pattern.compile("--[a-z-]+");

    private static DocumentedCommands tenMachines() throws Exception {
        return DocumentedCommands.of("docs/operations.md", TenMachinesProcessIT.HEADING);
    }

    @Test
    void operationsNamesTheCommandsThatAreTried() throws Exception {
        assertThat(DocumentedCommands.of("docs/operations.md").lines())
                .containsExactly(
                        "evenkeel cluster init",
                        "evenkeel daemon --listen 192.0.2.7:4712 --workers 0",
                        "evenkeel token create --address 192.0.2.7:4712",
                        "evenkeel join 192.0.2.7:4712 ek1-…",
                        "evenkeel daemon --node NAME --listen ITS_ADDRESS:4712");
    }

    @Test
    void readmeNamesTheSame() throws Exception {
        assertThat(DocumentedCommands.of("docs/operations.md").lines())
                .containsAll(DocumentedCommands.of("README.md").lines());
    }

    @Test
    void tenMachinesArePreparedForTheUnitAsItIs() throws Exception {
        DocumentedCommands page = tenMachines();
        SystemdUnit unit = SystemdUnit.ours();
        String state = unit.value("WorkingDirectory");
        String user = unit.value("User");
        String function = page.command("evenkeel() ");
        String launcher = unit.value("ExecStart").split(" ", 2)[0];
        assertThat(state).isEqualTo("/var/lib/" + unit.value("StateDirectory"));
        assertThat(unit.value("Environment")).isEqualTo("EVENKEEL_STATE=" + state);
        assertThat(page.command("useradd "))
                .contains("--home-dir " + state + " ")
                .endsWith(" " + user);
        assertThat(page.command("install "))
                .contains("-o " + user + " ")
                .contains("-m " + unit.value("StateDirectoryMode").substring(1) + " ")
                .endsWith(" " + state);
        assertThat(function)
                .contains("sudo -u " + user + " env " + unit.value("Environment") + " " + launcher);
        assertThat(page.command("EVENKEEL_TRAIN=1 ")).endsWith(" " + launcher);
        assertThat(page.lines())
                .filteredOn(line -> line.contains("DAEMON_OPTIONS="))
                .hasSize(2)
                .allMatch(line -> line.endsWith("> " + unit.value("EnvironmentFile").substring(1)));
    }

    @Test
    void flagsOfTheirDaemonsAreTheDaemons() throws Exception {
        List<String> keys =
                Arrays.stream(ConfigKey.values())
                        .map(configKey -> "--" + configKey.spelling())
                        .toList();
        List<String> flags = new ArrayList<>();
        for (String line : tenMachines().lines()) {
            if (line.contains("DAEMON_OPTIONS=")) {
                FLAG.matcher(line).results().map(MatchResult::group).forEach(flags::add);
            }
        }
        assertThat(flags).isNotEmpty().isSubsetOf(keys);
    }

    @Test
    void unitsHeaderSaysWhatThePageSays() throws Exception {
        SystemdUnit unit = SystemdUnit.ours();
        String sudo = "sudo -u " + unit.value("User") + " env " + unit.value("Environment") + " ";
        List<String> page = tenMachines().lines();
        assertThat(unit.commands())
                .map(line -> line.startsWith(sudo) ? "evenkeel join" : line)
                .hasSizeGreaterThan(4)
                .allMatch(line ->
                        page.contains(line)
                                || page.stream().anyMatch(other -> other.startsWith(line + " ")));
    }
}
