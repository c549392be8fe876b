package org.evenkeel.recorder.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.recorder.Rows;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.SegmentFilesOf;
import org.evenkeel.recorder.store.SegmentList;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Column;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.recorder.table.View;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryDatabaseTest {

    private static final QueryDatabase.Limits LIMITS =
            new QueryDatabase.Limits(256, Duration.ofMinutes(1));

    @TempDir Path folder;
    private Path directory;

    @BeforeEach
    void directory() throws IOException {
        directory = Files.createDirectory(folder.resolve("it's a store")).toRealPath();
    }

    private void store(Row... rows) throws IOException {
        try (RecordStore store = RecordStore.open(directory, Steps.UNOBSERVED)) {
            store.add(List.of(rows));
            store.flush(Instant.now());
        }
    }

    private List<String> ask(String sql) throws IOException {
        return ask(sql, LIMITS);
    }

    private List<String> ask(String sql, QueryDatabase.Limits limits) throws IOException {
        List<String> lines = new ArrayList<>();
        try (QueryDatabase database = QueryDatabase.open(directory, limits, null)) {
            database.ask(
                    sql,
                    rows -> {
                        while (rows.next()) {
                            StringBuilder line = new StringBuilder();
                            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                                line.append(i == 1 ? "" : "|").append(rows.getObject(i));
                            }
                            lines.add(line.toString());
                        }
                    });
        }
        return lines;
    }

    @Test
    void tablesHaveTheColumnsThatAreDescribed() throws Exception {
        for (boolean empty : List.of(true, false)) {
            for (Table table : Table.values()) {
                assertThat(columns(table.sqlName())).isEqualTo(described(table.queried()));
            }
            for (View view : View.values()) {
                assertThat(columns(view.sqlName())).isEqualTo(described(view.columns()));
            }
            if (empty) {
                store(Rows.record("n1", 0, 0, "t", "STARTED", ""));
            }
        }
    }

    private List<String> columns(String table) throws IOException {
        return ask("select column_name, column_type from (describe " + table + ")");
    }

    private static List<String> described(List<Column> columns) {
        return columns.stream().map(one -> one.name() + "|" + one.type().sql()).toList();
    }

    @Test
    void columnsWithANewNameAreStoredUnderTheEarlierOneAndHaveBoth() throws Exception {
        assertThat(Table.JOBS.columns())
                .filteredOn(column -> !column.name().equals(column.stored()))
                .extracting(column -> column.name() + " " + column.stored())
                .containsExactly("detached outlives", "min_workers width");
        store(
                Row.of(
                        Table.JOBS,
                        Rows.MIDNIGHT,
                        "j",
                        "sums",
                        "n1",
                        "",
                        true,
                        true,
                        3L,
                        "",
                        "",
                        1L,
                        0L,
                        0L,
                        0L,
                        0L,
                        0L,
                        0L));
        assertThat(ask("select detached, outlives, min_workers, width from jobs"))
                .containsExactly("true|true|3|3");
    }

    @Test
    void taskThatRanAtItsOwnerHasARunUntilItWasCommitted() throws Exception {
        store(
                Rows.begin("n1", 0, 0, "t-1", "ACCEPTED", "square", null),
                Rows.record("n1", 1, 100, "t-1", "STARTED", "a slot is free"),
                Rows.record("n1", 2, 350, "t-1", "COMMITTED", ""),
                Rows.record("n1", 3, 400, "t-1", "DELIVERED", ""));
        assertThat(
                        ask(
                                "select job, task, kind, node, slot, ms, began_by, ended_by, reason from runs"))
                .containsExactly("job1|t-1|square|n1|3|250.0|STARTED|COMMITTED|a slot is free");
        assertThat(
                        ask(
                                "select job, kind, owner, wait_ms, run_ms, outcome, nodes, moves, starts"
                                        + " from tasks"))
                .containsExactly("job1|square|n1|100.0|250.0|succeeded|1|0|1");
    }

    @Test
    void taskThatMovedHasARunAtEachNode() throws Exception {
        store(
                Rows.begin("n1", 0, 0, "t-1", "ACCEPTED", "square", "p-1"),
                Rows.record("n1", 1, 1, "t-1", "OFFERED", ""),
                Rows.record("n1", 2, 2, "t-1", "TAKEN", ""),
                Rows.begin("n2", 0, 2, "t-1", "ARRIVED", "square", "p-1"),
                Rows.record("n2", 1, 10, "t-1", "STARTED", ""),
                Rows.record("n2", 2, 60, "t-1", "SUSPENDED", "returned to its owner"),
                Rows.record("n1", 3, 61, "t-1", "KEPT", "9 bytes, suspended at n2"),
                Rows.record("n1", 4, 61, "t-1", "GRANTED", "it resumes from its checkpoint"),
                Rows.record("n1", 5, 70, "t-1", "STARTED", ""),
                Rows.record("n1", 6, 75, "t-1", "RESUMED_FROM_CHECKPOINT", ""),
                Rows.record("n1", 7, 100, "t-1", "COMMITTED", ""));
        assertThat(ask("select node, ms, began_by, ended_by, kind from runs order by began"))
                .containsExactly(
                        "n2|50.0|STARTED|SUSPENDED|square",
                        "n1|30.0|RESUMED_FROM_CHECKPOINT|COMMITTED|square");
        assertThat(ask("select parent, run_ms, nodes, moves, starts, outcome from tasks"))
                .containsExactly("p-1|80.0|2|1|2|succeeded");
    }

    @Test
    void taskThatWaitsForItsChildrenHasARunBeforeAndOneAfterwards() throws Exception {
        store(
                Rows.begin("n1", 0, 0, "t-1", "ACCEPTED", "tree", null),
                Rows.record("n1", 1, 0, "t-1", "STARTED", ""),
                Rows.record("n1", 2, 10, "t-1", "PARKED", ""),
                Rows.record("n1", 3, 50, "t-1", "READY", ""),
                Rows.record("n1", 4, 55, "t-1", "PARKED_FOR_JOB", ""),
                Rows.record("n1", 5, 60, "t-1", "RESUMED_FOR_JOB", ""),
                Rows.record("n1", 6, 61, "t-1", "COMMITTED", ""));
        assertThat(ask("select ms, began_by, ended_by from runs order by began"))
                .containsExactly(
                        "10.0|STARTED|PARKED",
                        "5.0|READY|PARKED_FOR_JOB",
                        "1.0|RESUMED_FOR_JOB|COMMITTED");
        assertThat(ask("select run_ms, starts from tasks")).containsExactly("16.0|1");
    }

    @Test
    void retryAtItsOwnerEndsARunAndTheNodesProcessDoesToo() throws Exception {
        store(
                Rows.begin("n1", 0, 0, "t-1", "ACCEPTED", "flaky", null),
                Rows.record("n1", 1, 0, "t-1", "STARTED", ""),
                Rows.record("n1", 2, 5, "t-1", "GRANTED", "retry 1 of 3 after: x"),
                Rows.record("n1", 3, 6, "t-1", "STARTED", ""),
                Rows.record("n1", 2, 0, 50, "t-1", "STARTED", ""),
                Rows.record("n1", 2, 1, 51, "t-1", "COMMITTED", "IllegalStateException: no"));
        assertThat(ask("select ms, ended_by, end_reason from runs order by began"))
                .containsExactly(
                        "5.0|GRANTED|retry 1 of 3 after: x",
                        "null|null|null",
                        "1.0|COMMITTED|IllegalStateException: no");
        assertThat(ask("select outcome, error, starts from tasks"))
                .containsExactly("failed|IllegalStateException: no|3");
    }

    @Test
    void outcomesAreToldApart() throws Exception {
        store(
                Rows.begin("n1", 0, 0, "cancelled", "ACCEPTED", "k", null),
                Rows.record("n1", 1, 1, "cancelled", "CANCELLED", "by its program"),
                Rows.record("n1", 2, 1, "cancelled", "COMMITTED", "by its program"),
                Rows.record("n1", 3, 2, "rejected", "REJECTED", "too many"),
                Rows.record("n1", 4, 2, "later", "REJECTED", "this node is draining"),
                Rows.begin("n2", 0, 3, "later", "ACCEPTED", "k", null));
        assertThat(ask("select task, outcome, error from tasks order by task"))
                .containsExactly(
                        "cancelled|cancelled|by its program",
                        "later|null|null",
                        "rejected|rejected|too many");
    }

    @Test
    void newestRowOfAGapCountsAndOneWithoutLossIsNone() throws Exception {
        store(
                gap(1, "silent", "n1", 5L, null),
                gap(2, "overwritten", "n1", 5L, 3L),
                gap(1, "silent", "n2", 7L, null),
                gap(2, "silent", "n2", 7L, 0L),
                gap(1, "recorder-stopped", null, null, null),
                gap(2, "recorder-stopped", null, null, null));
        assertThat(ask("select cause, node, lost from gaps order by cause, noticed"))
                .containsExactly(
                        "overwritten|n1|3",
                        "recorder-stopped|null|null",
                        "recorder-stopped|null|null");
    }

    @Test
    void gapThatLastedIsOneRowAndSoIsADamagedFile() throws Exception {
        store(
                manyJobs(1, 1, 1),
                manyJobs(2, 1, 2),
                manyJobs(9, 8, 9),
                gap(1, "damaged", null, null, null),
                gap(2, "damaged", null, null, null));
        assertThat(
                        ask(
                                "select cause, epoch_us(from_time), epoch_us(to_time) from gaps"
                                        + " order by cause, from_time"))
                .containsExactly("damaged|null|null", "many-jobs|1|2", "many-jobs|8|9");
    }

    private static Row manyJobs(long noticed, long from, long to) {
        return Row.of(
                Table.GAPS, noticed, "many-jobs", "n1", 5L, null, null, null, from, to, "in words");
    }

    private static Row gap(long noticed, String cause, String node, Long from, Long lost) {
        return Row.of(
                Table.GAPS, noticed, cause, node, 1L, from, null, lost, null, null, "in words");
    }

    @Test
    void nothingElseCanBeReadWrittenOrChanged() throws Exception {
        store(Rows.record("n1", 0, 0, "t", "STARTED", ""));
        Path other = Files.writeString(folder.resolve("other.csv"), "secret\n1\n");
        Path inside = Files.writeString(directory.resolve("inside.csv"), "secret\n1\n");
        for (String sql :
                List.of(
                        "copy records to '" + folder + "/x.csv'",
                        "copy records to '" + folder + "/it''s a store/x.csv'",
                        "export database '" + folder + "/x'",
                        "attach '" + folder + "/x.db'",
                        "attach ':memory:' as x",
                        "install httpfs",
                        "load httpfs",
                        "pragma version",
                        "set memory_limit = '9GB'",
                        "set enable_external_access = true",
                        "reset lock_configuration",
                        "create table x (a int)",
                        "create or replace view records as select 1",
                        "drop view records",
                        "insert into records select * from records",
                        "call pragma_version()",
                        "with x as (insert into records select * from records returning *) from x",
                        "with x as (copy records to '" + folder + "/x.csv') from x",
                        "checkpoint",
                        "select 1; select 2",
                        "",
                        "-- nothing")) {
            assertThatThrownBy(() -> ask(sql)).as(sql).isInstanceOf(WrongQueryException.class);
        }
        for (String sql :
                List.of(
                        "select * from read_csv('/etc/passwd')",
                        "select * from read_text('/etc/passwd')",
                        "select * from '/etc/passwd'",
                        "select * from read_csv('" + other + "')",
                        "select * from read_csv('" + inside.toString().replace("'", "''") + "')",
                        "select * from glob('/etc/*')",
                        "select * from sniff_csv('/etc/passwd')",
                        "select * from read_parquet('https://example.org/x.parquet')",
                        "select * from read_json('/etc/passwd')",
                        "select * from duckdb_secrets()",
                        "select getenv('HOME')")) {
            assertThatThrownBy(() -> ask(sql)).as(sql).isInstanceOf(WrongQueryException.class);
        }
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(other, folder.resolve("it's a store"));
        }
    }

    /** Its beginning and its end are whole, as after a sector of the disk was lost. */
    @Test
    void segmentThatIsDamagedInsideIsNamedAndLeftOutFromThenOn() throws Exception {
        store(Rows.record("n1", 0, 0, "t-1", "STARTED", ""));
        store(Rows.record("n1", 1, 1, "t-2", "STARTED", ""));
        Path damaged = SegmentFilesOf.records(directory).getFirst();
        SegmentFilesOf.damageInside(damaged);
        assertThatThrownBy(() -> ask("from records"))
                .isInstanceOf(DamagedSegmentsException.class)
                .hasMessageContaining(damaged.toString());
        assertThat(ask("select task from records")).containsExactly("t-2");
        assertThat(SegmentList.damaged(directory))
                .extracting(segment -> segment.path())
                .containsExactly(damaged);
    }

    @Test
    void readerAsksAgainAndNamesWhatIsDamaged() throws Exception {
        store(Rows.record("n1", 0, 0, "t-1", "STARTED", ""));
        store(Rows.record("n1", 1, 1, "t-2", "STARTED", ""));
        Path damaged = SegmentFilesOf.records(directory).getFirst();
        SegmentFilesOf.damageRows(damaged);
        List<Path> named = new ArrayList<>();
        StoreReader reader = new StoreReader(directory, LIMITS, named::add);
        long[] count = new long[1];
        long rows =
                reader.ask(database -> {
                    database.ask(
                            "select count(distinct task) from records",
                            found -> {
                                found.next();
                                count[0] = found.getLong(1);
                            });
                    return count[0];
                });
        assertThat(rows).isEqualTo(1);
        assertThat(named).containsExactly(damaged);
    }

    @Test
    void wrongQueryIsAnsweredWithWhatIsWrong() throws Exception {
        store(Rows.record("n1", 0, 0, "t", "STARTED", ""));
        assertThatThrownBy(() -> ask("selec 1"))
                .isInstanceOf(WrongQueryException.class)
                .hasMessageContaining("syntax error")
                .hasMessageContaining("selec");
        assertThatThrownBy(() -> ask("select nod from records"))
                .isInstanceOf(WrongQueryException.class)
                .hasMessageContaining("\"node\"")
                .hasMessageNotContaining("pending query");
        assertThatThrownBy(() -> ask("copy records to 'x'"))
                .hasMessageContaining("only queries are allowed");
    }

    @Test
    void queriesThatAreNoPlainSelectionAreAnswered() throws Exception {
        store(Rows.record("n1", 0, 0, "t", "STARTED", ""));
        assertThat(ask("from records select count(*)")).containsExactly("1");
        assertThat(ask("with x as (select 1 as a) select a from x; -- the end"))
                .containsExactly("1");
        assertThat(ask("describe records")).isNotEmpty();
        assertThat(ask("summarize records")).isNotEmpty();
        assertThat(ask("show tables")).contains("runs", "tasks");
    }

    @Test
    void queryThatTakesTooLongOrTooMuchIsEnded() {
        QueryDatabase.Limits second = new QueryDatabase.Limits(256, Duration.ofSeconds(1));
        for (String sql :
                List.of(
                        "select sum(a.range * b.range) from range(10000000) a, range(10000000) b",
                        "select a.range from range(100000000000) a where hash(a.range) = 1")) {
            assertThatThrownBy(() -> ask(sql, second))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("took longer than 1 s");
        }
        assertThatThrownBy(() ->
                        ask(
                                "select list(range) from range(100000000)",
                                new QueryDatabase.Limits(64, Duration.ofMinutes(5))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("needs more than 64 MiB");
    }

    @Test
    void resultIsExportedAsParquetInItsOrder() throws Exception {
        store(
                Rows.record("n1", 0, 0, "a", "STARTED", ""),
                Rows.record("n1", 1, 0, "b", "STARTED", ""));
        Path file = folder.toRealPath().resolve("out.parquet");
        try (QueryDatabase database = QueryDatabase.open(directory, LIMITS, file)) {
            database.export("select task from records order by task desc -- so", file);
        }
        assertThat(Files.size(file)).isPositive();
        try (QueryDatabase database = QueryDatabase.open(directory, LIMITS, file)) {
            database.ask(
                    "select string_agg(task) from '" + file + "'",
                    rows -> {
                        rows.next();
                        assertThat(rows.getString(1)).isEqualTo("b,a");
                    });
        }
    }
}
