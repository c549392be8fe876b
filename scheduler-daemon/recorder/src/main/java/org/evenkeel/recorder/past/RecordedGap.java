package org.evenkeel.recorder.past;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.evenkeel.recorder.query.QueryDatabase;

/**
 * A time of which something is missing. Times are microseconds since 1970.
 *
 * @param cause as the table of gaps has it
 * @param node whose records are missing; empty for all nodes
 * @param lost how many, negative if that is not known
 * @param from 0 if it is not known where it begins
 * @param to {@link #NOT_ENDED} if it has not ended
 * @param what the same in words
 */
public record RecordedGap(String cause, String node, long lost, long from, long to, String what) {

    /** Later than everything. */
    public static final long NOT_ENDED = Long.MAX_VALUE;

    /** Gaps that are read at once. */
    static final int MOST = 500;

    /** Those where states of the cluster are missing, or may be. */
    private static final Set<String> OF_EVERYTHING =
            Set.of("recorder-stopped", "deleted", "damaged");

    /** The gaps of a span of time, the newest ones if there are too many, in their order. */
    public static List<RecordedGap> within(QueryDatabase database, long from, long to)
            throws IOException {
        String sql =
                """
                select * from (
                  select cause, coalesce(node, '') as node, coalesce(lost, -1) as lost,
                    coalesce(epoch_us(from_time), 0) as began,
                    coalesce(epoch_us(to_time), %d) as ended, what
                  from gaps)
                where began <= %d and ended >= %d
                order by began desc limit %d\
                """
                        .formatted(NOT_ENDED, to, from, MOST);
        return Select.list(
                        database,
                        sql,
                        row ->
                                new RecordedGap(
                                        Select.text(row, "cause"),
                                        Select.text(row, "node"),
                                        row.getLong("lost"),
                                        row.getLong("began"),
                                        row.getLong("ended"),
                                        Select.text(row, "what")))
                .reversed();
    }

    /** Whether states of all nodes are missing, or may be. */
    public boolean isOfEverything() {
        return OF_EVERYTHING.contains(cause);
    }

    /** Whether records of tasks are missing, or may be. */
    public boolean isOfRecords() {
        return switch (cause) {
            case "many-jobs" -> false;
            case "deleted", "damaged" -> what.contains("the table records");
            default -> true;
        };
    }
}
