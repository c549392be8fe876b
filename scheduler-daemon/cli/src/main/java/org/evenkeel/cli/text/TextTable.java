package org.evenkeel.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.evenkeel.model.Printable;

/** Rows under headings, columns as wide as their widest cell; numbers to the right. */
public final class TextTable {
    private static final String GAP = "  ";

    private final List<String> headings;
    private final List<List<String>> rows = new ArrayList<>();
    private final String margin;

    /** A table whose lines begin with {@code margin}. */
    public TextTable(String margin, String... headings) {
        this.margin = margin;
        this.headings = List.of(headings);
    }

    /** A table with these headings, which bars separate. */
    public static TextTable of(String headings) {
        return new TextTable("", headings.split("[|]", -1));
    }

    /** Adds a row with one cell for each heading; each cell is shown on one line, printable. */
    public void row(String... cells) {
        if (cells.length != headings.size()) {
            throw new IllegalArgumentException(
                    cells.length + " cells under " + headings.size() + " headings");
        }
        rows.add(Stream.of(cells).map(Printable::of).toList());
    }

    /** Whether it has no rows. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The lines of the table, headings first. */
    public List<String> lines(TerminalColours terminalColours) {
        int[] widths = IntStream.range(0, headings.size()).map(this::width).toArray();
        boolean[] numeric = new boolean[widths.length];
        for (int column = 0; column < numeric.length; column++) {
            numeric[column] = isNumeric(column);
        }
        List<String> lines = new ArrayList<>();
        lines.add(terminalColours.bold(line(headings, widths, numeric)));
        for (List<String> row : rows) {
            lines.add(line(row, widths, numeric));
        }
        return lines;
    }

    private String line(List<String> cells, int[] widths, boolean[] numeric) {
        StringBuilder line = new StringBuilder(margin);
        for (int column = 0; column < cells.size(); column++) {
            String cell = cells.get(column);
            String space = " ".repeat(widths[column] - cell.length());
            line.append(column == 0 ? "" : GAP);
            line.append(numeric[column] ? space + cell : cell + space);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int width = headings.get(column).length();
        for (List<String> row : rows) {
            width = Math.max(width, row.get(column).length());
        }
        return width;
    }

    private boolean isNumeric(int column) {
        return !rows.isEmpty() && rows.stream().allMatch(row -> isNumber(row.get(column)));
    }

    private static boolean isNumber(String cell) {
        return cell.isEmpty()
                || cell.equals("-")
                || cell.matches("[-+]?[0-9][0-9.,]*( ?(%|s|ms))?");
    }
}
