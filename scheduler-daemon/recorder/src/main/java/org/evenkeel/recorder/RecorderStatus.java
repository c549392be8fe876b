package org.evenkeel.recorder;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.Output;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.store.RecordStore;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/** What is in a recorder's directory. */
record RecorderStatus(Path directory) {
    private static final QueryDatabase.Limits LIMITS =
            new QueryDatabase.Limits(512, Duration.ofMinutes(5));

    /** The newest record of a node. */
    private record Node(String name, long records, @Nullable String newest) {
        Map<String, @Nullable Object> fields() {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("node", name);
            fields.put("records", records);
            fields.put("newest", newest);
            return fields;
        }
    }

    void print(Output output) throws IOException {
        Map<String, Object> rows = new LinkedHashMap<>();
        List<Node> nodes = new ArrayList<>();
        @Nullable String[] since = new String[1];
        try (QueryDatabase database = QueryDatabase.open(directory, LIMITS, null)) {
            for (Table table : Table.values()) {
                database.ask(
                        "select count(*) from " + table.sqlName(),
                        found -> rows.put(table.sqlName(), single(found)));
            }
            database.ask(
                    "select min(first) from (select min(time) as first from nodes union all select"
                            + " min(time) from records)",
                    found -> {
                        found.next();
                        since[0] = time(found, 1);
                    });
            database.ask(
                    "select node, count(*), max(time) from records group by node order by node",
                    found -> {
                        while (found.next()) {
                            nodes.add(
                                    new Node(found.getString(1), found.getLong(2), time(found, 3)));
                        }
                    });
        }
        print(output, rows, nodes, since[0]);
    }

    private void print(
            Output output, Map<String, Object> rows, List<Node> nodes, @Nullable String since)
            throws IOException {
        Long process = RecordStore.writer(directory).map(ProcessHandle::pid).orElse(null);
        long bytes = RecordStore.bytes(directory);
        output.line("directory  " + directory);
        output.line("recorder   " + (process == null ? "does not run" : "process " + process));
        output.line("since      " + (since == null ? "nothing was recorded" : since + " UTC"));
        output.line("bytes      " + NumberFormatter.bytes(bytes));
        rows.forEach((table, count) ->
                output.line("%-10s %s rows".formatted(table, NumberFormatter.count((Long) count))));
        TextTable table = new TextTable("", "node", "records", "newest (UTC)");
        for (Node node : nodes) {
            String newest = node.newest();
            table.row(
                    node.name(),
                    NumberFormatter.count(node.records()),
                    newest == null ? "-" : newest);
        }
        if (!nodes.isEmpty()) {
            output.line("");
            output.table(table);
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("directory", directory.toString());
        fields.put("process", process);
        fields.put("since", since);
        fields.put("bytes", bytes);
        fields.put("rows", rows);
        fields.put("nodes", nodes.stream().map(Node::fields).toList());
        output.jsonWithNulls(fields);
    }

    private static Long single(ResultSet found) throws SQLException {
        found.next();
        return found.getLong(1);
    }

    private static @Nullable String time(ResultSet found, int column) throws SQLException {
        LocalDateTime time = found.getObject(column, LocalDateTime.class);
        return time == null ? null : time.toString();
    }
}
