package org.evenkeel.lab.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlagValuesTest {

    @Test
    void listsAreSplitOutsideParentheses() {
        assertThat(FlagValues.list("--policy", "hybrid(fit=best,relay=on), none"))
                .containsExactly("hybrid(fit=best,relay=on)", "none");
        assertThat(FlagValues.list("--policy", "none")).containsExactly("none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a,", ",a", "a,,b", "a(b", "a)b(", "a)"})
    void whatIsNoListIsRefused(String text) {
        assertThatThrownBy(() -> FlagValues.list("--policy", text))
                .isInstanceOf(FlagException.class)
                .hasMessageStartingWith("--policy: ");
    }

    @Test
    void countsHaveShortForms() {
        assertThat(FlagValues.count("--tasks", "100k", 1_000_000)).isEqualTo(100_000);
        assertThat(FlagValues.count("--tasks", "1e6", 1_000_000)).isEqualTo(1_000_000);
        assertThat(FlagValues.count("--tasks", "1.5k", 1_000_000)).isEqualTo(1500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.5", "many", "2m", "NaN", ""})
    void otherCountsAreRefused(String text) {
        assertThatThrownBy(() -> FlagValues.count("--tasks", text, 1_000_000))
                .isInstanceOf(FlagException.class)
                .hasMessage("--tasks: \"" + text + "\" is not a whole number from 1 to 1000000");
    }
}
