package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskLogLine;
import org.evenkeel.wire.proto.FileAsk;
import org.evenkeel.wire.proto.Granted;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.junit.jupiter.api.Test;

/** A program is given what its tasks print, and told what it was not given. */
class LogReaderTest {

    private final List<TaskLogLine> shown = new ArrayList<>();

    private static FileAsk part(LogPart.Builder part) {
        return FileAsk.newBuilder()
                .setTask(Granted.newBuilder().setOrigin(3).setNumber(17))
                .setLog(part.setNode("n2").setGrant(4))
                .build();
    }

    private static LogLine.Builder line(long number, int level, String text) {
        return LogLine.newBuilder()
                .setNumber(number)
                .setLevel(level)
                .setText(text)
                .setMillis(1_500);
    }

    @Test
    void linesComeWithTheirTaskAndPlace() {
        LogPart.Builder part =
                LogPart.newBuilder().addLines(line(5, 0, "one")).addLines(line(6, 5, "two"));
        new LogReader(shown::add).read(part(part));
        assertThat(shown)
                .containsExactly(
                        new TaskLogLine(
                                "0000000000003-17",
                                "n2",
                                4,
                                5,
                                Instant.ofEpochMilli(1_500),
                                TaskLogLine.Level.OUT,
                                "one"),
                        new TaskLogLine(
                                "0000000000003-17",
                                "n2",
                                4,
                                6,
                                Instant.ofEpochMilli(1_500),
                                TaskLogLine.Level.WARN,
                                "two"));
        assertThat(shown.getFirst()).hasToString("(0000000000003-17 on n2) one");
    }

    @Test
    void whatWasLeftOutIsSaidAndOddLinesAreSkipped() {
        LogPart.Builder part =
                LogPart.newBuilder()
                        .setLeftOut(300)
                        .addLines(line(5, 77, "of a later version"))
                        .addLines(line(6, 0, "six"));
        new LogReader(shown::add).read(part(part));
        assertThat(shown).extracting(TaskLogLine::text).hasSize(2).endsWith("six");
        assertThat(shown.getFirst().text()).contains("300 lines", "evenkeel logs");
    }

    @Test
    void aReaderThatFailsHarmsNothing() {
        new LogReader(
                        line -> {
                            throw new IllegalStateException("no room");
                        })
                .read(part(LogPart.newBuilder().addLines(line(1, 0, "one"))));
        assertThat(shown).isEmpty();
    }
}
