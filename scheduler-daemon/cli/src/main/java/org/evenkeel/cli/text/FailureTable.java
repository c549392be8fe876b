package org.evenkeel.cli.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.evenkeel.cli.query.FailureLine;

/**
 * A table of failures that fits a terminal of 80 columns: names are cut, counts and ids are not.
 * The column of attempts that were run again is there if there are any.
 */
public final class FailureTable {
    static final int COLUMNS = 80;

    /** Two spaces between five columns. */
    private static final int GAPS = 8;

    private static final int GAP = 2;

    /** Names of machines take no more; otherwise they are counted. */
    private static final int MACHINE_COLUMNS = 10;

    private static final int MIN_COLUMNS = 12;

    public static TextTable of(List<FailureLine> lines) {
        boolean retried = lines.stream().anyMatch(line -> line.group().getRetried() > 0);
        int free = COLUMNS - GAPS;
        if (retried) {
            free -= GAP + widest("retried", lines.stream().map(FailureTable::retried).toList());
        }
        free -= widest("count", lines.stream().map(FailureTable::count).toList());
        free -= widest("machines", lines.stream().map(FailureTable::machines).toList());
        free -= widest("example", lines.stream().map(FailureTable::example).toList());
        int what = widest("exception", lines.stream().map(FailureLine::what).toList());
        int where = widest("place", lines.stream().map(FailureLine::where).toList());
        if (what + where > free) {
            what = Math.max(MIN_COLUMNS, Math.min(what, Math.max(free / 2, free - where)));
            where = Math.max(MIN_COLUMNS, free - what);
        }
        List<String> headings = new ArrayList<>();
        headings.add("count");
        if (retried) {
            headings.add("retried");
        }
        headings.addAll(List.of("exception", "place", "machines", "example"));
        TextTable table = new TextTable("", headings.toArray(String[]::new));
        for (FailureLine line : lines) {
            List<String> cells = new ArrayList<>();
            cells.add(count(line));
            if (retried) {
                cells.add(retried(line));
            }
            cells.add(cut(line.what(), what));
            cells.add(cutBegin(line.where(), where));
            cells.add(machines(line));
            cells.add(example(line));
            table.row(cells.toArray(String[]::new));
        }
        return table;
    }

    private static int widest(String heading, Collection<String> cells) {
        return Math.max(heading.length(), cells.stream().mapToInt(String::length).max().orElse(0));
    }

    private static String count(FailureLine line) {
        return NumberFormatter.count(line.group().getCount());
    }

    private static String retried(FailureLine line) {
        return NumberFormatter.count(line.group().getRetried());
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
