package org.evenkeel.recorder.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.evenkeel.recorder.history.Run.Ended;
import org.evenkeel.recorder.report.RunColumns.Bar;
import org.junit.jupiter.api.Test;

class StreamTilesTest {

    private static final List<String> KINDS = List.of("render", "merge", "check");
    private static final int CELL_BITS = 10;
    private static final int ROWS = 32;
    private static final int JOINED = 8;

    private final RecordedJob job = SampleJobs.of(20_000, 9, KINDS);
    private final StreamTiles tiles = Objects.requireNonNull(StreamTiles.of(job));
    private final long begin = job.facts().begin();
    private final int top = (Integer) tiles.fields("x").get("top");

    /** What a tile says of a bar. Times are microseconds since the picture begins. */
    private record Seen(
            int row,
            long begin,
            long length,
            int kind,
            int ended,
            long count,
            long used,
            String task) {

        long end() {
            return begin + length;
        }
    }

    /** A tile as a page reads it. */
    private record Tile(boolean exact, List<Seen> bars) {}

    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        long number() {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = bytes[at++];
                value |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        long signed() {
            long value = number();
            return value % 2 == 1 ? -(value + 1) / 2 : value / 2;
        }
    }

    private Tile read(int level, long place, int block) {
        Reader reader = new Reader(Objects.requireNonNull(tiles.tile(level, place, block)));
        List<?> origins = (List<?>) tiles.fields("x").get("origins");
        boolean exact = reader.number() == 1;
        long count = reader.number();
        long rows = reader.number();
        List<Seen> bars = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
            long ofRow = reader.number();
            long before = 0;
            for (int i = 0; i < ofRow; i++) {
                before += reader.signed();
                long length = reader.number();
                int kind = (int) reader.number();
                int how = (int) reader.number();
                long runs = how >= JOINED ? reader.number() : 1;
                long used = how >= JOINED ? reader.number() : length;
                String task = origins.get((int) reader.number()) + "-" + reader.number();
                bars.add(
                        new Seen(
                                block * ROWS + row,
                                before,
                                length,
                                kind,
                                how % JOINED,
                                runs,
                                used,
                                task));
            }
        }
        assertThat(bars).hasSize((int) count);
        assertThat(reader.at).as("all bytes are read").isEqualTo(reader.bytes.length);
        return new Tile(exact, bars);
    }

    private List<Bar> overlapping(int block, long from, long to) {
        return job.runs().stream()
                .filter(run -> run.row() / ROWS == block)
                .filter(run -> run.end() - begin > from && run.begin() - begin < to)
                .sorted(Comparator.comparingInt(Bar::row).thenComparingLong(Bar::begin))
                .toList();
    }

    @SuppressWarnings("EnumOrdinal")
    private Seen seen(Bar run) {
        return new Seen(
                run.row(),
                run.begin() - begin,
                run.length(),
                run.kind(),
                run.ended().ordinal(),
                1,
                run.length(),
                job.tasks().get(run.task()).id());
    }

    @Test
    void aFineTileHasEachRunInItByItself() {
        int level = CELL_BITS + 4;
        for (long place = 1_000; place < 1_200; place++) {
            long from = place << level;
            Tile tile = read(level, place, 0);
            List<Bar> runs = overlapping(0, from, from + (1L << level));
            assertThat(tile.exact()).isTrue();
            assertThat(tile.bars()).isEqualTo(runs.stream().map(this::seen).toList());
        }
    }

    @Test
    void theCoarsestTileHasAllRunsAndNoMoreBarsThanTwoForEachCell() {
        int rows = job.slots().size();
        assertThat(rows).isEqualTo(36);
        long runs = 0;
        for (int block = 0; block * ROWS < rows; block++) {
            Tile tile = read(top, 0, block);
            assertThat(tile.bars()).hasSizeLessThanOrEqualTo(ROWS * 2 * (1 << CELL_BITS));
            runs += tile.bars().stream().mapToLong(Seen::count).sum();
            long used = tile.bars().stream().mapToLong(Seen::used).sum();
            long ran = overlapping(block, 0, Long.MAX_VALUE).stream().mapToLong(Bar::length).sum();
            assertThat(used).isLessThanOrEqualTo(ran).isGreaterThan(ran / 2);
        }
        assertThat(runs).isEqualTo(job.runs().size());
    }

    /** So a page can search a row by halves. */
    @Test
    void barsOfARowAreInOrderAtEachLevel() {
        for (int level = CELL_BITS; level <= top; level++) {
            long places = (job.facts().end() - begin) >> level;
            for (long place = 0; place <= places; place += Math.max(1, places / 20)) {
                Seen before = null;
                for (Seen bar : read(level, place, 0).bars()) {
                    if (before != null && before.row() == bar.row()) {
                        assertThat(bar.begin()).isGreaterThanOrEqualTo(before.begin());
                        assertThat(bar.end()).isGreaterThanOrEqualTo(before.end());
                    }
                    before = bar;
                }
            }
        }
    }

    @Test
    void aTileThatIsNotThereIsNone() {
        long end = job.facts().end() - begin;
        assertThat(tiles.tile(CELL_BITS - 1, 0, 0)).isNull();
        assertThat(tiles.tile(top + 1, 0, 0)).isNull();
        assertThat(tiles.tile(64, 0, 0)).isNull();
        assertThat(tiles.tile(top, -1, 0)).isNull();
        assertThat(tiles.tile(top, 1, 0)).isNull();
        assertThat(tiles.tile(CELL_BITS, end >> CELL_BITS, 0)).isNotNull();
        assertThat(tiles.tile(CELL_BITS, (end >> CELL_BITS) + 1, 0)).isNull();
        assertThat(tiles.tile(top, 0, 1)).isNotNull();
        assertThat(tiles.tile(top, 0, 2)).isNull();
        assertThat(tiles.tile(top, 0, -1)).isNull();
    }

    /** A run that began before the job, by its machine's clock, and two at the same time. */
    @Test
    void clocksThatDifferDamageNothing() {
        List<Bar> runs =
                List.of(
                        new Bar(0, 0, SampleJobs.BEGIN - 5_000, 9_000, 0, Ended.FINISHED),
                        new Bar(0, 0, SampleJobs.BEGIN - 4_000, 100, 1, Ended.LOST),
                        new Bar(0, 0, SampleJobs.BEGIN + 5_000, Long.MAX_VALUE, 2, Ended.RUNNING));
        RecordedJob odd =
                new RecordedJob(
                        job.facts(),
                        job.machines(),
                        job.slots(),
                        job.kinds(),
                        job.tasks(),
                        runs,
                        List.of(),
                        List.of(),
                        List.of(),
                        List.of());
        StreamTiles made = Objects.requireNonNull(StreamTiles.of(odd));
        Map<String, Object> fields = made.fields("x");
        for (int level = CELL_BITS; level <= (Integer) fields.get("top"); level++) {
            assertThat(made.tile(level, 0, 0)).isNotEmpty();
        }
    }

    @Test
    void theyTakeAsMuchMemoryAsTheySay() {
        assertThat(tiles.bytes()).isBetween(33L * 20_000, 40L * 20_100);
        assertThat(RecordLimit.most(256L << 20)).isEqualTo(1_342_177);
        assertThat(RecordLimit.most(64L << 20)).isEqualTo(1_000_000);
        assertThat(RecordLimit.most(64L << 30)).isEqualTo(8_000_000);
    }
}
