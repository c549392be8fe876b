package org.evenkeel.daemon.journal;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.evenkeel.kernel.journal.Journal;
import org.evenkeel.wire.proto.JournalStats;

/** Figures of the journal: written by its thread, read by any. */
final class JournalStatistics {

    private static final double MEDIAN = 50;
    private static final double RARE = 99;

    private final Histogram commitNanos = new Histogram(TimeUnit.MINUTES.toNanos(1), 2);
    private Journal.Figures figures;
    private long groups;
    private long records;
    private long bytes;
    private long totalNanos;
    private int deepestQueue;

    JournalStatistics(Journal.Figures figures) {
        this.figures = figures;
    }

    /** A group is durable. */
    synchronized void committed(int groupRecords, long groupBytes, long nanos) {
        groups++;
        records += groupRecords;
        bytes += groupBytes;
        totalNanos += nanos;
        commitNanos.recordValue(Math.min(nanos, commitNanos.getHighestTrackableValue()));
    }

    synchronized void now(Journal.Figures current, int queued) {
        figures = current;
        deepestQueue = Math.max(deepestQueue, queued);
    }

    synchronized JournalStats answer() {
        return JournalStats.newBuilder()
                .setGroups(groups)
                .setRecords(records)
                .setWrittenBytes(bytes)
                .setCommitNanos(totalNanos)
                .setCommitMedianMicros(micros(MEDIAN))
                .setCommitRareMicros(micros(RARE))
                .setCommitMaxMicros(TimeUnit.NANOSECONDS.toMicros(commitNanos.getMaxValue()))
                .setDeepestQueue(deepestQueue)
                .setSegments(figures.segments())
                .setBytes(figures.bytes())
                .setLiveBytes(figures.liveBytes())
                .setLiveEntries(figures.liveEntries())
                .build();
    }

    private long micros(double percentile) {
        return TimeUnit.NANOSECONDS.toMicros(commitNanos.getValueAtPercentile(percentile));
    }
}
