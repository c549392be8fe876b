package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RunColumns.Bar;

/**
 * A coarse picture of runs of many kinds: the time is divided into cells, and in each slot the runs
 * that are shorter than a cell and begin in it become one bar, of the kind that took most of it.
 * Runs of tasks that moved stay, unless there are too many of these.
 */
final class CellBars {

    private final long begin;
    private final long cell;
    private final Set<Integer> single;
    private final List<Bar> made = new ArrayList<>();

    // What becomes one bar.
    private final List<Bar> group = new ArrayList<>();

    private CellBars(long begin, long cell, Set<Integer> single) {
        this.begin = begin;
        this.cell = cell;
        this.single = single;
    }

    /**
     * The picture.
     *
     * @param bars by rows, then by time
     * @param most about so many are left
     * @param begin of the first one
     * @param end of the last one
     */
    static List<Bar> of(List<Bar> bars, int most, long begin, long end) {
        long rows = bars.stream().mapToInt(Bar::row).distinct().count();
        long cells = Math.max(1, most / (2 * rows) - 1);
        long cell = Math.max(1, Math.ceilDiv(end - begin, cells));
        CellBars picture = new CellBars(begin, cell, moved(bars, most));
        bars.forEach(picture::add);
        picture.endGroup();
        return picture.made;
    }

    private static Set<Integer> moved(List<Bar> bars, int most) {
        Set<Integer> moved =
                bars.stream()
                        .filter(bar -> bar.ended() == Ended.MOVED)
                        .map(Bar::task)
                        .collect(Collectors.toSet());
        return moved.size() > most / 8 ? Set.of() : moved;
    }

    private void add(Bar bar) {
        boolean isAlone = bar.length() >= cell || single.contains(bar.task());
        if (isAlone || !isInGroup(bar)) {
            endGroup();
        }
        if (isAlone) {
            made.add(bar);
        } else {
            group.add(bar);
        }
    }

    private boolean isInGroup(Bar bar) {
        return !group.isEmpty()
                && group.getFirst().row() == bar.row()
                && place(group.getFirst()) == place(bar);
    }

    private long place(Bar bar) {
        return (bar.begin() - begin) / cell;
    }

    private void endGroup() {
        if (group.size() == 1) {
            made.add(group.getFirst());
        } else if (!group.isEmpty()) {
            made.add(together());
        }
        group.clear();
    }

    private Bar together() {
        Map<Integer, Long> times = new HashMap<>();
        Bar first = group.getFirst();
        int kind = first.kind();
        long end = first.end();
        int count = 0;
        boolean alike = true;
        for (Bar bar : group) {
            long time = times.merge(bar.kind(), bar.length(), Long::sum);
            kind = time > times.getOrDefault(kind, 0L) ? bar.kind() : kind;
            end = Math.max(end, bar.end());
            count += bar.count();
            alike &= bar.ended() == first.ended();
        }
        Ended ended = alike ? first.ended() : Ended.FINISHED;
        return new Bar(
                first.row(), kind, first.begin(), end - first.begin(), first.task(), ended, count);
    }
}
