package org.evenkeel.recorder.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.recorder.table.Table;
import org.jspecify.annotations.Nullable;

/**
 * Of states that are asked for again and again, those that differ from the ones before, and from
 * time to time all of them: the digest. Times are microseconds.
 */
public final class ChangeFilter {

    /** Time between two digests. */
    public static final long DIGEST_MICROS = 30_000_000;

    /** Rows that a digest may have in {@link #DIGEST_MICROS}; larger ones are rarer. */
    public static final int DIGEST_ROWS = 1_000;

    private final Table table;
    private final List<String> key;
    private final boolean digests;
    private Map<List<@Nullable Object>, Row> last = new HashMap<>();
    private long digestTime;

    /**
     * @param key columns that say of what a row is
     * @param digests whether all rows are wanted from time to time
     */
    public ChangeFilter(Table table, List<String> key, boolean digests) {
        this.table = table;
        this.key = List.copyOf(key);
        this.digests = digests;
    }

    /** Those to keep of the rows that were answered now. */
    public List<Row> changed(List<Row> rows, long now) {
        long interval = DIGEST_MICROS * Math.ceilDiv(Math.max(1, rows.size()), DIGEST_ROWS);
        boolean all = digests && now - digestTime >= interval;
        if (all) {
            digestTime = now;
        }
        Map<List<@Nullable Object>, Row> seen = new HashMap<>();
        List<Row> changed = new ArrayList<>();
        for (Row row : rows) {
            List<@Nullable Object> of = key(row);
            Row before = last.get(of);
            seen.put(of, row);
            if (all || before == null || !isSame(before, row)) {
                changed.add(row);
            }
        }
        last = seen;
        return changed;
    }

    private List<@Nullable Object> key(Row row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (String column : key) {
            values.add(row.get(column));
        }
        return values;
    }

    /** But for the time at which it was heard. */
    private boolean isSame(Row one, Row other) {
        int time = table.index("time");
        for (int i = 0; i < one.values().size(); i++) {
            if (i != time && !Objects.equals(one.values().get(i), other.values().get(i))) {
                return false;
            }
        }
        return true;
    }
}
