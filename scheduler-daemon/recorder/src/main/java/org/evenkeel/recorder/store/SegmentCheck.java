package org.evenkeel.recorder.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Looks whether segments can be read, each row of them. */
public final class SegmentCheck {

    private static final Map<String, String> SETTINGS =
            Map.of("memory_limit", "256MB", "threads", "1");

    /** What messages say of failures that are of the machine, or of a file that is gone. */
    private static final List<String> OTHER_CAUSES =
            List.of(
                    "No files found that match",
                    "No such file or directory",
                    "Out of Memory",
                    "Cannot open file",
                    "INTERRUPT");

    /** Those that cannot be read. One that is gone is not among them. */
    public static List<Segment> unreadable(List<Segment> segments) throws IOException {
        List<Segment> unreadable = new ArrayList<>();
        int next = 0;
        while (next < segments.size()) {
            next = readUntilOneFails(segments, next, unreadable);
        }
        return unreadable;
    }

    /** In a database of its own: what fails may leave one of no use. */
    private static int readUntilOneFails(List<Segment> segments, int from, List<Segment> unreadable)
            throws IOException {
        try (Connection database = Database.open(SETTINGS)) {
            for (int i = from; i < segments.size(); i++) {
                if (!isReadable(database, segments.get(i))) {
                    unreadable.add(segments.get(i));
                    return i + 1;
                }
            }
            return segments.size();
        } catch (SQLException e) {
            throw Database.failure("DuckDB cannot be closed", e);
        }
    }

    /** A hash needs the values, which no statistics of the file can replace. */
    private static boolean isReadable(Connection database, Segment segment) {
        String sql =
                "select max(hash(columns(*))) from read_parquet(%s)"
                        .formatted(Database.list(List.of(segment)));
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next();
        } catch (SQLException e) {
            String message = String.valueOf(e.getMessage());
            return OTHER_CAUSES.stream().anyMatch(message::contains);
        }
    }
}
