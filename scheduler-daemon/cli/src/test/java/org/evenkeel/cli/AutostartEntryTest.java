package org.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that starts the agent with a desktop session. */
class AutostartEntryTest {
    @TempDir Path home;

    @Test
    void itIsInTheDirectoryOfTheUsersConfiguration() {
        assertThat(AutostartEntry.ofThisUser(Map.of("HOME", "/home/a")).file())
                .isEqualTo(Path.of("/home/a/.config/autostart/evenkeel-agent.desktop"));
        assertThat(
                        AutostartEntry.ofThisUser(
                                        Map.of("HOME", "/home/a", "XDG_CONFIG_HOME", "/c"))
                                .file())
                .isEqualTo(Path.of("/c/autostart/evenkeel-agent.desktop"));
    }

    @Test
    void itIsWrittenReplacedAndDeleted() throws Exception {
        AutostartEntry entry = AutostartEntry.ofThisUser(Map.of("HOME", home.toString()));
        entry.write(List.of("/opt/a b/evenkeel", "agent"));
        assertThat(Files.readString(entry.file()))
                .startsWith("[Desktop Entry]\n")
                .contains("Exec=\"/opt/a b/evenkeel\" \"agent\"\n");
        entry.write(List.of("evenkeel", "agent", "--source", "x11"));
        assertThat(Files.readString(entry.file()))
                .contains("Exec=\"evenkeel\" \"agent\" \"--source\" \"x11\"\n");
        assertThat(entry.delete()).isTrue();
        assertThat(entry.delete()).isFalse();
    }

    @Test
    void whatTheSpecificationReservesIsEscaped() throws Exception {
        AutostartEntry entry = AutostartEntry.ofThisUser(Map.of("HOME", home.toString()));
        entry.write(List.of("/a$b/100%/\"c"));
        assertThat(Files.readString(entry.file())).contains("Exec=\"/a\\\\$b/100%%/\\\\\"c\"\n");
    }
}
