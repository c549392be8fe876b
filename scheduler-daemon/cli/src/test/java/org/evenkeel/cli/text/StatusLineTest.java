package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private final StringWriter out = new StringWriter();

    private String show(boolean terminal, String text) {
        out.getBuffer().setLength(0);
        try (StatusLine line = new StatusLine(new PrintWriter(out), terminal)) {
            line.show(text);
            line.show(text);
        }
        return out.toString();
    }

    @Test
    void onATerminalOneLineIsWrittenAgain() {
        assertThat(show(true, "7 of 9")).isEqualTo("\r\033[K7 of 9\r\033[K");
    }

    @Test
    void aChangeIsALineElsewhere() {
        assertThat(show(false, "7 of 9")).isEqualTo("7 of 9" + System.lineSeparator());
    }

    @Test
    void whatATerminalWouldObeyIsEscaped() {
        assertThat(show(true, "a\033[2J\nb")).isEqualTo("\r\033[Ka\\u001b[2J\\u000ab\r\033[K");
    }
}
