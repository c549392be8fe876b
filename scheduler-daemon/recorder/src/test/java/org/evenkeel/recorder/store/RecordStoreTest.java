package org.evenkeel.recorder.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.evenkeel.recorder.Rows;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.read.Position;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordStoreTest {

    static final QueryDatabase.Limits LIMITS = new QueryDatabase.Limits(256, Duration.ofMinutes(1));

    private static final RetentionPlan ALL = new RetentionPlan(3_000, Long.MAX_VALUE);
    private static final Duration DAY = Duration.ofDays(1);

    private final Instant now = Instant.now();

    @TempDir Path directory;

    static List<Row> records(String node, long from, long to) {
        List<Row> rows = new ArrayList<>();
        for (long seq = from; seq < to; seq++) {
            rows.add(Rows.record(node, seq, seq, "t-" + seq, "STARTED", ""));
        }
        return rows;
    }

    /** Lines with the values of a query's columns. */
    static List<String> ask(Path directory, String sql) throws IOException {
        List<String> lines = new ArrayList<>();
        try (QueryDatabase database = QueryDatabase.open(directory.toRealPath(), LIMITS, null)) {
            database.ask(
                    sql,
                    rows -> {
                        while (rows.next()) {
                            StringBuilder line = new StringBuilder();
                            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                                line.append(i == 1 ? "" : " ").append(rows.getObject(i));
                            }
                            lines.add(line.toString());
                        }
                    });
        }
        return lines;
    }

    private RecordStore open() throws IOException {
        return RecordStore.open(directory, Steps.UNOBSERVED);
    }

    private List<String> numbers() throws IOException {
        return ask(
                directory,
                "select node, count(*), count(distinct seq) from records group by node order by node");
    }

    @Test
    void rowsAreThereAfterAFlushAndPositionsContinueThere() throws Exception {
        try (RecordStore store = open()) {
            assertThat(store.positions()).isEmpty();
            store.add(records("n1", 0, 10));
            store.add(records("n2", 5, 8));
            store.flush(now);
            store.add(records("n1", 10, 12));
            store.flush(now);
            store.add(records("n1", 12, 99));
        }
        assertThat(numbers()).containsExactly("n1 12 12", "n2 3 3");
        try (RecordStore store = open()) {
            assertThat(store.positions())
                    .isEqualTo(
                            Map.of(
                                    "n1",
                                    List.of(new Position(1, 12, Rows.MIDNIGHT + 11_000)),
                                    "n2",
                                    List.of(new Position(1, 8, Rows.MIDNIGHT + 7_000))));
            assertThat(store.lastWritten()).isPresent();
        }
    }

    @Test
    void processesOfANodeHaveAPositionEachTheNewestLast() throws Exception {
        try (RecordStore store = open()) {
            store.add(List.of(Rows.record("n1", 9, 4, 1, "t", "STARTED", "")));
            store.add(List.of(Rows.record("n1", 7, 2, 2, "t", "STARTED", "")));
            store.flush(now);
            assertThat(store.positions().get("n1"))
                    .extracting(Position::incarnation)
                    .containsExactly(9L, 7L);
        }
    }

    @Test
    void mergedSegmentsHaveTheSameRowsAndTheirPartsGoLater() throws Exception {
        try (RecordStore store = open()) {
            for (int i = 0; i < MergePlan.FAN_IN; i++) {
                store.add(records("n1", i, i + 1));
                store.flush(now);
            }
            store.tidy(now, ALL);
            assertThat(SegmentList.all(directory)).hasSize(MergePlan.FAN_IN + 1);
            assertThat(SegmentList.current(directory)).hasSize(1);
            assertThat(numbers()).containsExactly("n1 32 32");
            store.tidy(Instant.now().plus(RecordStore.KEEP_REPLACED).plusSeconds(5), ALL);
            assertThat(SegmentList.all(directory)).hasSize(1);
            assertThat(numbers()).containsExactly("n1 32 32");
            store.add(records("n1", 32, 33));
            store.flush(now);
            store.tidy(now.plus(DAY), ALL);
            assertThat(SegmentList.current(directory)).hasSize(1);
        }
        assertThat(numbers()).containsExactly("n1 33 33");
    }

    @Test
    void oldRowsAreDeletedAndThatIsAGap() throws Exception {
        try (RecordStore store = open()) {
            store.add(records("n1", 0, 4));
            store.flush(now.minus(DAY.multipliedBy(40)));
            store.add(records("n1", 4, 10));
            store.flush(now.minus(DAY.multipliedBy(40)));
            store.add(records("n1", 10, 15));
            store.flush(now.minus(DAY));
            store.add(records("n1", 15, 20));
            store.flush(now);
            store.tidy(now, new RetentionPlan(30, Long.MAX_VALUE));
        }
        assertThat(numbers()).containsExactly("n1 10 10");
        assertThat(ask(directory, "select cause, lost, what from gaps"))
                .containsExactly("deleted 10 the oldest rows of the table records were deleted");
        assertThat(ask(directory, "select epoch_us(from_time), epoch_us(to_time) from gaps"))
                .containsExactly(Rows.MIDNIGHT + " " + (Rows.MIDNIGHT + 9_000));
    }

    @Test
    void secondRecorderOfADirectoryIsRefused() throws Exception {
        try (RecordStore _ = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(StoreInUseException.class)
                    .hasMessageContaining("another recorder (process ")
                    .hasMessageContaining(directory.toString());
        }
        open().close();
    }

    @Test
    void whatCannotBeWrittenWaits() throws Exception {
        boolean[] broken = {true};
        Steps failing =
                step -> {
                    if (broken[0] && step.startsWith("rename")) {
                        throw new UncheckedIOException(new IOException("disk full"));
                    }
                };
        try (RecordStore store = RecordStore.open(directory, failing)) {
            store.add(records("n1", 0, RecordStore.MAX_ROWS));
            assertThat(store.isFull()).isTrue();
            assertThatThrownBy(() -> store.flush(now)).hasMessageContaining("disk full");
            assertThat(store.isFull()).isTrue();
            assertThat(SegmentList.all(directory)).isEmpty();
            broken[0] = false;
            store.flush(now);
            assertThat(store.isFull()).isFalse();
        }
        assertThat(numbers()).containsExactly("n1 50000 50000");
    }

    /** Fails once, before this step of this number of its kind. */
    private static Steps failingOnce(String kind, int number) {
        int[] steps = {0};
        return step -> {
            if (step.startsWith(kind) && ++steps[0] == number) {
                throw new UncheckedIOException(new IOException("disk full"));
            }
        };
    }

    @Test
    void whatWasWrittenBeforeAFailureIsNotWrittenOver() throws Exception {
        try (RecordStore store = RecordStore.open(directory, failingOnce("write", 2))) {
            store.add(List.of(Gap.recorderStopped(2, 1)));
            store.add(records("n1", 0, 10));
            assertThatThrownBy(() -> store.flush(now)).hasMessageContaining("disk full");
            store.add(List.of(Gap.recorderStopped(4, 3)));
            store.flush(now);
        }
        assertThat(numbers()).containsExactly("n1 10 10");
        assertThat(ask(directory, "select epoch_us(from_time) from gaps order by 1"))
                .containsExactly("1", "3");
    }

    @Test
    void rowsAreThereOnceThoughTheirDirectoryCouldNotBeForced() throws Exception {
        try (RecordStore store = RecordStore.open(directory, failingOnce("force the", 1))) {
            store.add(records("n1", 0, 10));
            assertThatThrownBy(() -> store.flush(now)).hasMessageContaining("disk full");
            store.flush(now);
        }
        assertThat(numbers()).containsExactly("n1 10 10");
    }

    @Test
    void oldRowsAreDeletedThoughNothingCanBeMerged() throws Exception {
        Instant longAgo = now.minus(DAY.multipliedBy(40));
        Steps failing =
                step -> {
                    if (step.startsWith("write") && step.endsWith(".1.parquet")) {
                        throw new UncheckedIOException(new IOException("disk full"));
                    }
                };
        try (RecordStore store = RecordStore.open(directory, failing)) {
            store.add(records("n1", 0, 10));
            store.flush(longAgo);
            for (int i = 10; i < 12; i++) {
                store.add(records("n1", i, i + 1));
                store.flush(now.minus(DAY));
            }
            assertThatThrownBy(() -> store.tidy(now, new RetentionPlan(30, Long.MAX_VALUE)))
                    .hasMessageContaining("disk full");
        }
        assertThat(numbers()).containsExactly("n1 2 2");
    }

    @Test
    void damagedSegmentIsLeftOut() throws Exception {
        try (RecordStore store = open()) {
            store.add(records("n1", 0, 10));
            store.flush(now);
            store.add(records("n1", 10, 20));
            store.flush(now);
        }
        Path first = SegmentList.all(directory).getFirst().path();
        byte[] bytes = Files.readAllBytes(first);
        Files.write(first, new byte[bytes.length], StandardOpenOption.TRUNCATE_EXISTING);
        assertThat(numbers()).containsExactly("n1 10 10");
        try (RecordStore store = open()) {
            assertThat(store.newlyDamaged(now))
                    .extracting(row -> row.get("cause"), row -> row.get("what"))
                    .containsExactly(
                            tuple(
                                    "damaged",
                                    "the file "
                                            + first.getFileName()
                                            + " of the table records is damaged; its rows are left"
                                            + " out"));
            assertThat(store.newlyDamaged(now)).as("told once").isEmpty();
            store.tidy(now.plus(DAY), ALL);
        }
    }

    /** Between its beginning and its end. */
    @Test
    void segmentThatIsDamagedInsideHindersNeitherAStartNorAMerge() throws Exception {
        try (RecordStore store = open()) {
            for (int i = 0; i < 3; i++) {
                store.add(records("n1", i, i + 1));
                store.flush(now.minus(DAY));
            }
        }
        Path damaged = SegmentFilesOf.records(directory).get(1);
        SegmentFilesOf.damageRows(damaged);
        try (RecordStore store = open()) {
            assertThat(store.positions().get("n1")).extracting(Position::next).containsExactly(3L);
            store.tidy(now, ALL);
            assertThat(store.newlyDamaged(now)).hasSize(1);
            assertThat(SegmentList.current(directory)).hasSize(1);
            assertThat(numbers()).containsExactly("n1 2 2");
            store.tidy(Instant.now().plus(RecordStore.KEEP_REPLACED).plusSeconds(5), ALL);
        }
        assertThat(damaged).as("the others were merged").doesNotExist();
        assertThat(SegmentList.damaged(directory)).isEmpty();
    }

    /** After it was noticed by a merge, which reads all columns. */
    @Test
    void mergeLeavesOutWhatItCannotRead() throws Exception {
        try (RecordStore store = open()) {
            for (int i = 0; i < 3; i++) {
                store.add(records("n1", i, i + 1));
                store.flush(now.minus(DAY));
            }
            SegmentFilesOf.damageInside(SegmentFilesOf.records(directory).getLast());
            store.tidy(now, ALL);
            assertThat(store.newlyDamaged(now)).hasSize(1);
        }
        assertThat(numbers()).containsExactly("n1 2 2");
    }

    @Test
    void textsOfOtherMachinesComeBackAsTheyWere() throws Exception {
        List<String> hostile =
                List.of(
                        "<script>alert(1)</script>",
                        "\u001b[31mred\u001b[0m",
                        "\u202egnp.exe",
                        "'; drop table records; --",
                        "\"quoted\", and ' and `",
                        "a\0b",
                        "line\nline\r\n\ttab",
                        "\ud83d\ude80 \u00e4\u4e2d",
                        "../../../etc/passwd",
                        "*?[]{}",
                        "");
        String long10k = "x".repeat(10_000);
        try (RecordStore store = open()) {
            for (int i = 0; i < hostile.size(); i++) {
                store.add(
                        List.of(
                                Rows.record(
                                        hostile.get(i),
                                        i,
                                        i,
                                        hostile.get(i),
                                        "X",
                                        hostile.get(i))));
            }
            store.add(List.of(Rows.record("n", 90, 90, "t", "X", long10k)));
            store.add(List.of(Rows.record("n", 91, Long.MAX_VALUE / 1_000_000, "t", "X", "")));
            store.flush(now);
        }
        List<String> read = new ArrayList<>();
        try (QueryDatabase database = QueryDatabase.open(directory.toRealPath(), LIMITS, null)) {
            database.ask(
                    "select node, task, reason from records where seq < 90 order by seq",
                    rows -> {
                        while (rows.next()) {
                            assertThat(rows.getString(2)).isEqualTo(rows.getString(1));
                            assertThat(rows.getString(3)).isEqualTo(rows.getString(1));
                            read.add(rows.getString(1));
                        }
                    });
        }
        assertThat(read).isEqualTo(hostile);
        assertThat(ask(directory, "select length(reason) from records where seq = 90"))
                .containsExactly(Integer.toString(Row.MAX_TEXT));
        assertThat(ask(directory, "select year(time) from records where seq = 91"))
                .as("clocks may be anything")
                .containsExactly("2200");
    }

    @Test
    void directoryWhoseNameStandsForSeveralIsRefused() {
        assertThatThrownBy(() -> RecordStore.open(directory.resolve("a*b"), Steps.UNOBSERVED))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("its name has one of");
    }

    @Test
    void everyTableIsWritten() throws Exception {
        try (RecordStore store = open()) {
            for (Table table : Table.values()) {
                Object[] values = new Object[table.columns().size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] =
                            switch (table.columns().get(i).type()) {
                                case TEXT -> "text";
                                case COUNT, TIME -> 7L;
                                case NUMBER -> 7;
                                case REAL -> 7.5;
                                case FLAG -> true;
                            };
                }
                store.add(List.of(Row.of(table, values)));
            }
            store.flush(now);
        }
        for (Table table : Table.values()) {
            assertThat(ask(directory, "select count(*) from " + table.sqlName()))
                    .as(table.sqlName())
                    .containsExactly("1");
        }
    }
}
