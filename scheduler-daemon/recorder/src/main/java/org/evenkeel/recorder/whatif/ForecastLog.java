package org.evenkeel.recorder.whatif;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.daemon.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The forecasts of a cluster, with the actual ends: a line of JSON each, in the recorder's
 * directory. Only forecasts without a change are kept: others have no actual end. For any thread
 * and process.
 */
record ForecastLog(Path store) {
    private static final String FILE = "forecasts.jsonl";
    private static final String LOCK = "forecasts.lock";

    /** The newest are kept. */
    static final int MAX_ENTRIES = 2_000;

    private static final long MAX_BYTES = 4L << 20;

    /** Forecasts of a job from moments that are closer are one: the newest. */
    private static final long SAME_MILLIS = 60_000;

    /** After this time an end is no longer looked for: its records may be deleted. */
    private static final Duration EXPIRES = Duration.ofDays(30);

    /** Ends that are looked for together, of the newest forecasts. */
    private static final int MAX_LOOKUPS = 500;

    private static final Object IN_THIS_PROCESS = new Object();

    /**
     * A forecast. Times are milliseconds since 1970.
     *
     * @param job id
     * @param at the moment from which on it was made
     * @param ended when the job's tasks of that moment had ended; null while that is not known
     */
    record Entry(String job, long at, long low, long median, long high, @Nullable Long ended) {

        boolean holds() {
            return ended != null && low <= ended && ended <= high;
        }

        private Entry endedAt(@Nullable Long time) {
            return new Entry(job, at, low, median, high, time);
        }

        private boolean isSame(Entry other) {
            return job.equals(other.job) && Math.abs(at - other.at) < SAME_MILLIS;
        }

        private Map<String, Object> fields() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("job", job);
            fields.put("at", at);
            fields.put("low", low);
            fields.put("median", median);
            fields.put("high", high);
            if (ended != null) {
                fields.put("ended", ended);
            }
            return fields;
        }

        private static Optional<Entry> of(Map<String, Object> fields) {
            return fields.get("job") instanceof String job
                            && fields.get("at") instanceof Number at
                            && fields.get("low") instanceof Number low
                            && fields.get("median") instanceof Number median
                            && fields.get("high") instanceof Number high
                    ? Optional.of(
                            new Entry(
                                    job,
                                    at.longValue(),
                                    low.longValue(),
                                    median.longValue(),
                                    high.longValue(),
                                    fields.get("ended") instanceof Number ended
                                            ? Long.valueOf(ended.longValue())
                                            : null))
                    : Optional.empty();
        }
    }

    /**
     * How earlier forecasts held.
     *
     * @param forecasts those whose actual end is known
     * @param held of these, those whose interval contains the end
     */
    record Judged(int forecasts, int held) {}

    /** Finds the actual ends. */
    interface Truth {
        /** What became of the tasks of each forecast, in their order. */
        List<End> of(List<Entry> forecasts) throws IOException;
    }

    /**
     * What became of the tasks of a forecast.
     *
     * @param ended milliseconds since 1970; null while it is not known
     * @param isVoid whether it cannot be judged: they were cancelled, or are not recorded any more
     */
    record End(@Nullable Long ended, boolean isVoid) {}

    /** All entries, the oldest first. */
    List<Entry> entries() throws IOException {
        Path file = store.resolve(FILE);
        List<Entry> entries = new ArrayList<>();
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            return entries;
        }
        for (String line : Files.readString(file, StandardCharsets.UTF_8).split("\n")) {
            try {
                if (!line.isBlank()) {
                    Entry.of(JSON.std.mapFrom(line)).ifPresent(entries::add);
                }
            } catch (IOException e) {
                // A line that others wrote.
            }
        }
        return entries;
    }

    /**
     * Adds forecasts, and looks for the actual ends of earlier ones.
     *
     * @param now milliseconds since 1970
     * @return all entries
     */
    List<Entry> add(List<Entry> added, Truth truth, long now) throws IOException {
        synchronized (IN_THIS_PROCESS) {
            try (FileChannel channel = PrivateFiles.append(store.resolve(LOCK));
                    FileLock lock = channel.lock()) {
                List<Entry> entries = entries();
                entries.removeIf(entry -> added.stream().anyMatch(entry::isSame));
                entries.addAll(added);
                List<Entry> kept = judged(entries, truth, now);
                if (lock.isValid()) {
                    write(kept);
                }
                return kept;
            }
        }
    }

    private static List<Entry> judged(List<Entry> entries, Truth truth, long now)
            throws IOException {
        List<Entry> open =
                entries.reversed().stream()
                        .filter(entry -> entry.ended() == null)
                        .limit(MAX_LOOKUPS)
                        .toList();
        List<End> ends = open.isEmpty() ? List.of() : truth.of(open);
        List<Entry> kept = new ArrayList<>();
        for (Entry entry : entries) {
            int place = entry.ended() == null ? open.indexOf(entry) : -1;
            End end = place < 0 ? new End(entry.ended(), false) : ends.get(place);
            boolean expired = end.ended() == null && now - entry.at() > EXPIRES.toMillis();
            if (!end.isVoid() && !expired) {
                kept.add(entry.endedAt(end.ended()));
            }
        }
        return kept.subList(Math.max(0, kept.size() - MAX_ENTRIES), kept.size());
    }

    private void write(List<Entry> entries) throws IOException {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            text.append(JSON.std.asString(entry.fields())).append('\n');
        }
        PrivateFiles.writeAtomically(
                store.resolve(FILE), text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** How the forecasts among entries held, without those of these very moments. */
    static Judged judge(List<Entry> entries, List<Entry> without) {
        int judged = 0;
        int held = 0;
        for (Entry entry : entries) {
            if (entry.ended() != null && without.stream().noneMatch(entry::isSame)) {
                judged++;
                held += entry.holds() ? 1 : 0;
            }
        }
        return new Judged(judged, held);
    }

    /** When the tasks of a forecast ended, if it is among the entries. */
    static Optional<Instant> ended(List<Entry> entries, Entry forecast) {
        return entries.stream()
                .filter(entry -> entry.isSame(forecast))
                .flatMap(entry -> Optional.ofNullable(entry.ended()).stream())
                .map(Instant::ofEpochMilli)
                .findFirst();
    }
}
