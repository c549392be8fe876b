package org.evenkeel.cli.top;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A column of a table.
 *
 * @param number whether it is set to the right, is never cut, and sorts from the largest on
 * @param least the columns of the terminal below which it is not cut
 * @param text what it shows of a row
 */
record Column<T>(
        String head, boolean number, int least, Function<T, String> text, Comparator<T> order) {

    /** By what it shows. */
    static <T> Column<T> text(String head, int least, Function<T, String> text) {
        return text(head, least, text, Comparator.comparing(text));
    }

    static <T> Column<T> text(
            String head, int least, Function<T, String> text, Comparator<T> order) {
        return new Column<>(head, false, least, text, order);
    }

    static <T> Column<T> number(String head, Function<T, String> text, ToDoubleFunction<T> value) {
        return new Column<>(head, true, 0, text, Comparator.comparingDouble(value));
    }
}
