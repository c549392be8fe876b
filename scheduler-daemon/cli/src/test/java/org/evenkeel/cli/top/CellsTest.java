package org.evenkeel.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Text in columns of a terminal. */
class CellsTest {

    @Test
    void wideCharactersTakeTwoColumns() {
        assertThat(Cells.width("日本")).isEqualTo(4);
        assertThat(Cells.cut("日本語", 5)).isEqualTo("日本…");
        assertThat(Cells.cut("日本語", 4)).isEqualTo("日…");
        assertThat(Cells.cut("日本語", 6)).isEqualTo("日本語");
        assertThat(Cells.fit("日", 5, false)).isEqualTo("日   ");
        assertThat(Cells.fit("日本語", 4, true)).isEqualTo(" 日…");
    }

    @Test
    void whatIsLeftOutIsSaid() {
        assertThat(Cells.cut("abcdef", 6)).isEqualTo("abcdef");
        assertThat(Cells.cut("abcdef", 5)).isEqualTo("abcd…");
        assertThat(Cells.cut("abcdef", 1)).isEqualTo("…");
        assertThat(Cells.cut("abcdef", 0)).isEmpty();
        assertThat(Cells.cut("", 3)).isEmpty();
    }

    @Test
    void whatATerminalObeysIsAnEscape() {
        assertThat(Cells.cut("a\u001b[2J\u202eb", 40)).isEqualTo("a\\u001b[2J\\u202eb");
        assertThat(Cells.cut("a\nb\tc", 40)).isEqualTo("a\\u000ab\\u0009c");
        assertThat(Cells.cut("\u001b\u001b", 8)).isEqualTo("\\u001b…");
    }

    @Test
    void marksOnOneCharacterAreFew() {
        assertThat(Cells.cut("e\u0301x", 40)).isEqualTo("e\u0301x");
        assertThat(Cells.cut("e" + "\u0301".repeat(10_000) + "x", 40)).isEqualTo("e\u0301\u0301x");
        assertThat(Cells.cut("\u0301x", 40)).as("on what stands before it").isEqualTo("x");
    }

    @Test
    void longLinesContinueBelow() {
        assertThat(Cells.wrap("one two three four", 9, 2))
                .containsExactly("one two", "  three", "  four");
        assertThat(Cells.wrap("abcdefghij", 4, 1)).containsExactly("abcd", " efg", " hij");
        assertThat(Cells.wrap("  margin stays", 40, 4)).containsExactly("  margin stays");
        assertThat(Cells.wrap("", 4, 2)).containsExactly("");
        assertThat(Cells.wrap("日本", 1, 4)).containsExactly("日", "本");
        assertThat(Cells.wrap("x".repeat(10_000), 80, 4))
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }
}
