package org.evenkeel.recorder.dashboard;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.evenkeel.cli.query.StoryLine;
import org.evenkeel.cli.text.Story;
import org.evenkeel.model.JobId;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.TaskId;
import org.evenkeel.recorder.past.RecordedCluster;
import org.evenkeel.recorder.past.RecordedGap;
import org.evenkeel.recorder.past.RecordedJobs;
import org.evenkeel.recorder.past.RecordedStore;
import org.evenkeel.recorder.past.RecordedStory;
import org.evenkeel.recorder.past.Select;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.report.JobPage;
import org.evenkeel.recorder.report.JobReport;
import org.evenkeel.recorder.store.Database;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder has kept, as JSON for pages of the past. Moments are microseconds since 1970;
 * times in the answers are milliseconds since 1970. For any thread.
 *
 * @param store which need not be there yet
 * @param tiles where the detail of pictures is kept
 */
record PastPages(RecordedStore store, RecentTiles tiles) {
    /** Gaps that a page of a task names. */
    private static final int MOST_GAPS = 20;

    private static final double MICROS = 1_000;

    /** When the newest and the oldest row was heard. */
    private record Span(long from, long to) {}

    /**
     * What can be shown: {@code from}, {@code to}, {@code gaps} with {@code from}, {@code to} if
     * they have ended, {@code node} if they are of one, {@code what}; the {@code damaged} files.
     *
     * @return null if nothing was recorded
     */
    byte @Nullable [] range() throws IOException {
        if (!store.isThere()) {
            return null;
        }
        Optional<Map<String, Object>> range =
                store.ask(database -> {
                    Optional<Span> span = span(database);
                    return span.isEmpty()
                            ? Optional.<Map<String, Object>>empty()
                            : Optional.of(range(database, span.get()));
                });
        if (range.isEmpty()) {
            return null;
        }
        Map<String, Object> fields = range.get();
        fields.put("directory", store.directory().toString());
        fields.put("damaged", store.damaged().stream().map(Path::toString).toList());
        return JSON.std.asBytes(fields);
    }

    /** By the recorder's clock; only where it has kept nothing but records, by those of nodes. */
    private static Optional<Span> span(QueryDatabase database) throws IOException {
        Optional<Span> ofNodes = span(database, "nodes");
        return ofNodes.isPresent() ? ofNodes : span(database, "records");
    }

    private static Optional<Span> span(QueryDatabase database, String table) throws IOException {
        String sql =
                "select coalesce(epoch_us(min(time)), -1), coalesce(epoch_us(max(time)), -1) from "
                        + table;
        return Select.list(database, sql, row -> new Span(row.getLong(1), row.getLong(2))).stream()
                .filter(span -> span.from() >= 0)
                .findFirst();
    }

    private static Map<String, Object> range(QueryDatabase database, Span span) throws IOException {
        List<Map<String, Object>> gaps = new ArrayList<>();
        for (RecordedGap gap : RecordedGap.within(database, span.from(), span.to())) {
            gaps.add(
                    new JsonObject()
                            .with("from", Math.max(gap.from(), span.from()) / MICROS)
                            .withIf(gap.to() != RecordedGap.NOT_ENDED, "to", gap.to() / MICROS)
                            .withIf(!gap.isOfEverything(), "node", gap.node())
                            .with("what", gap.what()));
        }
        if (span.to() < now() - RecordedCluster.QUIET_MICROS) {
            Map<String, Object> sinceThen = new LinkedHashMap<>();
            sinceThen.put("from", span.to() / MICROS);
            sinceThen.put("what", "nothing was recorded since then");
            gaps.add(sinceThen);
        }
        return new JsonObject()
                .with("from", span.from() / MICROS)
                .with("to", span.to() / MICROS)
                .with("gaps", gaps);
    }

    /** See {@link RecordedCluster}. */
    byte @Nullable [] cluster(long at) throws IOException {
        return store.isThere()
                ? JSON.std.asBytes(store.ask(database -> RecordedCluster.fields(database, at)))
                : null;
    }

    /** The {@code jobs} of {@link RecordedJobs}, and whether there are {@code more}. */
    byte @Nullable [] jobs(long at) throws IOException {
        if (!store.isThere()) {
            return null;
        }
        RecordedJobs.Listed listed = store.ask(database -> RecordedJobs.until(database, at));
        return JSON.std.asBytes(Map.of("jobs", listed.jobs(), "more", listed.more()));
    }

    /** All machines at a moment, in the form of {@link MachineList#all}. */
    byte @Nullable [] machines(long at) throws IOException {
        return store.isThere()
                ? JSON.std.asBytes(store.ask(database -> PastMachines.all(database, at)))
                : null;
    }

    /** A machine at a moment, see {@link PastMachines#one}; null if none of this name was there. */
    byte @Nullable [] machine(String name, long at) throws IOException {
        if (!store.isThere()) {
            return null;
        }
        Optional<Map<String, Object>> found =
                store.ask(database -> Optional.ofNullable(PastMachines.one(database, name, at)));
        return found.isEmpty() ? null : JSON.std.asBytes(found.get());
    }

    /** How a job ran until a moment; null if nothing was recorded of it. */
    byte @Nullable [] job(JobId job, long at) throws IOException {
        if (!store.isThere()) {
            return null;
        }
        Optional<JobPage> found =
                store.ask(database -> Optional.ofNullable(JobReport.recorded(database, job, at)));
        if (found.isEmpty()) {
            return null;
        }
        Map<String, Object> fields = tiles.fields(found.get());
        fields.put("made", Math.min(at, now()) / MICROS);
        return JSON.std.asBytes(fields);
    }

    /** What happened to a task until a moment, in the form of {@link TaskPages}. */
    byte @Nullable [] task(TaskId task, long at) throws IOException {
        if (!store.isThere()) {
            return null;
        }
        Optional<Map<String, Object>> found = store.ask(database -> task(database, task, at));
        return found.isEmpty() ? null : JSON.std.asBytes(found.get());
    }

    private static Optional<Map<String, Object>> task(QueryDatabase database, TaskId task, long at)
            throws IOException {
        List<StoryLine> story = RecordedStory.until(database, task, at, TaskPages.MAX_STEPS);
        if (story.isEmpty()) {
            return Optional.empty();
        }
        String count =
                "select count(*) from records where task = %s and time <= %s"
                        .formatted(Database.quoted(task.toString()), Select.time(at));
        long steps = Select.list(database, count, row -> row.getLong(1)).getFirst();
        StoryLine last = story.getLast();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("task", task.toString());
        fields.put("recorded", true);
        fields.put("steps", story.stream().map(TaskPages::fields).toList());
        fields.put("left", Math.max(0, steps - story.size()));
        fields.put(
                "now",
                List.of(
                        "Its last record by then, at %s: %s"
                                .formatted(last.node(), Story.what(last.step()))));
        fields.put("missing", missing(database, story, at));
        return Optional.of(fields);
    }

    private static List<String> missing(QueryDatabase database, List<StoryLine> story, long at)
            throws IOException {
        long from = TimeUnit.MILLISECONDS.toMicros(story.getFirst().at().toEpochMilli());
        return RecordedGap.within(database, from, at).stream()
                .filter(RecordedGap::isOfRecords)
                .map(RecordedGap::what)
                .distinct()
                .limit(MOST_GAPS)
                .toList();
    }

    /** This moment. */
    static long now() {
        return TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
    }
}
