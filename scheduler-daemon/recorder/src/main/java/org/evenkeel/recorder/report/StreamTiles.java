package org.evenkeel.recorder.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.JsonObject;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.jspecify.annotations.Nullable;

/**
 * The picture of a job in all its detail, in tiles that a browser asks for when it shows them. A
 * tile has the rows of a block between two moments. Immutable; for any thread.
 *
 * <p>A tile of level n is 2^n microseconds long and has 1,024 cells. Runs that are shorter than a
 * cell become one bar for each cell. So a tile of any level has about as many bars as a screen has
 * pixels, however many runs there are, and is made of the runs when it is asked for.
 *
 * <p>Its bytes are numbers of seven bits a byte, the lowest first: 1 if each bar is one run, else
 * 0; how many bars; how many rows; for each row how many bars, and these: its begin less the one
 * before in its row, in microseconds since the picture begins (doubled, or for a negative one
 * doubled, negated, less 1); its length in microseconds; the number of its kind; how it ended, by
 * the place in {@link org.evenkeel.recorder.history.Run.Ended}. If the bar stands for several runs,
 * 8 is added to this, and how many they are and how long they were together follow. Its task, or
 * the first of them, comes last: the place of what its id begins with, and its number.
 */
public final class StreamTiles {

    /** Runs of a picture: 33 bytes each. */
    static final int MOST_RUNS = 3_000_000;

    /** What ids begin with: each process that makes tasks has another one. */
    private static final int MOST_ORIGINS = 20_000;

    private static final int CELL_BITS = 10;
    private static final int CELLS = 1 << CELL_BITS;
    private static final int ROWS = 32;

    /** Twice as many as runs that follow each other can make; clocks that go back make more. */
    private static final int MOST_BARS_OF_A_ROW = 4 * CELLS;

    /** So that no number of microseconds overflows: 73,000 years. */
    private static final long MOST_MICROS = 1L << 61;

    private static final int EXACT = 1;
    private static final int JOINED = 8;
    private static final int BYTES_OF_A_RUN = 33;

    private static final Comparator<Bar> ORDER =
            Comparator.comparingInt(Bar::row).thenComparingLong(Bar::begin);

    private final long span;
    private final int top;

    /** For each row and the end of the last one: its first run. */
    private final int[] firstOf;

    /** Less the begin of the picture. */
    private final long[] begin;

    private final long[] length;
    private final int[] kind;
    private final byte[] ended;
    private final int[] origin;
    private final long[] number;
    private final List<String> origins;

    @SuppressWarnings("EnumOrdinal") // runs.js has the words in this order
    private StreamTiles(RecordedJob job, List<Bar> runs, TaskNumbers tasks) {
        long zero = job.facts().begin();
        this.span = Math.clamp(job.facts().end() - zero, 1, MOST_MICROS);
        this.top = Math.max(CELL_BITS, Long.SIZE - Long.numberOfLeadingZeros(span));
        int size = runs.size();
        this.firstOf = new int[job.slots().size() + 1];
        this.begin = new long[size];
        this.length = new long[size];
        this.kind = new int[size];
        this.ended = new byte[size];
        this.origin = new int[size];
        this.number = new long[size];
        int i = 0;
        for (int row = 0; row < job.slots().size(); row++) {
            firstOf[row] = i;
            for (; i < size && runs.get(i).row() == row; i++) {
                Bar run = runs.get(i);
                begin[i] = Math.clamp(run.begin() - zero, -MOST_MICROS, MOST_MICROS);
                length[i] = Math.clamp(run.length(), 0, MOST_MICROS);
                kind[i] = run.kind();
                ended[i] = (byte) run.ended().ordinal();
                origin[i] = tasks.origin[run.task()];
                number[i] = tasks.number[run.task()];
            }
        }
        firstOf[job.slots().size()] = i;
        this.origins = List.copyOf(tasks.origins);
    }

    /** The ids of tasks in two parts. */
    private static final class TaskNumbers {
        final int[] origin;
        final long[] number;
        final List<String> origins = new ArrayList<>();

        TaskNumbers(int tasks) {
            origin = new int[tasks];
            number = new long[tasks];
        }

        /** Null if there are too many origins. */
        static @Nullable TaskNumbers of(RecordedJob job) {
            TaskNumbers numbers = new TaskNumbers(job.tasks().size());
            Map<String, Integer> places = new LinkedHashMap<>();
            for (int task = 0; task < numbers.number.length; task++) {
                String id = job.tasks().get(task).id();
                int dash = id.lastIndexOf('-');
                String start = id.substring(0, dash);
                Integer place = places.putIfAbsent(start, places.size());
                if (place == null) {
                    numbers.origins.add(start);
                    place = places.size() - 1;
                }
                if (numbers.origins.size() > MOST_ORIGINS) {
                    return null;
                }
                numbers.origin[task] = place;
                numbers.number[task] = Math.max(0, Long.parseLong(id.substring(dash + 1)));
            }
            return numbers;
        }
    }

    /**
     * The tiles of a job.
     *
     * @return null if it has more runs than can be kept
     */
    static @Nullable StreamTiles of(RecordedJob job) {
        if (job.runs().size() > MOST_RUNS) {
            return null;
        }
        TaskNumbers tasks = TaskNumbers.of(job);
        return tasks == null
                ? null
                : new StreamTiles(job, job.runs().stream().sorted(ORDER).toList(), tasks);
    }

    /** How much memory they take, in bytes. */
    public long bytes() {
        return (long) BYTES_OF_A_RUN * begin.length + 4L * firstOf.length + 64L * origins.size();
    }

    /**
     * What a page has to know to ask for them, for JSON.
     *
     * @param address under which they are
     */
    public Map<String, Object> fields(String address) {
        return new JsonObject()
                .with("address", address)
                .with("cells", CELLS)
                .with("rows", ROWS)
                .with("top", top)
                .with("origins", origins);
    }

    /**
     * A tile.
     *
     * @param level of which one is 2^level microseconds long
     * @param place from 0 where the picture begins
     * @param block of rows, from 0
     * @return null if there is none
     */
    public byte @Nullable [] tile(int level, long place, int block) {
        int rows = firstOf.length - 1;
        if (level < CELL_BITS
                || level > top
                || place < 0
                || place > (span >> level)
                || block < 0
                || block > (rows - 1) / ROWS
                || rows == 0) {
            return null;
        }
        long from = place << level;
        Bars bars = new Bars(from, from + (1L << level), level - CELL_BITS);
        int first = block * ROWS;
        int behind = Math.min(rows, first + ROWS);
        for (int row = first; row < behind; row++) {
            bars.addRow(row);
        }
        ByteWriter header = new ByteWriter(16);
        header.number(bars.exact ? EXACT : 0);
        header.number(bars.count);
        header.number(behind - first);
        return header.with(bars.out);
    }

    /** What is in view of rows, one after the other. */
    private final class Bars {
        private final long from;
        private final long to;
        private final int shift;
        private final int[] first = new int[MOST_BARS_OF_A_ROW];
        private final int[] runs = new int[MOST_BARS_OF_A_ROW];
        private final ByteWriter out = new ByteWriter(1 << 14);
        private boolean exact = true;
        private int count;

        Bars(long from, long to, int shift) {
            this.from = from;
            this.to = to;
            this.shift = shift;
        }

        void addRow(int row) {
            int found = find(row);
            out.number(found);
            count += found;
            long before = 0;
            for (int bar = 0; bar < found; bar++) {
                before = runs[bar] == 1 ? addRun(first[bar], before) : addCell(bar, before);
            }
        }

        /** Runs that are as long as a cell by themselves, others together. */
        private int find(int row) {
            int behind = firstOf[row + 1];
            int found = 0;
            int i = firstEndingAfter(firstOf[row], behind, from);
            while (i < behind && begin[i] < to) {
                if (found == MOST_BARS_OF_A_ROW) {
                    exact = false;
                    return found;
                }
                int next = i + 1;
                if (isShort(i)) {
                    long until = ((begin[i] >> shift) + 1) << shift;
                    while (next < behind && begin[next] < until && isShort(next)) {
                        next++;
                    }
                }
                first[found] = i;
                runs[found++] = next - i;
                i = next;
            }
            return found;
        }

        private boolean isShort(int run) {
            return length[run] < (1L << shift);
        }

        private int firstEndingAfter(int first, int behind, long moment) {
            int low = first;
            int high = behind;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (begin[middle] + length[middle] > moment) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            return low;
        }

        private long addRun(int i, long before) {
            out.signed(begin[i] - before);
            out.number(length[i]);
            out.number(kind[i]);
            out.number(ended[i]);
            addTask(i);
            return begin[i];
        }

        /** Of several, the longest gives its kind. */
        private long addCell(int bar, long before) {
            exact = false;
            int i = first[bar];
            int longest = i;
            long used = 0;
            for (int run = i; run < i + runs[bar]; run++) {
                used += length[run];
                longest = length[run] > length[longest] ? run : longest;
            }
            long start = (begin[i] >> shift) << shift;
            long cell = 1L << shift;
            out.signed(start - before);
            out.number(cell);
            out.number(kind[longest]);
            out.number(JOINED + ended[longest]);
            out.number(runs[bar]);
            out.number(Math.min(used, cell));
            addTask(i);
            return start;
        }

        private void addTask(int i) {
            out.number(origin[i]);
            out.number(number[i]);
        }
    }
}
