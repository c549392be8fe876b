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

/** A cluster as it was at a moment, in the form of {@code evenkeel top --json}. */
public final class RecordedCluster {

    /** Rates are those since this time before the moment. */
    private static final long BEFORE_MICROS = TimeUnit.SECONDS.toMicros(10);

    /** A recorder that runs writes rows more often than this. */
    public static final long QUIET_MICROS = TimeUnit.MINUTES.toMicros(1);

    /** Jobs on a page. */
    static final int MOST_JOBS = 500;

    private static final long HOUR_MICROS = TimeUnit.HOURS.toMicros(1);
    private static final double MICROS = 1_000;

    /**
     * The fields of {@link TopJson} without tasks, and {@code at}, {@code seen}, {@code rates} of
     * the hour before with their {@code rateStep}, {@code beliefs} of {@link RecordedBeliefs} and
     * whether there are {@code moreBeliefs}, {@code missing}: the gaps at that moment in words.
     * Times are milliseconds since 1970.
     *
     * @param at microseconds since 1970
     */
    public static Map<String, Object> fields(QueryDatabase database, long at) throws IOException {
        List<RecordedGap> hour = RecordedGap.within(database, at - HOUR_MICROS, at);
        List<RecordedGap> gaps =
                hour.stream().filter(gap -> gap.from() <= at && gap.to() >= at).toList();
        long since = since(hour, at);
        TopState state = new TopState(ZoneId.systemDefault());
        long before = at - BEFORE_MICROS;
        state.accept(
                new LookUpdate(
                        look(RecordedNodes.at(database, since, before), before, List.of(), false),
                        ""));
        boolean more = gaps.stream().anyMatch(gap -> gap.cause().equals("many-jobs"));
        RecordedNodes nodes = RecordedNodes.at(database, since, at);
        state.accept(
                new LookUpdate(look(nodes, at, RecordedJobs.at(database, since, at), more), ""));
        Map<String, Object> fields = new LinkedHashMap<>(TopJson.fields(state));
        fields.remove("tasks");
        fields.remove("moreTasks");
        fields.put("jobs", withoutPlaces(fields.get("jobs")));
        limitJobs(fields);
        fields.put("failure", "");
        fields.put("at", at / MICROS);
        fields.put("seen", at / MICROS);
        fields.put("rates", RecordedRates.at(database, at, hour));
        fields.put("rateStep", TimeUnit.SECONDS.toMillis(RecordedRates.STEP_SECONDS));
        RecordedBeliefs.Listed beliefs = RecordedBeliefs.at(database, since, at);
        fields.put("beliefs", beliefs.beliefs());
        fields.put("moreBeliefs", beliefs.more());
        fields.put("missing", missing(gaps, nodes.newest(), at));
        return fields;
    }

    /**
     * A page has the first {@value #MOST_JOBS} jobs, and {@code jobsLeft} says how many more there
     * are.
     */
    public static void limitJobs(Map<String, Object> fields) {
        if (fields.get("jobs") instanceof List<?> jobs && jobs.size() > MOST_JOBS) {
            fields.put("jobs", List.copyOf(jobs.subList(0, MOST_JOBS)));
            fields.put("jobsLeft", jobs.size() - MOST_JOBS);
        }
    }

    /** The nodes at a moment alone. */
    static RecordedNodes nodes(QueryDatabase database, long at) throws IOException {
        List<RecordedGap> hour = RecordedGap.within(database, at - HOUR_MICROS, at);
        return RecordedNodes.at(database, since(hour, at), at);
    }

    /** These nodes as a look, without jobs. */
    static Look look(RecordedNodes nodes, long at) {
        return look(nodes, at, List.of(), false);
    }

    private static List<String> missing(List<RecordedGap> gaps, long newest, long at) {
        List<String> missing = new ArrayList<>();
        if (newest < at - QUIET_MICROS) {
            missing.add(
                    newest == 0
                            ? "nothing was recorded on the day before"
                            : "nothing was recorded after " + Select.local(newest));
        }
        gaps.forEach(gap -> missing.add(gap.what()));
        return missing;
    }

    /** While no recorder ran, and from before that, states of nodes and jobs are not known. */
    private static long since(List<RecordedGap> gaps, long at) {
        return gaps.stream()
                .filter(gap -> gap.cause().equals("recorder-stopped") && gap.from() <= at)
                .mapToLong(gap -> Math.min(gap.to(), at))
                .reduce(at - RecordedNodes.FRESH_MICROS, Math::max);
    }

    private static Look look(RecordedNodes nodes, long at, List<JobLine> jobs, boolean moreJobs) {
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
