package org.evenkeel.examples.study;

import java.util.ArrayList;
import java.util.List;

/** Rows of a simple CSV file: cells between commas, none of them quoted. */
final class Csv {
    private Csv() {}

    /**
     * Reads the rows below the header; empty lines are skipped.
     *
     * @throws IllegalArgumentException naming the line that does not fit the header
     */
    static List<List<String>> rows(List<String> lines, List<String> header) {
        if (lines.isEmpty() || !cells(lines.getFirst()).equals(header)) {
            throw new IllegalArgumentException("the first line must be " + line(header));
        }
        List<List<String>> rows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).indexOf('"') >= 0) {
                throw new IllegalArgumentException(
                        "line %d has quotes; write its cells without".formatted(i + 1));
            }
            if (!lines.get(i).isBlank()) {
                List<String> row = cells(lines.get(i));
                if (row.size() != header.size()) {
                    throw new IllegalArgumentException(
                            "line %d has %d cells; it needs %d"
                                    .formatted(i + 1, row.size(), header.size()));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        for (String cell : line.split(",", -1)) {
            cells.add(cell.strip());
        }
        return cells;
    }

    /** Writes a row. Cells with commas or quotes are quoted. */
    static String line(List<String> cells) {
        List<String> written = new ArrayList<>();
        for (String cell : cells) {
            boolean plain = cell.indexOf(',') < 0 && cell.indexOf('"') < 0;
            written.add(plain ? cell : "\"" + cell.replace("\"", "\"\"") + "\"");
        }
        return String.join(",", written);
    }
}
