package org.evenkeel.examples.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OptionsTest {
    private final Options options =
            new Options()
                    .number("n", 14, 1, 24, "rows of the board")
                    .number("depth", 3, 0, 6, "rows filled beforehand")
                    .flag("serial", "without a cluster");

    @Test
    void whatIsNotGivenHasItsDefault() {
        Options.Values values = options.parse();
        assertThat(values.whole("n")).isEqualTo(14);
        assertThat(values.has("serial")).isFalse();
    }

    @Test
    void valueStandsBehindTheOptionOrBehindAnEqualsSign() {
        assertThat(options.parse("--n", "8", "--depth=2", "--serial").number("n")).isEqualTo(8);
        assertThat(options.parse("--n=8", "--depth", "2").number("depth")).isEqualTo(2);
        assertThat(options.parse("--n=8", "--serial").has("serial")).isTrue();
    }

    @Test
    void thousandsMayBeSetApart() {
        Options large = new Options().number("m", 0, 0, 1_000_000, "elements");
        assertThat(large.parse("--m", "640,000").number("m")).isEqualTo(640_000);
        assertThat(large.parse("--m", "640_000").number("m")).isEqualTo(640_000);
    }

    @Test
    void unknownOptionIsRefusedWithTheNearestKnownOne() {
        assertThatThrownBy(() -> options.parse("--dept=3"))
                .isInstanceOf(UsageException.class)
                .hasMessage("\"--dept\" is not an option; did you mean --depth?");
        assertThatThrownBy(() -> options.parse("something else"))
                .hasMessage("\"something else\" is not an option");
    }

    @Test
    void wrongValuesAreRefusedWithTheBounds() {
        assertThatThrownBy(() -> options.parse("--n", "many"))
                .hasMessage("--n needs a number, not \"many\"");
        assertThatThrownBy(() -> options.parse("--n", "25")).hasMessage("--n is 1 to 24, not 25");
        assertThatThrownBy(() -> options.parse("--n")).hasMessage("--n needs a number behind it");
        assertThatThrownBy(() -> options.parse("--serial=1")).hasMessage("--serial takes no value");
    }

    @Test
    void textIsWhatStandsThere() {
        Options texts = new Options().text("who", "me", "whom to ask");
        assertThat(texts.parse().text("who")).isEqualTo("me");
        assertThat(texts.parse("--who", "n1=0.5,n2").text("who")).isEqualTo("n1=0.5,n2");
        assertThat(texts.help()).containsExactly("  --who TEXT           whom to ask (default me)");
        assertThatThrownBy(() -> texts.parse("--who")).hasMessage("--who needs a text behind it");
    }
}
