package org.evenkeel.recorder.store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.recorder.table.Table;

/**
 * Says which segments to merge, so that a day has some dozens of them while it lasts, and one when
 * it is over.
 */
final class MergePlan {

    /** So many segments of a level become one of the next. */
    static final int FAN_IN = 32;

    /** Levels that are merged before the day is over. */
    static final int LEVELS = 2;

    /** Merged segments are not longer, bytes. */
    static final long MAX_BYTES = 256L << 20;

    /**
     * The segments to merge next, neighbours of one table and day; none if nothing is to do.
     *
     * @param current of all tables
     */
    static List<Segment> next(List<Segment> current, LocalDate today) {
        Map<Table, Map<LocalDate, List<Segment>>> days = new TreeMap<>();
        for (Segment segment : current) {
            days.computeIfAbsent(segment.table(), _ -> new TreeMap<>())
                    .computeIfAbsent(segment.day(), _ -> new ArrayList<>())
                    .add(segment);
        }
        for (Map<LocalDate, List<Segment>> ofTable : days.values()) {
            for (Map.Entry<LocalDate, List<Segment>> day : ofTable.entrySet()) {
                List<Segment> sorted = day.getValue().stream().sorted(Segment.BY_AGE).toList();
                List<Segment> next =
                        day.getKey().isBefore(today) ? ofWholeDay(sorted) : ofLevel(sorted);
                if (!next.isEmpty()) {
                    return next;
                }
            }
        }
        return List.of();
    }

    private static List<Segment> ofWholeDay(List<Segment> sorted) {
        List<Segment> run = new ArrayList<>();
        long bytes = 0;
        for (Segment segment : sorted) {
            if (bytes + segment.bytes() > MAX_BYTES) {
                if (run.size() > 1) {
                    return run;
                }
                run.clear();
                bytes = 0;
            }
            run.add(segment);
            bytes += segment.bytes();
        }
        return run.size() > 1 ? run : List.of();
    }

    private static List<Segment> ofLevel(List<Segment> sorted) {
        List<Segment> run = new ArrayList<>();
        for (Segment segment : sorted) {
            if (!run.isEmpty() && run.getFirst().level() != segment.level()) {
                run.clear();
            }
            run.add(segment);
            if (run.size() == FAN_IN && segment.level() < LEVELS) {
                return run;
            }
        }
        return List.of();
    }
}
