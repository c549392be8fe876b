package org.evenkeel.cli.top;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A table as lines: the columns for which there is room, and the rows around the selected one. */
final class TableText<T> {
    private static final String GAP = "  ";
    private static final String MARK = "> ";

    private final Table<T> table;
    private final boolean focused;
    private final int columns;
    private final List<T> rows;
    private final int first;

    /**
     * @param focused whether keys act on it; a mark says so
     * @param columns of the terminal
     * @param most rows that there is room for
     */
    TableText(Table<T> table, boolean focused, int columns, int most) {
        this.table = table;
        this.focused = focused;
        this.columns = columns;
        int size = table.shown().size();
        first = Math.clamp(table.index() - most / 2L, 0, Math.max(0, size - most));
        rows = table.shown().subList(first, Math.min(size, first + most));
    }

    /** The heads of the columns, of which the first one names the table; then the rows. */
    List<Line> lines() {
        List<Column<T>> heads = table.columns();
        int[] widths = widths();
        List<Line> lines = new ArrayList<>();
        List<String> cells = IntStream.range(0, widths.length).mapToObj(this::head).toList();
        lines.add(new Line(line(cells, widths, focused), Line.Style.HEADING));
        for (int i = 0; i < rows.size(); i++) {
            T row = rows.get(i);
            boolean selected = focused && first + i == table.index();
            List<String> texts =
                    heads.stream()
                            .limit(widths.length)
                            .map(column -> column.text().apply(row))
                            .toList();
            lines.add(
                    new Line(
                            line(texts, widths, selected),
                            selected ? Line.Style.SELECTED : Line.Style.PLAIN));
        }
        if (table.shown().isEmpty()) {
            lines.add(Line.plain(Cells.cut(GAP + table.nothing(), columns)));
        }
        return lines;
    }

    private String line(List<String> cells, int[] widths, boolean marked) {
        StringBuilder line = new StringBuilder(marked ? MARK : GAP);
        for (int i = 0; i < widths.length; i++) {
            line.append(i == 0 ? "" : GAP)
                    .append(Cells.fit(cells.get(i), widths[i], table.columns().get(i).number()));
        }
        return Cells.cut(line.toString().stripTrailing(), columns);
    }

    /** With the direction in which the table is sorted by it, if it is. */
    private String head(int index) {
        Column<T> column = table.columns().get(index);
        String text = index == 0 ? table.title() : column.head();
        return table.isSortedBy(column) ? text + (table.isDescending() ? " v" : " ^") : text;
    }

    /** Of the first columns, as many as there is room for. */
    private int[] widths() {
        List<Column<T>> all = table.columns();
        int[] natural = IntStream.range(0, all.size()).map(this::natural).toArray();
        int[] widths = new int[all.size()];
        int room = columns;
        int count = 0;
        while (count < widths.length) {
            boolean number = all.get(count).number();
            int least = number ? natural[count] : Math.min(natural[count], all.get(count).least());
            if (count > 0 && room < GAP.length() + least) {
                break;
            }
            widths[count++] = least;
            room -= GAP.length() + least;
        }
        int[] fitting = Arrays.copyOf(widths, count);
        grow(fitting, natural, room);
        return fitting;
    }

    /** Hands out the room that is left, a column of the terminal at a time. */
    private static void grow(int[] widths, int[] natural, int room) {
        int left = room;
        boolean grown = true;
        while (left > 0 && grown) {
            grown = false;
            for (int i = 0; i < widths.length && left > 0; i++) {
                if (widths[i] < natural[i]) {
                    widths[i]++;
                    left--;
                    grown = true;
                }
            }
        }
    }

    private int natural(int index) {
        Column<T> column = table.columns().get(index);
        int widest = Cells.width(head(index));
        for (T row : rows) {
            String text = column.text().apply(row);
            widest = Math.max(widest, Cells.width(Cells.cut(text, columns)));
        }
        return widest;
    }
}
