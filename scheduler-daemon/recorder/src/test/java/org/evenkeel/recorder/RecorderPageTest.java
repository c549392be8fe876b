package org.evenkeel.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.store.Steps;
import org.evenkeel.recorder.table.Column;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.recorder.table.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page says what is so. */
class RecorderPageTest {

    private static final Path PAGE = Path.of("../../docs/recorder.md");
    private static final String INDENT = "    ";

    @TempDir Path folder;

    @Test
    void tablesOfThePageAreThoseThatAreKept() throws Exception {
        List<String> expected = new ArrayList<>();
        for (View view : View.values()) {
            expected.add("### " + view.sqlName());
            view.columns().forEach(column -> expected.add(line(column)));
        }
        for (Table table : Table.values()) {
            expected.add("### " + table.sqlName());
            table.queried().forEach(column -> expected.add(line(column)));
        }
        String page = Files.readString(PAGE);
        String tables = page.substring(page.indexOf("## Tables"), page.indexOf("## Where it is"));
        assertThat(
                        tables.lines()
                                .filter(line -> line.startsWith("### ") || line.startsWith("| `"))
                                .toList())
                .isEqualTo(expected);
    }

    private static String line(Column column) {
        return "| `%s` | %s | %s |".formatted(column.name(), column.type().sql(), column.words());
    }

    @Test
    void queriesOfThePageAreUnderstood() throws Exception {
        try (RecordStore store = RecordStore.open(folder, Steps.UNOBSERVED)) {
            store.add(List.of(Rows.record("n1", 0, 0, "t-1", "STARTED", "")));
            store.flush(Instant.now());
        }
        List<String> queries = queries();
        assertThat(queries).hasSizeGreaterThan(6);
        QueryDatabase.Limits limits = new QueryDatabase.Limits(256, Duration.ofMinutes(1));
        try (QueryDatabase database = QueryDatabase.open(folder.toRealPath(), limits, null)) {
            for (String query : queries) {
                database.ask(query, rows -> assertThat(rows.next()).as(query).isIn(true, false));
            }
        }
    }

    /** Those in blocks of their own, and those of the commands. */
    private static List<String> queries() throws IOException {
        List<String> queries = new ArrayList<>();
        StringBuilder block = new StringBuilder();
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith(INDENT)) {
                block.append(line).append('\n');
            } else if (!block.isEmpty()) {
                queries.add(block.toString());
                block.setLength(0);
            }
            if (line.startsWith("evenkeel query \"")) {
                queries.add(line.split("\"", 3)[1]);
            }
        }
        return queries;
    }
}
