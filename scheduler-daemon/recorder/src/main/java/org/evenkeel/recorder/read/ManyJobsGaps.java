package org.evenkeel.recorder.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.recorder.table.Row;
import org.evenkeel.wire.proto.JobsAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The gaps of nodes that have more jobs than they name: the states of the others are missing. While
 * that lasts, the row is repeated with a later end. Times are microseconds since 1970. For one
 * thread.
 */
public final class ManyJobsGaps {

    /** Time between two rows of a gap that lasts. */
    static final long EXTENDED_MICROS = 60_000_000;

    private final Map<String, Lasting> lasting = new TreeMap<>();

    /**
     * A gap that lasts.
     *
     * @param toldTo its end in the last row
     */
    private record Lasting(long incarnation, long from, long toldTo) {}

    /** The rows of gaps that begin, last or end with these answers. */
    public List<Row> take(List<JobsAnswer> answers, long now) {
        List<Row> rows = new ArrayList<>();
        for (JobsAnswer answer : answers) {
            String node = answer.getNode();
            Lasting known = lasting.get(node);
            if (answer.getMore()) {
                extend(node, answer.getIncarnation(), known, now, rows);
            } else if (known != null) {
                lasting.remove(node);
                rows.add(Gap.manyJobs(now, node, known.incarnation(), known.from(), now));
            }
        }
        return rows;
    }

    private void extend(
            String node, long incarnation, @Nullable Lasting known, long now, List<Row> rows) {
        boolean same = known != null && known.incarnation() == incarnation;
        if (known != null && same && now - known.toldTo() < EXTENDED_MICROS) {
            return;
        }
        long from = known != null && same ? known.from() : now;
        lasting.put(node, new Lasting(incarnation, from, now));
        rows.add(Gap.manyJobs(now, node, incarnation, from, now));
    }
}
