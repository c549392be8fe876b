package org.evenkeel.recorder.query;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Lines of RFC 4180 under a line with names. An escape stands for each character that a terminal
 * obeys, line ends among them.
 */
public final class CsvWriter implements ResultWriter {

    private final PrintWriter out;

    public CsvWriter(PrintWriter out) {
        this.out = out;
    }

    @Override
    public void begin(List<String> columns) {
        line(columns);
    }

    @Override
    public void row(List<@Nullable Object> values) {
        line(values);
    }

    @Override
    public void end() {
        out.flush();
    }

    private void line(List<? extends @Nullable Object> values) {
        out.print(values.stream().map(CsvWriter::cell).collect(Collectors.joining(",")) + "\r\n");
    }

    /** An empty text is quoted, so that it is not taken for a missing value. */
    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        String text = Printable.of(value.toString());
        boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> "\", \t".indexOf(c) >= 0);
        return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
