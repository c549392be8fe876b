package org.evenkeel.examples.queens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class QueensBoardTest {
    @Test
    void solutionsAreThoseOfTheLiterature() {
        for (int n = 1; n <= 12; n++) {
            assertThat(QueensBoard.empty(n).countSolutions())
                    .as("%d queens", n)
                    .isEqualTo(QueensBoard.knownSolutions(n));
        }
    }

    @Test
    void partsHaveTheSolutionsOfTheWhole() {
        for (int rows = 0; rows <= 8; rows++) {
            long sum = 0;
            for (QueensBoard part : QueensBoard.empty(8).fill(rows)) {
                sum += part.countSolutions();
            }
            assertThat(sum).as("%d rows filled", rows).isEqualTo(92);
        }
    }

    @Test
    void partsAreBoardsWhereNoQueenAttacksAnother() {
        assertThat(QueensBoard.empty(8).fill(1)).hasSize(8);
        assertThat(QueensBoard.empty(8).fill(2)).hasSize(42);
        assertThat(QueensBoard.empty(4).fill(4)).hasSize(2);
    }

    @Test
    void partsComeInAFixedOrder() {
        List<QueensBoard> parts = QueensBoard.empty(10).fill(3);
        assertThat(parts).isEqualTo(QueensBoard.empty(10).fill(3)).doesNotHaveDuplicates();
    }

    @Test
    void impossibleSizesAreRefused() {
        assertThatThrownBy(() -> QueensBoard.empty(0)).hasMessage("0 queens; 1 to 24 are possible");
        assertThatThrownBy(() -> QueensBoard.empty(25)).hasMessageContaining("25 queens");
    }

    @Test
    void unknownCountsAreMarkedAsSuch() {
        assertThat(QueensBoard.knownSolutions(16)).isEqualTo(14_772_512);
        assertThat(QueensBoard.knownSolutions(24)).isNegative();
    }
}
