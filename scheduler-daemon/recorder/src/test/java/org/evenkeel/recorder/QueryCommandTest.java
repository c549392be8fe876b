package org.evenkeel.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.evenkeel.cli.ExitCode;
import org.evenkeel.cli.Main;
import org.evenkeel.model.Printable;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryCommandTest {

    private static final String HOSTILE = "\u001b[2J\u202e<b>'\"";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir Path folder;

    private int run(String... words) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
    }

    private int query(String... words) {
        return run(
                Stream.concat(
                                Stream.of("query"),
                                Stream.concat(
                                        Stream.of(words),
                                        Stream.of("--directory", folder.resolve("r").toString())))
                        .toArray(String[]::new));
    }

    private void store(Row... rows) throws IOException {
        try (RecordStore store = RecordStore.open(folder.resolve("r"), Steps.UNOBSERVED)) {
            store.add(List.of(rows));
            store.flush(Instant.now());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"recorder", "query"})
    void helpHasExamplesExitCodesAndJson(String command) {
        assertThat(run(command, "--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: evenkeel " + command)
                .contains("Examples:", "Exit codes:", "--json", "--cluster-dir")
                .doesNotContain("${");
        assertThat(run(command, "--directroy")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--directory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "query",
                "query select --tables",
                "query x --csv --json",
                "query x --limit 0",
                "query x --limit 1000000",
                "query x --seconds 0",
                "query x --memory 1",
                "recorder --days 0",
                "recorder --bytes 5",
                "recorder --bytes 999999999999999G",
                "recorder --bytes much"
            })
    void whatIsNotUnderstoodIsAUsageError(String line) {
        assertThat(run(line.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).isNotBlank();
    }

    @Test
    void withoutRecordsThereIsNothingToTell() {
        assertThat(query("from tasks")).isEqualTo(ExitCode.NOTHING);
        assertThat(err.toString())
                .contains("no recorder has written")
                .contains("evenkeel recorder");
        assertThat(run("recorder", "--status", "--directory", folder.resolve("r").toString()))
                .isEqualTo(ExitCode.NOTHING);
        assertThat(run("recorder", "--cluster-dir", folder.toString())).isEqualTo(ExitCode.NOTHING);
    }

    @Test
    void tablesAreDescribedWithoutAny() throws Exception {
        assertThat(run("query", "--tables")).isZero();
        assertThat(out.toString()).contains("tasks: ", "runs: ", "records: ", "run_ms", "ms");
        assertThat(run("query", "--tables", "--json")).isZero();
        assertThat((List<?>) JSON.std.mapFrom(out.toString()).get("tables")).hasSize(8);
    }

    @Test
    void rowsArePrintedInEachForm() throws Exception {
        store(
                Rows.record("n1", 0, 0, "t-1", "STARTED", HOSTILE),
                Rows.record("n1", 1, 1, "t-1", "COMMITTED", ""));
        String sql = "select node, seq, time, reason from records order by seq";
        assertThat(query(sql)).as(err::toString).isZero();
        assertThat(out.toString().lines())
                .containsExactly(
                        "node  seq  time                     reason",
                        "n1      0  2026-11-28T00:00         " + Printable.of(HOSTILE),
                        "n1      1  2026-11-28T00:00:00.001");
        assertThat(query(sql, "--limit", "1")).isZero();
        assertThat(out.toString().lines()).hasSize(2);
        assertThat(err.toString()).contains("there are more rows than these 1");
        assertThat(query(sql, "--json")).isZero();
        assertThat(JSON.std.listFrom(out.toString()).getFirst())
                .isEqualTo(
                        Map.of(
                                "node",
                                "n1",
                                "seq",
                                0,
                                "time",
                                "2026-11-28T00:00",
                                "reason",
                                HOSTILE));
        assertThat(query(sql, "--csv")).isZero();
        assertThat(out.toString())
                .startsWith("node,seq,time,reason\r\nn1,0,")
                .doesNotContain("\u001b");
        assertThat(query("select 1 where false")).isZero();
        assertThat(out.toString()).isEqualTo("no rows\n");
        Path file = folder.resolve("out.parquet");
        assertThat(query(sql, "--parquet", file.toString())).as(err::toString).isZero();
        assertThat(file).isNotEmptyFile();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).hasSize(2);
        }
        Path nowhere = folder.resolve("none").resolve("out.parquet");
        assertThat(query(sql, "--parquet", nowhere.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("its directory does not exist");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(query(sql, "--parquet", empty.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(empty).isDirectory();
    }

    @Test
    void wrongQueriesAreUsageErrorsWithAHint() throws Exception {
        store(Rows.record("n1", 0, 0, "t-1", "STARTED", ""));
        for (String sql :
                List.of(
                        "selec",
                        "select x from tasks",
                        "copy tasks to 'x'",
                        "from read_text('/etc/passwd')")) {
            assertThat(query(sql)).as(sql).isEqualTo(ExitCode.USAGE);
            assertThat(err.toString()).contains("evenkeel query --tables").startsWith("evenkeel: ");
        }
    }

    @Test
    void statusTellsWhatIsThere() throws Exception {
        store(
                Rows.record("n1", 0, 0, "t-1", "STARTED", ""),
                Rows.record("n2", 0, 5_000, "t-1", "STARTED", ""));
        assertThat(run("recorder", "--status", "--directory", folder.resolve("r").toString()))
                .as(err::toString)
                .isZero();
        assertThat(out.toString())
                .contains(
                        "2026-11-28T00:00:05",
                        "records    2 rows",
                        "since      2026-11-28T00:00 UTC");
        assertThat(
                        run(
                                "recorder",
                                "--status",
                                "--json",
                                "--directory",
                                folder.resolve("r").toString()))
                .isZero();
        assertThat(JSON.std.mapFrom(out.toString())).containsEntry("since", "2026-11-28T00:00");
    }
}
