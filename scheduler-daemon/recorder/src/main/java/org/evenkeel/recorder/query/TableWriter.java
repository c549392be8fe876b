package org.evenkeel.recorder.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.evenkeel.cli.text.TextTable;
import org.jspecify.annotations.Nullable;

/** An aligned, human-readable table. */
public final class TableWriter implements ResultWriter {

    /** Characters of a cell that are shown. */
    static final int MAX_CELL = 200;

    private final Consumer<TextTable> printer;
    private TextTable table = new TextTable("");
    private long rows;

    /**
     * @param printer prints the table at the end
     */
    public TableWriter(Consumer<TextTable> printer) {
        this.printer = printer;
    }

    @Override
    public void begin(List<String> columns) {
        table = new TextTable("", columns.toArray(String[]::new));
    }

    @Override
    public void row(List<@Nullable Object> values) {
        List<String> cells = new ArrayList<>();
        for (Object value : values) {
            String cell = ResultValues.readable(value);
            cells.add(cell.length() <= MAX_CELL ? cell : cut(cell));
        }
        table.row(cells.toArray(String[]::new));
        rows++;
    }

    /** Not between the two halves of a character. */
    private static String cut(String cell) {
        int end = MAX_CELL - 1;
        boolean pair = Character.isHighSurrogate(cell.charAt(end - 1));
        return cell.substring(0, pair ? end - 1 : end) + "…";
    }

    @Override
    public void end() {
        if (rows > 0) {
            printer.accept(table);
        }
    }
}
