package org.evenkeel.daemon.clientcalls;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.evenkeel.wire.WireException;
import org.evenkeel.wire.proto.LogLine;
import org.evenkeel.wire.proto.LogPart;
import org.junit.jupiter.api.Test;

/** What a worker says of a log is believed within bounds. */
class LogPartCheckTest {

    private static LogLine.Builder line(long number) {
        return LogLine.newBuilder().setNumber(number).setMillis(1).setText("x");
    }

    private static void assertRefused(String field, LogPart.Builder part) {
        assertThatThrownBy(() -> LogPartCheck.check(part.build()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("log." + field);
    }

    @Test
    void whatIsWrongIsNamed() {
        LogPart.Builder fine =
                LogPart.newBuilder()
                        .setNode("n1")
                        .addLines(line(0))
                        .addLines(line(0))
                        .addLines(line(7));
        assertThatCode(() -> LogPartCheck.check(fine.build())).doesNotThrowAnyException();
        assertRefused("lines", LogPart.newBuilder());
        assertRefused("node", LogPart.newBuilder().setNode("n 1").addLines(line(1)));
        assertRefused("grant", LogPart.newBuilder().setGrant(-1).addLines(line(1)));
        assertRefused("lines.number", LogPart.newBuilder().addLines(line(2)).addLines(line(2)));
        assertRefused("lines.level", LogPart.newBuilder().addLines(line(1).setLevel(99)));
        assertRefused("lines.millis", LogPart.newBuilder().addLines(line(1).setMillis(-1)));
        assertRefused(
                "lines.text", LogPart.newBuilder().addLines(line(1).setText("x".repeat(9_000))));
    }
}
