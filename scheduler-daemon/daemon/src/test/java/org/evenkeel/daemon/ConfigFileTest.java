package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.daemon.config.AvailabilitySchedule;
import org.evenkeel.daemon.config.ConfigKey;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A configuration file that is edited while the daemon runs. */
class ConfigFileTest {
    private static final Map<ConfigKey, String> FLAGS = Map.of(ConfigKey.NODE, "n1");

    @TempDir Path directory;
    private Path file;
    private ConfigFile followed;
    private final List<AvailabilitySchedule> told = new ArrayList<>();

    @BeforeEach
    void write() throws Exception {
        file = directory.resolve("node.conf");
        Files.writeString(file, "workers = 1\n");
        followed = ConfigFile.open(FLAGS, file).file();
    }

    private void edit(String text) throws IOException {
        Path next = directory.resolve("next");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        looks();
    }

    private void looks() {
        followed.look(told::add);
        followed.look(told::add);
    }

    @Test
    void whatSaysWhenTheNodeTakesTasksIsToldOnce() throws Exception {
        followed.look(told::add);
        assertThat(told).isEmpty();
        edit("workers = 1, owner = on\n");
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().owner()).isPresent();
        followed.look(told::add);
        assertThat(told).hasSize(1);
        edit("workers = 1, calendar { zone = UTC, weekly = [\"Mon-Fri 19:00-07:00\"] }\n");
        assertThat(told).hasSize(2);
        assertThat(told.getLast().owner()).isEmpty();
        assertThat(told.getLast().calendar()).isPresent();
    }

    /** It is empty for a moment while it is written. */
    @Test
    void whatDiffersAtTheNextLookIsNotRead() throws Exception {
        edit("workers = 1, owner = on\n");
        Files.writeString(file, "");
        followed.look(told::add);
        Files.writeString(file, "workers = 1, owner { leave-after = 1m }\n");
        looks();
        assertThat(told).hasSize(2).allMatch(schedule -> schedule.owner().isPresent());
    }

    @Test
    void otherKeysCountAtTheNextStart() throws Exception {
        edit("workers = 2\n");
        assertThat(told).isEmpty();
    }

    @Test
    void whatIsInvalidOrGoneLeavesTheOneBeforeInForce() throws Exception {
        edit("workers = 1, owner { leave-after = -5s }\n");
        assertThat(told).isEmpty();
        Files.delete(file);
        looks();
        assertThat(told).isEmpty();
        edit("workers = 1, owner { leave-after = 5s }\n");
        assertThat(told).hasSize(1);
    }
}
