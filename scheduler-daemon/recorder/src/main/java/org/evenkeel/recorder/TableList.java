package org.evenkeel.recorder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.cli.Output;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.recorder.table.Column;
import org.evenkeel.recorder.table.Table;
import org.evenkeel.recorder.table.View;

/** Describes the tables that a query may name. */
final class TableList {

    private final Output output;
    private final List<Map<String, Object>> described = new ArrayList<>();

    TableList(Output output) {
        this.output = output;
    }

    void print() throws IOException {
        for (View view : View.values()) {
            print(view.sqlName(), view.words(), view.columns());
        }
        for (Table table : Table.values()) {
            print(table.sqlName(), table.words(), table.queried());
        }
        output.json(Map.of("tables", described));
    }

    private void print(String name, String words, List<Column> columns) {
        output.line((described.isEmpty() ? "" : "\n") + name + ": " + words);
        TextTable table = new TextTable("  ", "column", "type", "what it says");
        List<Map<String, Object>> all = new ArrayList<>();
        for (Column column : columns) {
            table.row(column.name(), column.type().sql(), column.words());
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", column.name());
            fields.put("type", column.type().sql());
            fields.put("words", column.words());
            all.add(fields);
        }
        output.table(table);
        described.add(Map.of("name", name, "words", words, "columns", all));
    }
}
