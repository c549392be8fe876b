package org.evenkeel.cli.show;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PaintTest {
    @Test
    void terminalGetsColours() {
        assertThat(choose(true, Map.of("TERM", "xterm"))).isEqualTo(Paint.COLOURED);
        assertThat(choose(true, Map.of())).isEqualTo(Paint.COLOURED);
    }

    @Test
    void pipeAndFileGetNone() {
        assertThat(choose(false, Map.of("TERM", "xterm"))).isEqualTo(Paint.PLAIN);
    }

    @Test
    void noColorIsRespectedUnlessItIsEmpty() {
        assertThat(choose(true, Map.of("NO_COLOR", "1"))).isEqualTo(Paint.PLAIN);
        assertThat(choose(true, Map.of("NO_COLOR", ""))).isEqualTo(Paint.COLOURED);
    }

    @Test
    void dumbTerminalGetsNone() {
        assertThat(choose(true, Map.of("TERM", "dumb"))).isEqualTo(Paint.PLAIN);
    }

    @Test
    void plainTextIsLeftAlone() {
        assertThat(Paint.PLAIN.good("up")).isEqualTo("up");
        assertThat(Paint.COLOURED.good("up")).isEqualTo("\033[32mup\033[0m");
    }

    private static Paint choose(boolean terminal, Map<String, String> environment) {
        return Paint.choose(terminal, environment::get);
    }
}
