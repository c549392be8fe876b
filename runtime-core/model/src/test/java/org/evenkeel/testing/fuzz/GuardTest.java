package org.evenkeel.testing.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class GuardTest {
    private static final int LONG = 1 << 20;

    /** Takes so many bytes of memory for each of an input; says that the first one is wrong. */
    private static final class Greedy implements FuzzTarget {
        private final int each;
        private byte[][] taken = {};

        Greedy(int each) {
            this.each = each;
        }

        @Override
        public List<Class<? extends Exception>> declared() {
            return List.of(NumberFormatException.class);
        }

        @Override
        public void feed(byte[] input) {
            if (input[0] == 1) {
                throw new NumberFormatException();
            } else if (input[0] == 2) {
                throw new IllegalArgumentException();
            }
            taken = new byte[each][];
            for (int i = 0; i < each; i++) {
                taken[i] = new byte[input.length];
            }
        }

        @Override
        public int bytesPerByte() {
            return 8;
        }

        @Override
        public String toString() {
            return "takes " + taken.length;
        }
    }

    @Test
    void whatTakesMoreMemoryThanItSaysIsFound() {
        Guard guard = Guard.of(new Greedy(12));
        assertThatCode(() -> guard.feed(new byte[1])).doesNotThrowAnyException();
        assertThatThrownBy(() -> guard.feed(new byte[LONG]))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Greedy took")
                .hasMessageContaining("input of 1,048,576 bytes");
        assertThatCode(() -> Guard.of(new Greedy(7)).feed(new byte[LONG]))
                .doesNotThrowAnyException();
    }

    @Test
    void anAgentMayHaveMemoryOfItsOwnAndNotMuch() {
        assertThatCode(() -> Guard.ofWoven(new Greedy(12)).feed(new byte[LONG]))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> Guard.ofWoven(new Greedy(48)).feed(new byte[LONG]))
                .isInstanceOf(AssertionError.class);
    }

    /** A kind of a declared one is another. */
    @Test
    void whatIsNotDeclaredIsFound() {
        Guard guard = Guard.of(new Greedy(1));
        assertThatCode(() -> guard.feed(new byte[] {1})).doesNotThrowAnyException();
        assertThatThrownBy(() -> guard.feed(new byte[] {2}))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("does not declare java.lang.IllegalArgumentException");
    }
}
