package org.evenkeel.recorder.past;

import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.JobLine;
import org.evenkeel.cli.top.Look;
import org.evenkeel.cli.top.LookUpdate;
import org.evenkeel.cli.top.TopJson;
import org.evenkeel.cli.top.TopState;
import org.evenkeel.recorder.query.QueryDatabase;
import org.jspecify.annotations.Nullable;

/** A cluster as it was, in the form in which {@code evenkeel top --json} says how it is. */
public final class RecordedCluster {

    /** For rates. */
    private static final long BEFORE_MICROS = TimeUnit.SECONDS.toMicros(10);

    private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final double MICROS = 1_000;

    private RecordedCluster() {}

    /**
     * The fields of {@link TopJson} without tasks, and {@code at}, {@code seen}, {@code rates} of
     * the hour before with their {@code rateStep}, {@code beliefs} of {@link RecordedBeliefs},
     * {@code missing}: the gaps at that moment in words. Times are milliseconds since 1970.
     *
     * @param at microseconds since 1970
     */
    public static Map<String, Object> fields(QueryDatabase database, long at) throws IOException {
        List<RecordedGap> hour = RecordedGap.within(database, at - HOUR_MICROS, at);
        List<RecordedGap> gaps =
                hour.stream().filter(gap -> gap.from() <= at && gap.to() >= at).toList();
        TopState state = new TopState(ZoneId.systemDefault());
        state.accept(new LookUpdate(look(database, at - BEFORE_MICROS, List.of(), false), ""));
        boolean more = gaps.stream().anyMatch(gap -> gap.cause().equals("many-jobs"));
        state.accept(new LookUpdate(look(database, at, RecordedJobs.at(database, at), more), ""));
        Map<String, Object> fields = new LinkedHashMap<>(TopJson.fields(state));
        fields.remove("tasks");
        fields.remove("moreTasks");
        fields.put("jobs", withoutPlaces(fields.get("jobs")));
        fields.put("failure", "");
        fields.put("at", at / MICROS);
        fields.put("seen", at / MICROS);
        fields.put("rates", RecordedRates.at(database, at, hour));
        fields.put("rateStep", TimeUnit.SECONDS.toMillis(RecordedRates.STEP_SECONDS));
        fields.put("beliefs", RecordedBeliefs.at(database, at));
        fields.put("missing", gaps.stream().map(RecordedGap::what).toList());
        return fields;
    }

    private static Look look(QueryDatabase database, long at, List<JobLine> jobs, boolean moreJobs)
            throws IOException {
        RecordedNodes nodes = RecordedNodes.at(database, at);
        return new Look(
                TimeUnit.MICROSECONDS.toNanos(at),
                nodes.answers(),
                jobs,
                List.of(),
                nodes.silent(),
                moreJobs,
                false);
    }

    /** Where the tasks of a job were is not recorded. */
    private static List<Map<?, ?>> withoutPlaces(@Nullable Object jobs) {
        List<Map<?, ?>> without = new ArrayList<>();
        if (jobs instanceof List<?> list) {
            for (Object job : list) {
                if (job instanceof Map<?, ?> fields) {
                    Map<Object, Object> kept = new LinkedHashMap<>(fields);
                    kept.remove("nodes");
                    without.add(kept);
                }
            }
        }
        return without;
    }
}
