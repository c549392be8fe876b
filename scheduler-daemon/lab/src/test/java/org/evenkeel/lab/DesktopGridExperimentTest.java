package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.evenkeel.lab.office.DesktopGridExperiment;
import org.evenkeel.lab.office.DesktopGridExperiment.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A week of the office, with the night in which clocks are set back and a day that is closed. */
@Tag("extended")
class DesktopGridExperimentTest {

    @Test
    void tasksThatAreAlikeEndAsPlanned() {
        DesktopGridExperiment week =
                new DesktopGridExperiment(8_000, DesktopGridExperiment.services().subList(0, 1), 1);
        assertThat(week.rows()).hasSize(3);
        for (Row row : week.rows()) {
            assertThat(row.givenUp()).as(row.toString()).isZero();
            assertThat(week.off(row)).as(row.toString()).isBetween(-0.001, 0.05);
        }
    }
}
