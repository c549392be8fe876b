package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.history.Run.Ended;

/** The runs of a picture as columns, which pack well. Times are microseconds. */
record RunColumns(List<Bar> bars) {
    /**
     * A bar of the picture.
     *
     * @param row its slot
     * @param kind number of the task's kind
     * @param begin microseconds since 1970
     * @param task number of the task, of the first one if there are several
     * @param ended the page has words for each, by its place
     * @param count runs that it stands for
     */
    record Bar(int row, int kind, long begin, long length, int task, Ended ended, int count) {

        Bar(int row, int kind, long begin, long length, int task, Ended ended) {
            this(row, kind, begin, length, task, ended, 1);
        }

        long end() {
            return begin + length;
        }
    }

    private static final Comparator<Bar> ORDER =
            Comparator.comparingInt(Bar::row).thenComparingLong(Bar::begin);

    /**
     * The picture of some runs.
     *
     * @param most bars, at least 1, about: where there are more runs, short ones of one kind that
     *     follow each other in a slot become one bar, and failed or moved ones stay. If that is not
     *     enough, see {@link CellBars}
     */
    static RunColumns of(List<Bar> runs, int most) {
        List<Bar> sorted = runs.stream().sorted(ORDER).toList();
        List<Bar> bars = sorted;
        if (!bars.isEmpty()) {
            long begin = bars.stream().mapToLong(Bar::begin).min().orElseThrow();
            long end = bars.stream().mapToLong(Bar::end).max().orElseThrow();
            long shortest = Math.max(1, (end - begin) / 20_000);
            while (bars.size() > most && shortest < 2 * (end - begin)) {
                bars = joined(bars, shortest);
                shortest *= 2;
            }
            if (bars.size() > most) {
                bars = CellBars.of(sorted, most, begin, end);
            }
        }
        return new RunColumns(bars);
    }

    private static List<Bar> joined(List<Bar> bars, long shortest) {
        List<Bar> joined = new ArrayList<>();
        for (Bar bar : bars) {
            Bar last = joined.isEmpty() ? null : joined.getLast();
            if (last != null && canJoin(last, bar, shortest)) {
                joined.removeLast();
                joined.add(
                        new Bar(
                                last.row(),
                                last.kind(),
                                last.begin(),
                                bar.end() - last.begin(),
                                last.task(),
                                last.ended(),
                                last.count() + bar.count()));
            } else {
                joined.add(bar);
            }
        }
        return joined;
    }

    private static boolean canJoin(Bar one, Bar next, long shortest) {
        return one.row() == next.row()
                && one.kind() == next.kind()
                && isPlain(one.ended())
                && isPlain(next.ended())
                && one.length() < shortest
                && next.length() < shortest
                && next.begin() - one.end() < shortest;
    }

    /** Nothing that is worth a bar of its own. */
    private static boolean isPlain(Ended ended) {
        return ended == Ended.FINISHED || ended == Ended.WAITING;
    }

    /**
     * As the page reads them.
     *
     * @param origin microseconds since 1970, from which the first of each row counts
     * @param names what the page calls the number of a task
     */
    @SuppressWarnings("EnumOrdinal") // runs.js has the words in this order
    Map<String, Object> fields(long origin, IntUnaryOperator names) {
        int size = bars.size();
        int[] row = new int[size];
        int[] kind = new int[size];
        long[] begin = new long[size];
        long[] length = new long[size];
        int[] task = new int[size];
        int[] ended = new int[size];
        int[] count = new int[size];
        long before = origin;
        for (int i = 0; i < size; i++) {
            Bar bar = bars.get(i);
            if (i > 0 && bar.row() != row[i - 1]) {
                before = origin;
            }
            row[i] = bar.row();
            kind[i] = bar.kind();
            begin[i] = bar.begin() - before;
            length[i] = bar.length();
            task[i] = names.applyAsInt(bar.task());
            ended[i] = bar.ended().ordinal();
            count[i] = bar.count();
            before = bar.begin();
        }
        return new JsonObject()
                .with("row", row)
                .with("kind", kind)
                .with("begin", begin)
                .with("length", length)
                .with("task", task)
                .with("ended", ended)
                .with("count", count);
    }
}
