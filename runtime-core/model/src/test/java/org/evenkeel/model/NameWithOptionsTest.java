package org.evenkeel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameWithOptionsTest {

    @Test
    void readsArgumentsAndOptionsInTheirOrder() {
        NameWithOptions choice = NameWithOptions.parse(" mesh ( 4x4 , b = 2,a=1) ");
        assertThat(choice.name()).isEqualTo("mesh");
        assertThat(choice.arguments()).containsExactly("4x4");
        assertThat(choice.options().keySet()).containsExactly("b", "a");
        assertThat(choice.toString()).isEqualTo("mesh(4x4,b=2,a=1)");
        assertThat(NameWithOptions.parse("x()")).isEqualTo(NameWithOptions.parse("x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(a=1)", "x(a=1", "x(a=1)y", "x(,)", "x(=1)", "x(a(b))", "x(a=1,)"})
    void refusesOtherShapes(String text) {
        assertThatThrownBy(() -> NameWithOptions.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("write for example name(key=value)");
    }

    @Test
    void refusesAnOptionGivenTwice() {
        assertThatThrownBy(() -> NameWithOptions.parse("x(a=1,a=2)"))
                .hasMessage("option \"a\" is given twice");
    }

    @Test
    void theNearestWordNeedsTheFewestEdits() {
        assertThat(SpellingSuggestion.to("hybird", List.of("none", "hybrid", "hybrid-1997")))
                .isEqualTo("hybrid");
        assertThat(SpellingSuggestion.to("", List.of("torus", "star", "ring"))).isEqualTo("star");
    }
}
