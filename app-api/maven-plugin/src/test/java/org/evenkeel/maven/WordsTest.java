package org.evenkeel.maven;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Words of command lines in one string. */
class WordsTest {

    @Test
    void blanksSeparateWordsOutsideOfQuotes() {
        assertThat(Words.split("")).isEmpty();
        assertThat(Words.split("  --size 10\n")).containsExactly("--size", "10");
        assertThat(Words.split("'a b' \"c 'd'\" e\" \"f ''"))
                .containsExactly("a b", "c 'd'", "e f", "");
    }

    @Test
    void quoteWithoutAnEndIsRefused() {
        assertThatThrownBy(() -> Words.split("a 'b c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a quote has no end: a 'b c");
    }

    @Test
    void quotedWordIsReadAsItWas() {
        for (String word : new String[] {"a", "", "a b", "a\"b", "it's"}) {
            assertThat(Words.split(Words.quote(word))).containsExactly(word);
        }
        assertThat(Words.quote("-Xmx2g")).isEqualTo("-Xmx2g");
        assertThatThrownBy(() -> Words.quote("\"it's\""))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
