package org.evenkeel.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All daemons of a machine take it for equally fast. */
class MachineSpeedTest {
    @TempDir private Path directory;

    @Test
    void whatWasMeasuredFirstCounts() {
        double first = MachineSpeed.of(directory, "boot-1");
        for (int daemon = 0; daemon < 3; daemon++) {
            assertThat(MachineSpeed.of(directory, "boot-1")).isEqualTo(first);
        }
        assertThat(directory)
                .isDirectoryContaining("glob:**speed")
                .isDirectoryNotContaining("glob:**speed.*");
    }

    @Test
    void isMeasuredAgainAfterTheMachineWasStarted() throws IOException {
        Files.writeString(directory.resolve("speed"), "123.5 boot-1\n");
        assertThat(MachineSpeed.of(directory, "boot-1")).isEqualTo(123.5);
        double again = MachineSpeed.of(directory, "boot-2");
        assertThat(again).isNotEqualTo(123.5);
        assertThat(MachineSpeed.of(directory, "boot-2")).isEqualTo(again);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast boot-1", "-1 boot-1", "NaN boot-1", "1e300 boot-1", "2.0"})
    void aDamagedFileIsReplaced(String text) throws IOException {
        Files.writeString(directory.resolve("speed"), text);
        double speed = MachineSpeed.of(directory, "boot-1");
        assertThat(Files.readString(directory.resolve("speed"))).startsWith(speed + " boot-1");
    }

    @Test
    void isMeasuredWhereNothingCanBeWritten() {
        assertThat(MachineSpeed.of(directory.resolve("missing"), "boot-1")).isPositive();
    }

    @Test
    void isMeasuredEachTimeWhereItIsNotKnownWhetherTheMachineWasStarted() {
        assertThat(MachineSpeed.of(directory, null)).isPositive();
        assertThat(directory).isEmptyDirectory();
    }

    @ParameterizedTest
    @CsvSource({
        "max 100000, 4, 1",
        "150000 100000, 1, 1",
        "150000 100000, 3, 0.5",
        "25000 100000, 1, 0.25",
        "nonsense, 1, 1",
        "5, 1, 1",
        "-1 100000, 1, 1"
    })
    void aContainersLimitIsSharedByItsWorkers(String cpuMax, int workers, double share) {
        assertThat(MachineSpeed.share(MachineSpeed.limit(cpuMax), workers)).isEqualTo(share);
    }
}
