package org.evenkeel.recorder.past;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.evenkeel.recorder.query.QueryDatabase;

/** How many attempts ended each second in the hour before a moment. */
final class RecordedRates {

    /** Of one rate. */
    static final int STEP_SECONDS = 10;

    /** Stands for a rate that is not known; others are not negative. */
    static final double UNKNOWN = -1;

    private static final int COUNT = 360;
    private static final long STEP_MICROS = TimeUnit.SECONDS.toMicros(STEP_SECONDS);

    /** Attempts that ended at a node, and the step in which that was heard. */
    private record Ended(int step, double count) {}

    /**
     * The rates, the newest last.
     *
     * @param at microseconds since 1970
     * @param gaps of that hour
     */
    static List<Double> at(QueryDatabase database, long at, List<RecordedGap> gaps)
            throws IOException {
        long begin = at - COUNT * STEP_MICROS;
        double[] rates = new double[COUNT];
        for (Ended ended : ended(database, begin, at)) {
            if (ended.step() >= 0) {
                rates[Math.min(ended.step(), COUNT - 1)] += ended.count() / STEP_SECONDS;
            }
        }
        long[] heard = heard(database, begin, at);
        for (int step = 0; step < COUNT; step++) {
            long from = begin + step * STEP_MICROS;
            boolean isHeard =
                    from + STEP_MICROS >= heard[0]
                            && from <= heard[1] + RecordedCluster.QUIET_MICROS;
            if (!isHeard || isMissing(from, gaps)) {
                rates[step] = UNKNOWN;
            }
        }
        List<Double> list = new ArrayList<>(COUNT);
        Arrays.stream(rates).map(rate -> Math.round(rate * 10) / 10.0).forEach(list::add);
        return list;
    }

    /** A node that has changed is heard within a second: what ended, ended in that step. */
    private static List<Ended> ended(QueryDatabase database, long begin, long at)
            throws IOException {
        String sql =
                """
                with steps as (
                  select node, incarnation, (epoch_us(time) - %d) // %d as step, max(run) as run
                  from nodes where answers and time > %s and time <= %s group by all),
                counted as (
                  select step, run - lag(run) over (
                    partition by node, incarnation order by step) as ended
                  from steps)
                select step, sum(ended)::double as ended from counted where ended > 0 group by step\
                """
                        .formatted(
                                begin,
                                STEP_MICROS,
                                Select.time(begin - RecordedNodes.FRESH_MICROS),
                                Select.time(at));
        return Select.list(
                database, sql, row -> new Ended((int) row.getLong("step"), row.getDouble("ended")));
    }

    /** When a node was heard first, and when last. */
    private static long[] heard(QueryDatabase database, long begin, long at) throws IOException {
        String sql =
                """
                select coalesce(epoch_us(min(time)), %d), coalesce(epoch_us(max(time)), 0)
                from nodes where time > %s and time <= %s\
                """
                        .formatted(
                                at + STEP_MICROS + 1,
                                Select.time(begin - RecordedNodes.FRESH_MICROS),
                                Select.time(at));
        return Select.list(database, sql, row -> new long[] {row.getLong(1), row.getLong(2)})
                .getFirst();
    }

    private static boolean isMissing(long from, List<RecordedGap> gaps) {
        return gaps.stream()
                .anyMatch(gap ->
                        gap.isOfEverything()
                                && gap.from() <= from
                                && gap.to() >= from + STEP_MICROS);
    }
}
