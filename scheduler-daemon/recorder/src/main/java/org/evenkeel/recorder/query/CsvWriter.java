package org.evenkeel.recorder.query;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.evenkeel.model.Printable;
import org.jspecify.annotations.Nullable;

/**
 * Lines of RFC 4180 under a line with names. An escape stands for each character that a terminal
 * obeys, line ends among them, and for one that makes a spreadsheet take a text for a formula.
 */
public record CsvWriter(PrintWriter out) implements ResultWriter {
    /** A spreadsheet computes a text that begins so. */
    private static final String FORMULA = "=+-@";

    @Override
    public void begin(List<String> columns) {
        line(columns.stream().map(CsvWriter::cell));
    }

    @Override
    public void row(List<@Nullable Object> values) {
        line(values.stream().map(CsvWriter::value));
    }

    @Override
    public void end() {
        out.flush();
    }

    private void line(Stream<String> cells) {
        out.print(cells.collect(Collectors.joining(",")) + "\r\n");
    }

    /** Numbers may begin with a sign. */
    private static String value(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String text when !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ->
                    cell(Printable.escape(text.charAt(0)) + text.substring(1));
            default -> cell(value.toString());
        };
    }

    /** An empty text is quoted, so that it is not taken for a missing value. */
    private static String cell(String value) {
        String text = Printable.of(value);
        boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> "\", \t".indexOf(c) >= 0);
        return plain ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }
}
