package org.evenkeel.daemon.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is cut off when all together keep too much. */
class PileTest {

    private final List<String> cut = new ArrayList<>();
    private final Pile<String> pile = new Pile<>(100, (one, why) -> cut.add(one));

    @Test
    void whoGotNoFurtherForLongestGoes() {
        pile.keeps("a", 40, true);
        pile.keeps("b", 40, true);
        pile.keeps("a", 41, true); // it got further
        pile.keeps("c", 30, true);
        assertThat(cut).containsExactly("b");
        assertThat(pile.bytes()).isEqualTo(71);
    }

    @Test
    void moreOfTheSameIsNotFurther() {
        pile.keeps("a", 10, true);
        pile.keeps("b", 10, true);
        pile.keeps("a", 95, false);
        assertThat(cut).containsExactly("a");
    }

    @Test
    void whoIsGoneKeepsNothing() {
        pile.keeps("a", 90, true);
        pile.gone("a");
        pile.gone("a");
        pile.keeps("b", 90, true);
        pile.keeps("b", 0, false);
        assertThat(pile.bytes()).isZero();
        assertThat(cut).isEmpty();
    }

    @Test
    void oneThatIsTooLargeAloneGoesToo() {
        pile.keeps("a", 10, true);
        pile.keeps("b", 101, true);
        assertThat(cut).containsExactly("a", "b");
        assertThat(pile.bytes()).isZero();
    }
}
