package org.evenkeel.cli.top;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.evenkeel.cli.query.NodeOrder;
import org.evenkeel.cli.text.NumberFormatter;

/**
 * Rows that can be sorted, filtered and selected. The selected row stays selected when the rows
 * change, as long as it is there.
 */
final class Table<T> {
    /** Before a text that is to be all of a column. */
    static final String WHOLE = "=";

    /**
     * What stays the same of a table.
     *
     * @param name what its rows are, in the plural
     * @param id what tells a row from others
     * @param rank of a row: those of a lower one come first, in whichever order
     * @param columns the most important ones first, which a narrow terminal shows
     */
    private record Form<T>(
            String name, Function<T, String> id, ToIntFunction<T> rank, List<Column<T>> columns) {}

    private final Form<T> form;
    private List<T> all = List.of();
    private List<T> shown = List.of();
    private boolean more;
    private int sort;
    private boolean descending;
    private String filter = "";
    private String selectedId = "";
    private int index;

    /**
     * @param sort the number of the column by which it is sorted at first
     */
    static <T> Table<T> of(
            String name,
            Function<T, String> id,
            ToIntFunction<T> rank,
            int sort,
            List<Column<T>> columns) {
        return new Table<>(new Form<>(name, id, rank, columns), sort);
    }

    private Table(Form<T> form, int sort) {
        this.form = form;
        this.sort = sort;
        descending = form.columns().get(sort).number();
    }

    /**
     * Takes the rows of a new look.
     *
     * @param andMore whether there are more than these
     */
    void set(List<T> rows, boolean andMore) {
        all = rows;
        more = andMore;
        arrange();
    }

    void sortByNextColumn() {
        sort = (sort + 1) % form.columns().size();
        descending = form.columns().get(sort).number();
        arrange();
    }

    void reverse() {
        descending = !descending;
        arrange();
    }

    /**
     * Shows only rows with this text in a column, from now on; after {@code =} only rows with a
     * column that has no other text.
     */
    void filter(String text) {
        filter = text;
        arrange();
    }

    /** Moves the selection by so many rows, at most to an end. */
    void move(int by) {
        index = Math.clamp((long) index + by, 0, Math.max(0, shown.size() - 1));
        selectedId = selected().map(form.id()).orElse("");
    }

    private void arrange() {
        Column<T> column = form.columns().get(sort);
        Comparator<T> order = descending ? column.order().reversed() : column.order();
        shown =
                all.stream()
                        .filter(this::passes)
                        .sorted(
                                Comparator.comparingInt(form.rank())
                                        .thenComparing(order)
                                        .thenComparing(form.id(), NodeOrder.BY_NAME))
                        .toList();
        for (int i = 0; i < shown.size(); i++) {
            if (form.id().apply(shown.get(i)).equals(selectedId)) {
                index = i;
                return;
            }
        }
        move(0);
    }

    private boolean passes(T row) {
        boolean whole = filter.startsWith(WHOLE);
        String wanted = filter.substring(whole ? WHOLE.length() : 0).toLowerCase(Locale.ROOT);
        return wanted.isEmpty()
                || form.columns().stream()
                        .map(column -> column.text().apply(row).toLowerCase(Locale.ROOT))
                        .anyMatch(text -> whole ? text.equals(wanted) : text.contains(wanted));
    }

    Optional<T> selected() {
        return shown.isEmpty() ? Optional.empty() : Optional.of(shown.get(index));
    }

    /** The rows that pass the filter, in order. */
    List<T> shown() {
        return shown;
    }

    int index() {
        return index;
    }

    String filter() {
        return filter;
    }

    List<Column<T>> columns() {
        return form.columns();
    }

    boolean isSortedBy(Column<T> column) {
        return form.columns().get(sort).equals(column);
    }

    boolean isDescending() {
        return descending;
    }

    /** {@code tasks 12}, {@code tasks 3 of 1,000+}. */
    String title() {
        String count = NumberFormatter.count(all.size()) + (more ? "+" : "");
        return form.name()
                + " "
                + (filter.isEmpty() ? "" : NumberFormatter.count(shown.size()) + " of ")
                + count;
    }

    /** What it says where rows would be, when there are none. */
    String nothing() {
        return filter.isEmpty()
                ? "no " + form.name()
                : "no " + form.name() + " with \"" + filter + "\"";
    }

    /** {@code jobs by failed, largest first}. */
    String order() {
        Column<T> column = form.columns().get(sort);
        String direction =
                column.number()
                        ? descending ? "largest first" : "smallest first"
                        : descending ? "from the end" : "from the beginning";
        return form.name() + " by " + column.head() + ", " + direction;
    }
}
