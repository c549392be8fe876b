package org.evenkeel.simulator.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskFileTest {

    @Test
    void linesAreTasksInTheOrderOfTheirTimes() {
        RecordedWorkload tasks =
                TaskFile.read(
                        "t", List.of("# a comment", "", "2 1 0.5 4096", "0.5 0 20ms # first"), 2);
        assertThat(tasks.arrivals())
                .extracting(Workload.Arrival::atNanos)
                .containsExactly(500_000_000L, 2_000_000_000L);
        assertThat(tasks.arrivals().getFirst().work().beforeNanos()).isEqualTo(20_000_000);
        assertThat(tasks.arrivals().getLast().node()).isEqualTo(1);
        assertThat(tasks.arrivals().getLast().work().payloadBytes()).isEqualTo(4096);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 0|a line must be: seconds node serviceSeconds [bytes]",
                "0 2 1|node 2 is out of range; nodes are 0 to 1",
                "0 x 1|node: \"x\" is not a whole number",
                "-1 0 1|is not 0 to 100 years",
                "0 0 soon|\"soon\" is not a time",
                "0 0 1 -5|bytes: \"-5\" is not a whole number"
            })
    void brokenLinesAreNamed(String line, String message) {
        assertThatThrownBy(() -> TaskFile.read("tasks.txt", List.of("0 0 1", line), 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("tasks.txt:2: ")
                .hasMessageContaining(message);
    }

    @Test
    void aFileWithoutTasksIsRefused() {
        assertThatThrownBy(() -> TaskFile.read("tasks.txt", List.of("# nothing"), 2))
                .hasMessage("tasks.txt has no tasks");
    }
}
