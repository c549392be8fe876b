package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TerminalColoursTest {
    @Test
    void terminalGetsColours() {
        assertThat(choose(true, Map.of("TERM", "xterm"))).isEqualTo(TerminalColours.COLOURED);
        assertThat(choose(true, Map.of())).isEqualTo(TerminalColours.COLOURED);
    }

    @Test
    void pipeAndFileGetNone() {
        assertThat(choose(false, Map.of("TERM", "xterm"))).isEqualTo(TerminalColours.PLAIN);
    }

    @Test
    void noColorIsRespectedUnlessItIsEmpty() {
        assertThat(choose(true, Map.of("NO_COLOR", "1"))).isEqualTo(TerminalColours.PLAIN);
        assertThat(choose(true, Map.of("NO_COLOR", ""))).isEqualTo(TerminalColours.COLOURED);
    }

    @Test
    void dumbTerminalGetsNone() {
        assertThat(choose(true, Map.of("TERM", "dumb"))).isEqualTo(TerminalColours.PLAIN);
    }

    @Test
    void plainTextIsLeftAlone() {
        assertThat(TerminalColours.PLAIN.good("up")).isEqualTo("up");
        assertThat(TerminalColours.COLOURED.good("up")).isEqualTo("\033[32mup\033[0m");
    }

    @Test
    void allThatATerminalObeysIsEscapedButTheseColours() {
        String evil = "\u001b[2J\u001b[8m\u202e\u009b31m";
        String shown = "\\u001b[2J\\u001b[8m\\u202e\\u009b31m";
        for (TerminalColours colours : TerminalColours.values()) {
            String painted =
                    colours.bold(evil) + colours.faint("b") + colours.good("c") + colours.bad("\n");
            assertThat(colours.printable("a" + painted + "\td"))
                    .isEqualTo("a" + painted.replace(evil, shown) + "\td");
        }
        assertThat(TerminalColours.PLAIN.printable("\u001b[31mx")).isEqualTo("\\u001b[31mx");
    }

    private static TerminalColours choose(boolean terminal, Map<String, String> environment) {
        return TerminalColours.choose(terminal, environment::get);
    }
}
