package org.evenkeel.recorder.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.evenkeel.recorder.store.MergePlanTest.TODAY;
import static org.evenkeel.recorder.store.MergePlanTest.segment;

import java.util.List;
import org.junit.jupiter.api.Test;

class RetentionPlanTest {

    private final Segment old = segment(TODAY.minusDays(31), 1, 9, 3, 10);
    private final Segment lastMonth = segment(TODAY.minusDays(30), 10, 19, 3, 10);
    private final Segment replaced = segment(TODAY.minusDays(30), 11, 11, 0, 10);
    private final Segment yesterday = segment(TODAY.minusDays(1), 20, 29, 3, 10);
    private final Segment today = segment(TODAY, 30, 39, 1, 10);
    private final List<Segment> all = List.of(today, old, replaced, lastMonth, yesterday);

    @Test
    void rowsOfOldDaysAreOutdated() {
        assertThat(new RetentionPlan(30, 1_000).outdated(all, TODAY)).containsExactly(old);
        assertThat(new RetentionPlan(1, 1_000).outdated(all, TODAY))
                .containsExactly(old, lastMonth);
    }

    @Test
    void oldestRowsAreOutdatedWhileAllAreTooMany() {
        assertThat(new RetentionPlan(30, 40).outdated(all, TODAY)).containsExactly(old);
        assertThat(new RetentionPlan(30, 39).outdated(all, TODAY))
                .as("with what it replaces it has 20 bytes")
                .containsExactly(old, lastMonth);
        assertThat(new RetentionPlan(60, 50).outdated(all, TODAY)).isEmpty();
    }

    @Test
    void clockThatIsFarAheadMakesNothingOldOnItsFirstDay() {
        RetentionPlan plan = new RetentionPlan(30, 1_000);
        List<Segment> before = List.of(yesterday, today);
        assertThat(plan.outdated(before, TODAY.plusDays(3_000))).isEmpty();
        Segment ahead = segment(TODAY.plusDays(3_000), 40, 49, 0, 10);
        List<Segment> after = List.of(yesterday, today, ahead);
        assertThat(plan.outdated(after, TODAY.plusDays(3_000))).isEmpty();
        assertThat(plan.outdated(after, TODAY)).as("it is right again").isEmpty();
        assertThat(plan.outdated(after, TODAY.plusDays(3_001)))
                .as("it was not wrong")
                .containsExactly(yesterday, today);
    }

    @Test
    void newestSegmentStays() {
        assertThat(new RetentionPlan(1, 0).outdated(all, TODAY.plusDays(90)))
                .containsExactly(old, lastMonth, yesterday);
    }
}
