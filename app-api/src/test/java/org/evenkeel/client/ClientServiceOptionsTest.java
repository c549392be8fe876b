package org.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.api.TaskLogLine;
import org.junit.jupiter.api.Test;

class ClientServiceOptionsTest {

    private static final String EVIL = "a\tb\u001b[2J\u009b1m\u202ec";

    private static TaskLogLine line() {
        return new TaskLogLine("t-1", "n1", 1, 1, Instant.EPOCH, TaskLogLine.Level.OUT, EVIL);
    }

    @Test
    void linesAreShownWithTabsAndWithoutWhatATerminalObeys() {
        PrintStream before = System.err;
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
        try {
            ClientServiceOptions.DEFAULT.log().accept(line());
        } finally {
            System.setErr(before);
        }
        assertThat(shown.toString(StandardCharsets.UTF_8))
                .isEqualTo("(t-1 on n1) a\tb\\u001b[2J\\u009b1m\\u202ec" + System.lineSeparator());
    }

    @Test
    void aProgramThatReadsThemHasAllCharacters() {
        List<TaskLogLine> read = new ArrayList<>();
        ClientServiceOptions.DEFAULT.withLog(read::add).log().accept(line());
        assertThat(read).extracting(TaskLogLine::text).containsExactly(EVIL);
    }
}
