package org.evenkeel.lab.table1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the paper's figures stands beside which policy. */
class PaperFigureTest {
    private static String beside(String policy) {
        Column column = Column.of(List.of(policy), List.of(0.5)).getFirst();
        return PaperFigure.text(PaperFigure.of(Site.TWO_KINDS, column));
    }

    @Test
    void whoMovesStartedTasksStandsBesideWhoDidThen() {
        assertThat(beside("nrics")).isEqualTo("4.99 / 14.80");
        assertThat(beside("nrics-1999")).isEqualTo("4.99 / 14.80");
    }

    @Test
    void whoDoesNotBesideWhoDidNot() {
        assertThat(beside("nrics-no-migration")).isEqualTo("4.78 / 13.57");
        assertThat(beside("nrics-1999-no-migration")).isEqualTo("4.78 / 13.57");
        assertThat(beside("rid")).isEqualTo("4.52 / 13.05");
        assertThat(beside("hybrid")).isEmpty();
    }
}
