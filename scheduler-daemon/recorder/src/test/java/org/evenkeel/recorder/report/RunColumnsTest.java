package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.junit.jupiter.api.Test;

class RunColumnsTest {

    private static Bar bar(int row, long begin, long length) {
        return new Bar(row, 0, begin, length, 7, Ended.FINISHED);
    }

    @Test
    void beginsCountFromTheOneBeforeInTheirRow() {
        Map<String, Object> fields =
                RunColumns.of(List.of(bar(1, 1_500, 10), bar(0, 1_200, 50), bar(0, 1_000, 100)), 10)
                        .fields(1_000, task -> task);
        assertThat(fields)
                .containsEntry("row", new int[] {0, 0, 1})
                .containsEntry("begin", new long[] {0, 200, 500})
                .containsEntry("length", new long[] {100, 50, 10})
                .containsEntry("count", new int[] {1, 1, 1});
    }

    @Test
    void whereThereAreTooManyShortRunsBecomeOneBar() {
        List<Bar> runs = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            runs.add(bar(i % 4, 1_000L * (i / 4), 900));
        }
        RunColumns columns = RunColumns.of(runs, 1_000);
        assertThat(columns.bars()).hasSizeBetween(1, 1_000);
        assertThat(columns.bars().stream().mapToLong(Bar::count).sum()).isEqualTo(100_000);
        assertThat(columns.bars().stream().mapToLong(Bar::end).max()).hasValue(25_000_000L - 100);
    }

    @Test
    void failedAndMovedRunsAndOtherKindsStayByThemselves() {
        List<Bar> runs = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            runs.add(bar(0, 10L * i, 9));
        }
        runs.set(300, new Bar(0, 0, 3_000, 9, 300, Ended.FAILED));
        runs.set(600, new Bar(0, 0, 6_000, 9, 600, Ended.MOVED));
        runs.set(800, new Bar(0, 1, 8_000, 9, 800, Ended.FINISHED));
        assertThat(RunColumns.of(runs, 8).bars())
                .filteredOn(bar -> bar.count() == 1)
                .extracting(Bar::task)
                .contains(300, 600, 800);
    }

    /** A job whose tasks all fail has a page, too. */
    @Test
    void whereTooManyFailedOrMovedTheyAreJoinedAsWell() {
        List<Bar> runs = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Ended ended = i % 3 == 0 ? Ended.FAILED : i % 3 == 1 ? Ended.MOVED : Ended.FINISHED;
            runs.add(new Bar(0, 0, 10L * i, 9, i, ended));
        }
        assertThat(RunColumns.of(runs, 100).bars()).hasSizeBetween(10, 100);
        List<Bar> failed = runs.stream().filter(run -> run.ended() == Ended.FAILED).toList();
        assertThat(RunColumns.of(failed, 100).bars())
                .hasSizeBetween(10, 100)
                .allMatch(bar -> bar.ended() == Ended.FAILED);
    }

    /** Kinds that alternate are joined too, and what moved stays. */
    @Test
    void aBarOfSeveralKindsHasTheOneThatTookMostOfIt() {
        List<Bar> runs = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            int kind = i % 5 == 0 ? 3 : i % 2;
            long length = kind == 3 ? 80 : 5;
            runs.add(new Bar(i % 4, kind, 100L * (i / 4), length, i, Ended.FINISHED));
        }
        Bar from = new Bar(1, 0, 777_700, 5, 31_109, Ended.MOVED);
        Bar to = new Bar(2, 0, 1_888_800, 5, 31_109, Ended.FINISHED);
        runs.set(31_109, from);
        runs.set(75_554, to);
        List<Bar> bars = RunColumns.of(runs, 1_000).bars();
        assertThat(bars).hasSizeBetween(400, 1_000).contains(from, to);
        assertThat(bars.stream().mapToLong(Bar::count).sum()).isEqualTo(100_000);
        assertThat(bars)
                .filteredOn(bar -> bar.count() > 20)
                .hasSizeGreaterThan(400)
                .allMatch(bar -> bar.kind() == 3);
    }

    @Test
    void nothingIsJoinedWhereThereIsRoom() {
        List<Bar> runs = List.of(bar(0, 0, 1), bar(0, 1, 1), bar(0, 2, 1));
        assertThat(RunColumns.of(runs, 3).bars()).hasSize(3);
        assertThat(RunColumns.of(List.of(), 3).bars()).isEmpty();
    }
}
