package org.evenkeel.recorder.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.daemon.files.PrivateFiles;
import org.evenkeel.recorder.read.Gap;
import org.evenkeel.recorder.read.Position;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder has kept, in a directory of its own, and what it is about to write. Any number of
 * processes may read the directory; one writes it. For one thread.
 */
public final class RecordStore implements Closeable {

    /** Rows that wait to be written; then they are written, or no more are taken. */
    static final int MAX_ROWS = 50_000;

    /** Memory of these rows, about. */
    static final long MAX_BYTES = 32L << 20;

    /** Memory of DuckDB. */
    private static final String MEMORY = "256MB";

    /** So long a segment stays beside the one that replaces it, for queries that read it. */
    static final Duration KEEP_REPLACED = Duration.ofMinutes(10);

    /** Merges in a row, so that reading continues. */
    private static final int MERGES = 8;

    private final Path directory;
    private final StoreLock lock;
    private final Connection database;
    private final SegmentFiles files;
    private final DamagedSegments damaged;
    private final Map<Table, List<Row>> waiting = new EnumMap<>(Table.class);
    private int rows;
    private long bytes;
    private long number;

    private RecordStore(Path directory, StoreLock lock, Connection database, Steps steps)
            throws IOException {
        this.directory = directory;
        this.lock = lock;
        this.database = database;
        this.files = new SegmentFiles(directory, database, steps);
        this.damaged = new DamagedSegments(directory);
        files.deleteIncomplete();
        damaged.look();
        number = SegmentList.all(directory).stream().mapToLong(Segment::last).max().orElse(0) + 1;
    }

    /**
     * Opens a directory, which is made if it is not there.
     *
     * @throws StoreInUseException if another recorder writes it
     */
    public static RecordStore open(Path directory, Steps steps) throws IOException {
        requirePlainName(directory);
        PrivateFiles.createDirectories(directory);
        requirePlainName(directory.toRealPath());
        StoreLock lock = StoreLock.take(directory);
        Connection database = null;
        try {
            database = Database.open(Map.of("memory_limit", MEMORY, "threads", "1"));
            return new RecordStore(directory, lock, database, steps);
        } catch (IOException | RuntimeException e) {
            close(database);
            lock.close();
            throw e;
        }
    }

    /** DuckDB looks for all files whose names fit. */
    private static void requirePlainName(Path directory) throws IOException {
        if (directory.toString().chars().anyMatch(c -> "*?[]{}".indexOf(c) >= 0)) {
            throw new IOException(
                    "a recorder cannot write "
                            + directory
                            + ": its name has one of * ? [ ] { }, which stand for several files;"
                            + " name another --directory");
        }
    }

    /** Adds rows, which {@link #flush} writes. */
    public void add(List<Row> added) {
        for (Row row : added) {
            waiting.computeIfAbsent(row.table(), _ -> new ArrayList<>()).add(row);
            rows++;
            bytes += row.bytes();
        }
    }

    /** Whether no more rows are to be added before they are written. */
    public boolean isFull() {
        return rows >= MAX_ROWS || bytes >= MAX_BYTES;
    }

    /**
     * Writes what was added. What fails waits for the next time, which has another number: it must
     * not write over segments of other tables that this one has written.
     *
     * @throws IOException if not all of it could be written
     */
    public void flush(Instant now) throws IOException {
        long writing = number++;
        for (Table table : Table.values()) {
            List<Row> its = waiting.getOrDefault(table, List.of());
            if (!its.isEmpty()) {
                files.write(table, its, day(now), writing);
                waiting.remove(table);
                rows -= its.size();
                bytes -= its.stream().mapToLong(Row::bytes).sum();
            }
        }
    }

    /**
     * Deletes segments that were merged a while ago, and the oldest ones; then it merges. A disk
     * that is full stops the merging, not the deletion.
     */
    public void tidy(Instant now, RetentionPlan retention) throws IOException {
        damaged.look();
        deleteReplaced(now);
        deleteOutdated(now, retention);
        for (int i = 0; i < MERGES; i++) {
            List<Segment> next = MergePlan.next(SegmentList.current(directory), day(now));
            if (next.isEmpty()) {
                break;
            }
            merge(next);
        }
    }

    private void merge(List<Segment> segments) throws IOException {
        try {
            files.merge(segments);
        } catch (IOException e) {
            if (!damaged.mark(segments)) {
                throw e;
            }
        }
    }

    private void deleteReplaced(Instant now) throws IOException {
        List<Segment> all = SegmentList.all(directory);
        long before = now.minus(KEEP_REPLACED).toEpochMilli();
        for (Segment segment : all) {
            if (isReplaced(segment, all, before)) {
                files.delete(segment);
            }
        }
    }

    private static boolean isReplaced(Segment segment, List<Segment> all, long beforeMillis)
            throws IOException {
        for (Segment other : all) {
            if (other.replaces(segment)
                    && other.modifiedMillis() < beforeMillis
                    && SegmentList.isWhole(other)) {
                return true;
            }
        }
        return false;
    }

    /** The gap is written first: it may be there without need, but not be missing. */
    private void deleteOutdated(Instant now, RetentionPlan retention) throws IOException {
        List<Segment> all = SegmentList.all(directory);
        List<Segment> outdated = retention.outdated(all, day(now));
        if (outdated.isEmpty()) {
            return;
        }
        Map<Table, SegmentFiles.Extent> extents = new EnumMap<>(Table.class);
        for (Segment segment : outdated) {
            extent(segment)
                    .ifPresent(
                            had -> extents.merge(segment.table(), had, SegmentFiles.Extent::with));
        }
        List<Row> gaps = new ArrayList<>();
        extents.forEach((table, had) ->
                gaps.add(
                        Gap.deleted(
                                micros(now),
                                table,
                                had.rows(),
                                had.firstMicros(),
                                had.lastMicros())));
        if (!gaps.isEmpty()) {
            files.write(Table.GAPS, gaps, day(now), number++);
        }
        for (Segment segment : outdated) {
            for (Segment replaced : all) {
                if (segment.replaces(replaced)) {
                    files.delete(replaced);
                }
            }
            files.delete(segment);
        }
    }

    /** Nothing of one that is damaged. */
    private Optional<SegmentFiles.Extent> extent(Segment segment) throws IOException {
        if (!SegmentList.isWhole(segment)) {
            return Optional.empty();
        }
        try {
            return Optional.of(files.extent(segment));
        } catch (IOException e) {
            if (!damaged.mark(List.of(segment))) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /** How far the records of each node are stored: the newest process last. */
    public Map<String, List<Position>> positions() throws IOException {
        while (true) {
            List<Segment> records =
                    SegmentList.current(directory).stream()
                            .filter(segment -> segment.table() == Table.RECORDS)
                            .toList();
            if (records.isEmpty()) {
                return Map.of();
            }
            try {
                return positions(records);
            } catch (IOException e) {
                if (!damaged.mark(records)) {
                    throw e;
                }
            }
        }
    }

    private Map<String, List<Position>> positions(List<Segment> records) throws IOException {
        Map<String, List<Position>> positions = new LinkedHashMap<>();
        String sql =
                """
                select node, incarnation, max(seq) + 1, epoch_us(max(time))
                from read_parquet(%s, union_by_name = true)
                group by node, incarnation order by max(time), incarnation\
                """
                        .formatted(Database.list(records));
        try (Statement statement = database.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                positions
                        .computeIfAbsent(found.getString(1), _ -> new ArrayList<>())
                        .add(new Position(found.getLong(2), found.getLong(3), found.getLong(4)));
            }
        } catch (SQLException e) {
            throw Database.failure("the records in " + directory + " cannot be read", e);
        }
        return positions;
    }

    /** When something was written last. */
    public Optional<Instant> lastWritten() throws IOException {
        return SegmentList.all(directory).stream()
                .map(segment -> Instant.ofEpochMilli(segment.modifiedMillis()))
                .max(Instant::compareTo);
    }

    /** Gaps for segments that turned out to be damaged since the last call. */
    public List<Row> newlyDamaged(Instant now) throws IOException {
        return damaged.gaps(micros(now));
    }

    /** The recorder that writes a directory now, as far as can be seen. */
    public static Optional<ProcessHandle> writer(Path directory) {
        return StoreLock.holder(directory);
    }

    /** Bytes of all segments in a directory. */
    public static long bytes(Path directory) throws IOException {
        return SegmentList.all(directory).stream().mapToLong(Segment::bytes).sum();
    }

    private static LocalDate day(Instant now) {
        return now.atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static long micros(Instant now) {
        return now.toEpochMilli() * 1_000;
    }

    /** Gives the directory free; what was not written is lost. */
    @Override
    public void close() throws IOException {
        close(database);
        lock.close();
    }

    private static void close(@Nullable Connection database) {
        if (database != null) {
            try {
                database.close();
            } catch (SQLException e) {
                // It is in memory: nothing is lost.
            }
        }
    }
}
