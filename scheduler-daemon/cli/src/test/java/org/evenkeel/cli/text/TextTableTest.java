package org.evenkeel.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void columnsAreAsWideAsTheirWidestCellAndNumbersStandRight() {
        TextTable table = new TextTable("  ", "node", "run", "share", "neighbours");
        table.row("n1", "9", "7 %", "n2 n3");
        table.row("n10", "1,234", "100 %", "");
        assertThat(table.lines(TerminalColours.PLAIN))
                .containsExactly(
                        "  node    run  share  neighbours",
                        "  n1        9    7 %  n2 n3",
                        "  n10   1,234  100 %");
    }

    @Test
    void columnWithAWordStandsLeft() {
        TextTable table = new TextTable("", "state", "n");
        table.row("LOW", "1");
        table.row("7", "2");
        assertThat(table.lines(TerminalColours.PLAIN))
                .containsExactly("state  n", "LOW    1", "7      2");
    }

    @Test
    void headingsAreBoldWhereThereAreColours() {
        TextTable table = new TextTable("", "node");
        table.row("n1");
        assertThat(table.lines(TerminalColours.COLOURED))
                .containsExactly("\033[1mnode\033[0m", "n1");
    }

    @Test
    void rowMustFitTheHeadings() {
        assertThatThrownBy(() -> new TextTable("", "a", "b").row("only one"))
                .hasMessage("1 cells under 2 headings");
    }

    @Test
    void cellsAreOnOneLineAndPrintable() {
        TextTable table = new TextTable("", "name", "n");
        table.row("a\n\u001b[2J", "1");
        table.row("b", "2");
        assertThat(table.lines(TerminalColours.COLOURED).subList(1, 3))
                .containsExactly("a\\u000a\\u001b[2J  1", "b                 2");
    }
}
