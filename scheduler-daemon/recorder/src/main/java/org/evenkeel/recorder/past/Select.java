package org.evenkeel.recorder.past;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.table.Row;
import org.jspecify.annotations.Nullable;

/** Parts of queries, and their rows as values. */
public final class Select {
    /** Makes a value of a row. */
    @FunctionalInterface
    public interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    /** The rows of a query. */
    public static <T> List<T> list(QueryDatabase database, String sql, RowMapper<T> mapper)
            throws IOException {
        List<T> list = new ArrayList<>();
        database.ask(
                sql,
                rows -> {
                    while (rows.next()) {
                        list.add(mapper.map(rows));
                    }
                });
        return list;
    }

    /** A time in SQL, from microseconds since 1970; the latest that rows have for a later one. */
    public static String time(long micros) {
        return "make_timestamp(" + Math.clamp(micros, 0, Row.MAX_TIME) + ")";
    }

    /** A time as people read it, in the zone of this machine. */
    public static String local(long micros) {
        return NumberFormatter.time(Instant.EPOCH.plus(micros, ChronoUnit.MICROS).toString());
    }

    /** A text of a row; empty for none. */
    public static String text(ResultSet row, String column) throws SQLException {
        return orEmpty(row.getString(column));
    }

    /** The same of a column by its number, from 1. */
    public static String text(ResultSet row, int column) throws SQLException {
        return orEmpty(row.getString(column));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
