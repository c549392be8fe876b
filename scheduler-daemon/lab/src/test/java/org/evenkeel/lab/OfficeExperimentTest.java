package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.lab.office.OfficeExperiment;
import org.evenkeel.lab.office.OfficeExperiment.Row;
import org.junit.jupiter.api.Test;

/** A week of the office, with the night in which clocks are set back and a day that is closed. */
class OfficeExperimentTest {

    @Test
    void tasksThatAreAlikeEndAsPlanned() {
        OfficeExperiment week =
                new OfficeExperiment(8_000, OfficeExperiment.services().subList(0, 1), 1);
        assertThat(week.rows()).hasSize(3);
        for (Row row : week.rows()) {
            assertThat(row.givenUp()).as(row.toString()).isZero();
            assertThat(week.off(row)).as(row.toString()).isBetween(-0.001, 0.05);
        }
    }
}
