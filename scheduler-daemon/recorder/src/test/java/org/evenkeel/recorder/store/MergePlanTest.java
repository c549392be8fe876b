package org.evenkeel.recorder.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.recorder.table.Table;
import org.junit.jupiter.api.Test;

class MergePlanTest {

    static final LocalDate TODAY = LocalDate.of(2026, 11, 28);

    static Segment segment(LocalDate day, long first, long last, int level, long bytes) {
        String name = new Segment.Name(first, last, level).text();
        return new Segment(Table.RECORDS, day, first, last, level, Path.of(name), bytes, 0);
    }

    private static Segment merged(List<Segment> segments) {
        return segment(
                segments.getFirst().day(),
                segments.getFirst().first(),
                segments.getLast().last(),
                segments.stream().mapToInt(Segment::level).max().orElseThrow() + 1,
                segments.stream().mapToLong(Segment::bytes).sum());
    }

    @Test
    void fewSegmentsOfTodayStay() {
        List<Segment> few = new ArrayList<>();
        for (int i = 0; i < MergePlan.FAN_IN - 1; i++) {
            few.add(segment(TODAY, i, i, 0, 10));
        }
        assertThat(MergePlan.next(few, TODAY)).isEmpty();
    }

    @Test
    void dayOfWritingHasSomeDozensOfSegmentsAndOneWhenItIsOver() {
        List<Segment> all = new ArrayList<>();
        int most = 0;
        for (int i = 0; i < 17_280; i++) {
            all.add(segment(TODAY, 3L * i, 3L * i, 0, 10));
            merge(all, TODAY);
            most = Math.max(most, all.size());
        }
        assertThat(most).isLessThan(3 * MergePlan.FAN_IN);
        merge(all, TODAY.plusDays(1));
        assertThat(all).hasSize(1);
        assertThat(all.getFirst().bytes()).isEqualTo(172_800);
        assertThat(all.getFirst().last()).isEqualTo(3L * 17_279);
    }

    private static void merge(List<Segment> all, LocalDate today) {
        for (List<Segment> next = MergePlan.next(all, today);
                !next.isEmpty();
                next = MergePlan.next(all, today)) {
            Segment merged = merged(next);
            assertThat(next).allMatch(merged::replaces);
            all.removeAll(next);
            assertThat(all).noneMatch(merged::replaces);
            all.add(merged);
        }
    }

    @Test
    void largeSegmentsAreNotMerged() {
        List<Segment> all = new ArrayList<>();
        LocalDate yesterday = TODAY.minusDays(1);
        for (int i = 0; i < 10; i++) {
            all.add(segment(yesterday, i, i, 2, MergePlan.MAX_BYTES / 2));
        }
        merge(all, TODAY);
        assertThat(all).hasSize(5).allMatch(one -> one.bytes() == MergePlan.MAX_BYTES);
    }

    @Test
    void segmentsThatAreReplacedDoNotCount() {
        Segment one = segment(TODAY, 1, 1, 0, 1);
        Segment two = segment(TODAY, 2, 2, 0, 1);
        Segment both = segment(TODAY, 1, 2, 1, 2);
        Segment later = segment(TODAY, 3, 3, 0, 1);
        Segment otherDay = segment(TODAY.plusDays(1), 1, 2, 0, 1);
        assertThat(SegmentList.current(List.of(one, two, both, later, otherDay)))
                .containsExactly(both, later, otherDay);
    }

    @Test
    void namesOfFilesAreThoseOfSegmentsOrNothing() {
        Segment.Name name = new Segment.Name(1, 22, 3);
        assertThat(Segment.Name.parse(name.text())).contains(name);
        for (String other :
                List.of("lock", ".000000000001-000000000001.0.parquet.tmp", "1-2.parquet")) {
            assertThat(Segment.Name.parse(other)).as(other).isEmpty();
        }
    }
}
