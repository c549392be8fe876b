package org.evenkeel.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
            assertThat(row.interruptions().stopped()).as(row.toString()).isZero();
            assertThat(week.off(row)).as(row.toString()).isBetween(-0.001, 0.05);
        }
    }

    /** Tasks as long as a night move at each closing, and lose nothing. */
    @Test
    void tasksThatAreLongerThanANightLoseNothing() {
        DesktopGridExperiment week =
                new DesktopGridExperiment(4_000, List.of(), 1).withLongTasks(1);
        Row moved = week.rows().getFirst();
        Row stopped = week.rows().getLast();
        assertThat(moved.interruptions().lostSeconds()).as("%s", moved).isZero();
        assertThat(moved.interruptions().suspended()).as("%s", moved).isGreaterThan(moved.tasks());
        assertThat(stopped.interruptions().lostSeconds()).as("%s", stopped).isPositive();
        assertThat(moved.finishSeconds()).isLessThan(stopped.finishSeconds());
    }
}
