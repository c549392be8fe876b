package org.evenkeel.cli.text;

import java.util.Collection;
import java.util.List;
import org.evenkeel.cli.query.FailureLine;

/**
 * A table of failures that fits a terminal of 80 columns: names are cut, counts and ids are not.
 */
public final class FailureTable {
    static final int COLUMNS = 80;

    /** Two spaces between five columns. */
    private static final int GAPS = 8;

    /** Names of machines take no more; otherwise they are counted. */
    private static final int MACHINE_COLUMNS = 10;

    private static final int MIN_COLUMNS = 12;

    private FailureTable() {}

    public static TextTable of(List<FailureLine> lines) {
        int free = COLUMNS - GAPS;
        free -= widest("count", lines.stream().map(FailureTable::count).toList());
        free -= widest("machines", lines.stream().map(FailureTable::machines).toList());
        free -= widest("example", lines.stream().map(FailureTable::example).toList());
        int what = widest("exception", lines.stream().map(FailureLine::what).toList());
        int where = widest("place", lines.stream().map(FailureLine::where).toList());
        if (what + where > free) {
            what = Math.max(MIN_COLUMNS, Math.min(what, Math.max(free / 2, free - where)));
            where = Math.max(MIN_COLUMNS, free - what);
        }
        TextTable table = new TextTable("", "count", "exception", "place", "machines", "example");
        for (FailureLine line : lines) {
            table.row(
                    count(line),
                    cut(line.what(), what),
                    cutBegin(line.where(), where),
                    machines(line),
                    example(line));
        }
        return table;
    }

    private static int widest(String heading, Collection<String> cells) {
        return Math.max(heading.length(), cells.stream().mapToInt(String::length).max().orElse(0));
    }

    private static String count(FailureLine line) {
        return NumberFormatter.count(line.group().getCount());
    }

    private static String example(FailureLine line) {
        return line.group().getTask();
    }

    /** Names as long as they fit, so that a machine where everything fails is seen. */
    private static String machines(FailureLine line) {
        Collection<String> names = line.machines().keySet();
        String all = String.join(",", names);
        boolean more = line.group().getElsewhere() > 0;
        if (names.isEmpty()) {
            return "-";
        }
        return all.length() <= MACHINE_COLUMNS && !more
                ? all
                : names.size() + (more ? "+" : "") + " nodes";
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }

    /** The line is at the end. */
    private static String cutBegin(String text, int most) {
        return text.length() <= most ? text : "…" + text.substring(text.length() - most + 1);
    }
}
