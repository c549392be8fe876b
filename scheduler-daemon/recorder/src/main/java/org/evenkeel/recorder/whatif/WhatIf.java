package org.evenkeel.recorder.whatif;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.evenkeel.recorder.past.Select;
import org.evenkeel.recorder.query.QueryDatabase;
import org.evenkeel.recorder.query.StoreReader;
import org.evenkeel.recorder.whatif.ForecastLog.Entry;
import org.evenkeel.simulator.forecast.Band;
import org.evenkeel.simulator.forecast.ForecastRefusedException;
import org.evenkeel.simulator.forecast.Forecaster;
import org.jspecify.annotations.Nullable;

/** Forecasts from the records of a cluster. */
final class WhatIf {

    /** Memory that reading the records may take, MiB, if nothing else is said. */
    static final int MEMORY_MIB = 1_024;

    private static final Duration READING = Duration.ofMinutes(2);

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Path store;
    private final StoreReader records;
    private final int threads;

    /**
     * @param store the recorder's directory, which exists
     * @param memoryMib that reading the records may take
     * @param threads runs at a time; it does not change the results
     */
    WhatIf(Path store, int memoryMib, int threads) {
        this.store = store;
        this.records =
                new StoreReader(store, new QueryDatabase.Limits(memoryMib, READING), _ -> {});
        this.threads = threads;
    }

    /**
     * What a forecast can be asked about.
     *
     * @param at the moment; null for the newest
     * @throws ForecastRefusedException if it is not recorded, or not without gaps
     */
    RecordedMoment read(@Nullable Instant at) throws IOException {
        return records.ask(database -> MomentReader.read(database, at));
    }

    /**
     * Simulates, and adds the forecast to those that are kept.
     *
     * @param now for the record of earlier forecasts
     * @param progress hears how many runs have ended
     * @throws ForecastRefusedException if too little is known
     * @throws IllegalArgumentException if the change names what is not there
     */
    WhatIfAnswer answer(
            Question question, RecordedMoment recorded, Instant now, IntConsumer progress)
            throws IOException, InterruptedException {
        String job = question.job();
        if (job != null && !recorded.moment().jobs().contains(job)) {
            throw new ForecastRefusedException(
                    List.of("job " + job + " had no open tasks at " + recorded.at()));
        }
        Forecaster forecaster = new Forecaster(recorded.moment(), question.change());
        List<JobEnd> ends = simulate(question, recorded, forecaster, progress);
        List<String> notes = new ArrayList<>(recorded.notes());
        notes.addAll(forecaster.notes());
        List<Entry> mine = new ArrayList<>();
        if (forecaster.isWhole()) {
            ends.forEach(end -> mine.add(entry(recorded.at(), end)));
        }
        List<Entry> kept = new ForecastLog(store).add(mine, this::truth, now.toEpochMilli());
        return new WhatIfAnswer(
                recorded.at(),
                question.change(),
                ends.stream()
                        .filter(end -> job == null || end.job().equals(job))
                        .map(end -> end.endedAt(ForecastLog.ended(kept, entry(recorded.at(), end))))
                        .toList(),
                notes,
                question.runs(),
                ForecastLog.judge(kept, mine));
    }

    private static Entry entry(Instant at, JobEnd end) {
        Band band = end.band();
        long millis = at.toEpochMilli();
        return new Entry(
                end.job(),
                millis,
                millis + band.low() / NANOS_PER_MILLI,
                millis + band.median() / NANOS_PER_MILLI,
                millis + band.high() / NANOS_PER_MILLI,
                null);
    }

    // ---- Simulated runs

    private List<JobEnd> simulate(
            Question question, RecordedMoment recorded, Forecaster forecaster, IntConsumer progress)
            throws InterruptedException {
        ExecutorService pool =
                Executors.newFixedThreadPool(
                        threads,
                        Thread.ofPlatform().daemon().name("evenkeel-what-if-", 1).factory());
        try {
            List<Future<long[]>> before = new ArrayList<>();
            List<Future<long[]>> after = new ArrayList<>();
            for (int i = 0; i < question.runs(); i++) {
                long seed = question.seed() + i;
                before.add(pool.submit(() -> forecaster.ends(false, seed)));
                if (forecaster.hasChange()) {
                    after.add(pool.submit(() -> forecaster.ends(true, seed)));
                }
            }
            long[][] ends = new long[before.size()][];
            long[][] changed = new long[after.size()][];
            for (int i = 0; i < ends.length; i++) {
                ends[i] = got(before.get(i));
                if (i < changed.length) {
                    changed[i] = got(after.get(i));
                }
                progress.accept(i + 1);
            }
            return jobs(recorded, forecaster, ends, changed);
        } finally {
            // Not waited for: after a failure the runs under way are of no use to anything.
            pool.shutdownNow();
        }
    }

    private static long[] got(Future<long[]> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ForecastRefusedException refused) {
                throw refused;
            }
            throw new IllegalStateException("a simulated run failed", e.getCause());
        }
    }

    private static List<JobEnd> jobs(
            RecordedMoment recorded, Forecaster forecaster, long[][] ends, long[][] changed) {
        List<JobEnd> jobs = new ArrayList<>();
        for (int j = 0; j < forecaster.jobs().size(); j++) {
            String job = forecaster.jobs().get(j);
            jobs.add(
                    new JobEnd(
                            job,
                            recorded.name(job),
                            forecaster.openTasks(job),
                            column(ends, j),
                            column(changed, j),
                            null));
        }
        return jobs;
    }

    private static long[] column(long[][] rows, int number) {
        long[] column = new long[rows.length];
        for (int i = 0; i < rows.length; i++) {
            column[i] = rows[i][number];
        }
        return column;
    }

    // ---- Records

    /** What became of tasks that were forecast. */
    private List<ForecastLog.End> truth(List<Entry> forecasts) throws IOException {
        String sql =
                MomentSql.ends(
                        forecasts.stream().map(Entry::job).toList(),
                        forecasts.stream().map(entry -> entry.at() * 1_000).toList());
        return records.ask(database -> Select.list(database, sql, WhatIf::end));
    }

    /** They have ended when all that are recorded have. */
    private static ForecastLog.End end(ResultSet row) throws SQLException {
        boolean over = row.getLong(2) > 0 && row.getLong(3) == 0;
        boolean cancelled = over && row.getLong(4) > 0;
        return new ForecastLog.End(over ? Long.valueOf(row.getLong(5) / 1_000) : null, cancelled);
    }
}
