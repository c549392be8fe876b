package org.evenkeel.daemon.journal;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.evenkeel.kernel.journal.Journal;

/** Figures of the journal: written by its thread, read by any. */
final class JournalStatistics {

    private static final double MEDIAN = 50;
    private static final double RARE = 99;

    private final Histogram commitNanos = new Histogram(TimeUnit.MINUTES.toNanos(1), 2);
    private Journal.Figures figures;
    private long groups;
    private long records;
    private long bytes;
    private int deepestQueue;

    JournalStatistics(Journal.Figures figures) {
        this.figures = figures;
    }

    /** A group is durable. */
    synchronized void committed(int groupRecords, long groupBytes, long nanos) {
        groups++;
        records += groupRecords;
        bytes += groupBytes;
        commitNanos.recordValue(Math.min(nanos, commitNanos.getHighestTrackableValue()));
    }

    synchronized void now(Journal.Figures current, int queued) {
        figures = current;
        deepestQueue = Math.max(deepestQueue, queued);
    }

    /** For the answer to "stats". */
    synchronized Map<String, Object> fields() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("groups", groups);
        map.put("records", records);
        map.put("writtenBytes", bytes);
        map.put("commitMedianMicros", micros(MEDIAN));
        map.put("commitRareMicros", micros(RARE));
        map.put("commitMaxMicros", TimeUnit.NANOSECONDS.toMicros(commitNanos.getMaxValue()));
        map.put("deepestQueue", deepestQueue);
        map.put("segments", figures.segments());
        map.put("bytes", figures.bytes());
        map.put("liveBytes", figures.liveBytes());
        map.put("liveEntries", figures.liveEntries());
        return map;
    }

    private long micros(double percentile) {
        return TimeUnit.NANOSECONDS.toMicros(commitNanos.getValueAtPercentile(percentile));
    }
}
