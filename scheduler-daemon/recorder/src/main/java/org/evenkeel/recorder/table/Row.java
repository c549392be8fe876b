package org.evenkeel.recorder.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table. Its texts are cut, its times are between 1970 and 2200: the clocks and names of
 * other machines may be anything.
 *
 * @param values one for each column, of its type
 */
public record Row(Table table, List<@Nullable Object> values) {

    /** Characters of a text that are kept. */
    public static final int MAX_TEXT = 4_096;

    /** The latest time: the year 2200. */
    public static final long MAX_TIME = 7_258_118_400_000_000L;

    /** About what a value needs in memory besides the characters of a text. */
    private static final int VALUE_BYTES = 24;

    public static Row of(Table table, @Nullable Object... values) {
        if (values.length != table.columns().size()) {
            throw new IllegalArgumentException(
                    values.length + " values for " + table.columns().size() + " columns");
        }
        List<@Nullable Object> kept = new ArrayList<>(values.length);
        for (int i = 0; i < values.length; i++) {
            Object value = values[i];
            if (value instanceof String text) {
                kept.add(cut(text));
            } else if (value instanceof Long micros
                    && table.columns().get(i).type() == ColumnType.TIME) {
                kept.add(Math.clamp(micros, 0, MAX_TIME));
            } else {
                kept.add(value);
            }
        }
        return new Row(table, Collections.unmodifiableList(kept));
    }

    /** The value of the column of this name. */
    public @Nullable Object get(String column) {
        return values.get(table.index(column));
    }

    /** About what it needs in memory. */
    public long bytes() {
        long bytes = (long) VALUE_BYTES * values.size();
        for (Object value : values) {
            bytes += value instanceof String text ? 2L * text.length() : 0;
        }
        return bytes;
    }

    /** Not between the two halves of a character. */
    private static String cut(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = MAX_TEXT - 1;
        boolean pair = Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, pair ? end - 1 : end) + "…";
    }
}
