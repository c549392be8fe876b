package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PrintableTest {

    private static final String PLAIN = "Grüße, 世界 \uD83D\uDE80 \\u001b \"x\" ~";

    @Test
    void printableTextStaysAsItIs() {
        assertThat(Printable.of(PLAIN)).isSameAs(PLAIN);
        assertThat(Printable.withTabs(PLAIN)).isSameAs(PLAIN);
        assertThat(Printable.lines(PLAIN)).isSameAs(PLAIN);
        assertThat(Printable.firstEscaped(PLAIN)).isEqualTo(-1);
    }

    @Test
    void controlCharactersAreEscaped() {
        assertThat(Printable.of("\u0000\u001b[2J\u007f\u0085\u009b1m"))
                .isEqualTo("\\u0000\\u001b[2J\\u007f\\u0085\\u009b1m");
        for (char c = 0; c < 0xa0; c++) {
            boolean control = c < ' ' || c >= 0x7f;
            assertThat(Printable.of("" + c))
                    .isEqualTo(control ? "\\u%04x".formatted((int) c) : "" + c);
        }
    }

    @Test
    void charactersThatTurnOrHideTextAreEscaped() {
        assertThat(Printable.of("a\u202eb\u2066c\u200bd\u200fe\ufeff"))
                .isEqualTo("a\\u202eb\\u2066c\\u200bd\\u200fe\\ufeff");
    }

    @Test
    void lineSeparatorsAreEscaped() {
        assertThat(Printable.lines("a\u2028b\u2029c\u0085d\u000be"))
                .isEqualTo("a\\u2028b\\u2029c\\u0085d\\u000be");
    }

    @Test
    void halvesOfPairsPrivateAndUnassignedCharactersAreEscaped() {
        assertThat(Printable.of("\ud800x\udc00\ue000\uffff"))
                .isEqualTo("\\ud800x\\udc00\\ue000\\uffff");
        assertThat(Printable.of("\udb40\udc01")).isEqualTo("\\udb40\\udc01"); // a language tag
    }

    @Test
    void oneLineStaysOneLine() {
        assertThat(Printable.of("a\tb\r\nc\nd")).isEqualTo("a\\u0009b\\u000d\\u000ac\\u000ad");
        assertThat(Printable.withTabs("a\tb\r\nc\nd")).isEqualTo("a\tb\\u000d\\u000ac\\u000ad");
    }

    @Test
    void linesStayLinesAndALoneCarriageReturnIsEscaped() {
        assertThat(Printable.lines("a\r\n\tb\nc\rd\u001b\n"))
                .isEqualTo("a\n\tb\nc\\u000dd\\u001b\n");
    }

    @Test
    void aNameHasPrintableCharactersOnly() {
        assertThat(Printable.checkedName("a job", PLAIN)).isSameAs(PLAIN);
        assertThat(Printable.checkedName("a job", "")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Printable.checkedName("a job", "ab\u001b[2J"))
                .withMessage(
                        "the name of a job has U+001B (ESCAPE) at index 2; use printable characters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Printable.checkedName("a task", "\uffff"))
                .withMessageContaining("a task has U+FFFF (unassigned) at index 0");
    }

    @Test
    void theFirstCharacterToEscapeIsFound() {
        assertThat(Printable.firstEscaped("\uD83D\uDE80a\u202eb\u0007")).isEqualTo(3);
        assertThat(Printable.firstEscaped("\u0007")).isZero();
        assertThat(Printable.firstEscaped("")).isEqualTo(-1);
        assertThat(Printable.escape(0x202e)).isEqualTo("\\u202e");
    }
}
