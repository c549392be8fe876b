package org.evenkeel.recorder.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.recorder.table.Column;
import org.evenkeel.recorder.table.ColumnType;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Writes segments. Each is written whole under another name, forced to the disk and renamed: it is
 * there, or it is not.
 */
record SegmentFiles(Path store, Connection database, Steps steps) {
    /** Begins the name of a file that is not complete. */
    static final String TEMPORARY = ".";

    private static final String TEMPORARY_END = ".tmp";

    /** Rows that DuckDB is given in one statement. */
    private static final int ROWS_OF_STATEMENT = 10_000;

    /** What is known of a segment's rows. */
    record Extent(long rows, long firstMicros, long lastMicros) {

        Extent with(Extent other) {
            return new Extent(
                    rows + other.rows,
                    Math.min(firstMicros, other.firstMicros),
                    Math.max(lastMicros, other.lastMicros));
        }
    }

    /** Writes rows as a segment of level 0. */
    void write(Table table, List<Row> rows, LocalDate day, long number) throws IOException {
        try (Statement statement = database.createStatement()) {
            statement.execute("create or replace temp table fresh (" + definitions(table) + ")");
            for (int i = 0; i < rows.size(); i += ROWS_OF_STATEMENT) {
                insert(table, rows.subList(i, Math.min(rows.size(), i + ROWS_OF_STATEMENT)));
            }
            create(
                    statement,
                    "select * from fresh order by " + order(table),
                    day(table, day),
                    new Segment.Name(number, number, 0));
            statement.execute("drop table fresh");
        } catch (SQLException e) {
            throw Database.failure("rows of " + table.sqlName() + " cannot be written", e);
        }
    }

    /** Makes one segment of several; they are still there afterwards, and count no more. */
    void merge(List<Segment> segments) throws IOException {
        Segment first = segments.getFirst();
        int level = segments.stream().mapToInt(Segment::level).max().orElseThrow() + 1;
        long last = segments.stream().mapToLong(Segment::last).max().orElseThrow();
        try (Statement statement = database.createStatement()) {
            create(
                    statement,
                    "select * from read_parquet(%s, union_by_name = true)"
                            .formatted(Database.list(segments)),
                    day(first.table(), first.day()),
                    new Segment.Name(first.first(), last, level));
        } catch (SQLException e) {
            throw Database.failure(
                    "segments of " + first.table().sqlName() + " cannot be merged", e);
        }
    }

    /** How many rows a segment has, and from when to when. */
    Extent extent(Segment segment) throws IOException {
        String time = timeColumn(segment.table());
        String sql =
                "select count(*), epoch_us(min(%s)), epoch_us(max(%s)) from read_parquet(%s)"
                        .formatted(time, time, Database.list(List.of(segment)));
        try (Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            found.next();
            return new Extent(found.getLong(1), found.getLong(2), found.getLong(3));
        } catch (SQLException e) {
            throw Database.failure(segment.path() + " cannot be read", e);
        }
    }

    void delete(Segment segment) throws IOException {
        steps.before("delete " + segment.table().sqlName());
        Files.deleteIfExists(segment.path());
        Files.deleteIfExists(segment.mark());
        Path day = segment.path().getParent();
        if (day != null && SegmentList.entries(day).isEmpty()) {
            Files.deleteIfExists(day);
        }
    }

    /** Deletes what an earlier recorder had not completed. */
    void deleteIncomplete() throws IOException {
        for (Table table : Table.values()) {
            for (Path day : SegmentList.entries(store.resolve(table.sqlName()))) {
                for (Path file : SegmentList.entries(day)) {
                    String name = String.valueOf(file.getFileName());
                    if (name.startsWith(TEMPORARY) && name.endsWith(TEMPORARY_END)) {
                        Files.deleteIfExists(file);
                    }
                }
            }
        }
    }

    private Path day(Table table, LocalDate day) throws IOException {
        Path ofTable = store.resolve(table.sqlName());
        Path directory = ofTable.resolve(day.toString());
        if (!Files.isDirectory(directory)) {
            PrivateFiles.createDirectories(directory);
            PrivateFiles.forceDirectory(ofTable);
            PrivateFiles.forceDirectory(store);
        }
        return directory;
    }

    /** What fails leaves nothing: it is made again under another name. */
    private void create(Statement statement, String select, Path day, Segment.Name name)
            throws SQLException, IOException {
        Path temporary = day.resolve(TEMPORARY + name.text() + TEMPORARY_END);
        Path file = day.resolve(name.text());
        boolean durable = false;
        try {
            steps.before("write " + name.text());
            statement.execute(
                    "copy (%s) to %s (format parquet, compression zstd)"
                            .formatted(select, Database.quoted(temporary.toString())));
            PrivateFiles.makePrivate(temporary);
            steps.before("force " + name.text());
            try (FileChannel written = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            steps.before("rename " + name.text());
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            // A damaged one may have had this name.
            Files.deleteIfExists(Segment.mark(file));
            steps.before("force the directory of " + name.text());
            PrivateFiles.forceDirectory(day);
            durable = true;
        } finally {
            Files.deleteIfExists(temporary);
            if (!durable) {
                Files.deleteIfExists(file);
            }
        }
    }

    private static String definitions(Table table) {
        return table.columns().stream()
                .map(column -> column.stored() + " " + column.type().sql())
                .collect(Collectors.joining(", "));
    }

    private static String order(Table table) {
        return table == Table.RECORDS ? "node, incarnation, seq" : timeColumn(table);
    }

    private static String timeColumn(Table table) {
        return table == Table.GAPS ? "noticed" : "time";
    }

    private void insert(Table table, List<Row> rows) throws SQLException {
        String values =
                table.columns().stream()
                        .map(SegmentFiles::parameter)
                        .collect(Collectors.joining(", "));
        try (PreparedStatement insert =
                database.prepareStatement("insert into fresh select " + values)) {
            for (int column = 0; column < table.columns().size(); column++) {
                @Nullable Object[] all = new Object[rows.size()];
                for (int i = 0; i < all.length; i++) {
                    all[i] = rows.get(i).values().get(column);
                }
                ColumnType type = table.columns().get(column).type();
                insert.setArray(column + 1, database.createArrayOf(transferred(type), all));
            }
            insert.execute();
        }
    }

    private static String parameter(Column column) {
        String values = "unnest(?::" + transferred(column.type()) + "[])";
        return column.type() == ColumnType.TIME ? "make_timestamp(" + values + ")" : values;
    }

    private static String transferred(ColumnType type) {
        return type == ColumnType.TIME ? ColumnType.COUNT.sql() : type.sql();
    }
}
