package org.evenkeel.recorder.query;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.evenkeel.recorder.store.Database;
import org.evenkeel.recorder.store.Segment;
import org.evenkeel.recorder.store.SegmentCheck;
import org.evenkeel.recorder.store.SegmentList;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a recorder's directory for one query, from files alone. A recorder may write the
 * directory meanwhile. For one thread.
 *
 * <p>A query reads these tables and nothing else: it is one SELECT, DuckDB opens no file but their
 * segments, and no setting can be changed any more.
 */
public final class QueryDatabase implements AutoCloseable {

    /** Processors that a query uses at most: work of the cluster runs on this machine too. */
    private static final int MAX_THREADS = 4;

    /** Of DuckDB's messages, the part of the driver. */
    private static final String NOISE =
            "Invalid Input Error: Attempting to execute an unsuccessful or closed pending query "
                    + "result\nError: ";

    /** How DuckDB begins to say what is wrong with a query, whatever the files hold. */
    private static final List<String> OF_THE_QUERY =
            List.of(
                    "Parser Error",
                    "Binder Error",
                    "Catalog Error",
                    "Permission Error",
                    "Conversion Error",
                    "Out of Range Error",
                    "Mismatch Type Error");

    private final Connection connection;
    private final List<Segment> segments;
    private final Limits limits;

    /**
     * What a query may use.
     *
     * @param memoryMib of DuckDB
     * @param time until it is ended
     */
    public record Limits(int memoryMib, Duration time) {}

    /** Takes the result of a query, row by row. */
    @FunctionalInterface
    public interface Taker {
        void take(ResultSet rows) throws SQLException, IOException;
    }

    private QueryDatabase(Connection connection, List<Segment> segments, Limits limits) {
        this.connection = connection;
        this.segments = segments;
        this.limits = limits;
    }

    /**
     * Opens the tables of a directory.
     *
     * @param exported a file that a query may write, for {@link #export}; null for none
     */
    public static QueryDatabase open(Path store, Limits limits, @Nullable Path exported)
            throws IOException {
        List<Segment> segments = SegmentList.current(store);
        int threads = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        Connection connection =
                Database.open(
                        Map.of(
                                "memory_limit",
                                limits.memoryMib() + "MiB",
                                "threads",
                                Integer.toString(threads)));
        QueryDatabase opened = new QueryDatabase(connection, segments, limits);
        try (Statement statement = connection.createStatement()) {
            for (String view : ViewSql.statements(segments)) {
                statement.execute(view);
            }
            for (String setting : locks(segments, exported)) {
                statement.execute(setting);
            }
            return opened;
        } catch (SQLException e) {
            IOException failure = opened.fileFailure(e);
            opened.close();
            throw failure == null ? Database.failure(store + " cannot be read", e) : failure;
        }
    }

    /** What is allowed has to be said before everything else is forbidden. */
    private static List<String> locks(List<Segment> segments, @Nullable Path exported) {
        List<String> files = new ArrayList<>();
        segments.forEach(segment -> files.add(Database.quoted(segment.path().toString())));
        if (exported != null) {
            files.add(Database.quoted(exported.toString()));
        }
        return List.of(
                "set allowed_paths = [" + String.join(",", files) + "]",
                "set enable_external_access = false",
                "set lock_configuration = true");
    }

    /**
     * Asks a query.
     *
     * @throws WrongQueryException if DuckDB does not understand it, or may not do it
     * @throws SegmentsChangedException if the recorder has deleted a file; open the directory again
     * @throws DamagedSegmentsException if a file cannot be read; open the directory again
     */
    public void ask(String sql, Taker taker) throws IOException {
        requireSelect(sql);
        run(statement -> {
            try (ResultSet rows = statement.executeQuery(sql)) {
                taker.take(rows);
            }
        });
    }

    /** Writes the result of a query as Parquet into the file that was named before. */
    public void export(String sql, Path file) throws IOException {
        requireSelect(sql);
        run(statement -> {
            statement.execute("create temp view exported as " + sql);
            statement.execute(
                    "copy (from exported) to %s (format parquet, compression zstd)"
                            .formatted(Database.quoted(file.toString())));
        });
    }

    @FunctionalInterface
    private interface Action {
        void run(Statement statement) throws SQLException, IOException;
    }

    private void run(Action action) throws IOException {
        AtomicBoolean late = new AtomicBoolean();
        try (Statement statement = connection.createStatement()) {
            Thread watchdog = Thread.ofVirtual().start(() -> cancelLater(statement, late));
            try {
                action.run(statement);
            } finally {
                watchdog.interrupt();
            }
        } catch (SQLException e) {
            if (late.get()) {
                throw new IOException(
                        "the query took longer than "
                                + limits.time().toSeconds()
                                + " s: ask for less, such as a shorter time; evenkeel query has"
                                + " --seconds",
                        e);
            }
            throw failure(e);
        }
    }

    /** The driver's own time-out ends before the rows are fetched. */
    private void cancelLater(Statement statement, AtomicBoolean late) {
        try {
            Thread.sleep(limits.time());
            late.set(true);
            statement.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (SQLException e) {
            // It has ended meanwhile.
        }
    }

    private IOException failure(SQLException e) {
        String message = message(e);
        if (message.contains("Out of Memory")) {
            return new IOException(
                    "the query needs more than "
                            + limits.memoryMib()
                            + " MiB: ask for less, such as a shorter time; evenkeel query has"
                            + " --memory",
                    e);
        }
        IOException failure = fileFailure(e);
        return failure == null ? new WrongQueryException(message, e) : failure;
    }

    private static String message(SQLException e) {
        return String.valueOf(e.getMessage()).replace(NOISE, "");
    }

    /** What is wrong with the files; null if it is not that. */
    private @Nullable IOException fileFailure(SQLException e) {
        if (isOfAFileThatIsGone(e)) {
            return new SegmentsChangedException(e);
        }
        if (OF_THE_QUERY.stream().anyMatch(message(e)::startsWith)) {
            return null;
        }
        try {
            List<Segment> damaged = SegmentCheck.unreadable(segments);
            for (Segment segment : damaged) {
                segment.markDamaged();
            }
            return damaged.isEmpty() ? null : new DamagedSegmentsException(damaged, e);
        } catch (IOException f) {
            f.addSuppressed(e);
            return f;
        }
    }

    private static boolean isOfAFileThatIsGone(SQLException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("No files found that match")
                || message.contains("No such file or directory");
    }

    /**
     * DuckDB's own parser says what a text is: it turns selections, and nothing else, into JSON.
     */
    private void requireSelect(String sql) throws IOException {
        String asked =
                "select parsed->>'error', parsed->>'error_message',"
                        + " json_array_length(parsed, '$.statements')"
                        + " from (select json_serialize_sql(?::varchar) as parsed)";
        try (PreparedStatement statement = connection.prepareStatement(asked)) {
            statement.setString(1, sql);
            try (ResultSet parsed = statement.executeQuery()) {
                parsed.next();
                String problem = parsed.getString(2);
                if ("true".equals(parsed.getString(1))) {
                    throw new WrongQueryException(
                            problem == null || problem.contains("serialized")
                                    ? "only queries are allowed: SELECT, WITH, FROM, DESCRIBE or SUMMARIZE"
                                    : problem,
                            null);
                }
                if (parsed.getLong(3) != 1) {
                    throw new WrongQueryException("give one query at a time", null);
                }
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // It is in memory: nothing is lost.
        }
    }
}
