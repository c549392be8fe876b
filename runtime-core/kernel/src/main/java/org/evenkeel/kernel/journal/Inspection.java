package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a journal holds, read without changing anything; also while a process writes it: then the
 * end of the last segment may be in the making, and segments may go while they are read.
 *
 * @param live keys in the order in which they appeared
 */
public record Inspection(List<Segment> segments, List<Problem> problems, List<LiveKey> live) {

    /**
     * One segment.
     *
     * @param bytes length of the file
     * @param records entries in it
     * @param cleaned whether nothing in it counts any more
     */
    public record Segment(String file, long bytes, long records, boolean cleaned) {}

    /**
     * Something that is not as it should be.
     *
     * @param torn whether it is the end of the last group, which the next start drops; else the
     *     next start refuses
     */
    public record Problem(String file, long offset, String what, boolean torn) {
        @Override
        public String toString() {
            return file + " at offset " + offset + ": " + what;
        }
    }

    /** Sees every entry that can be read. */
    public interface Visitor {
        void entry(String file, long offset, Entry entry);
    }

    /** Whether the next start would refuse. */
    public boolean isDamaged() {
        return problems.stream().anyMatch(problem -> !problem.torn());
    }

    /** Reads the journal in this storage. */
    public static Inspection of(Storage storage, JournalSettings journalSettings, Visitor visitor)
            throws IOException {
        return new Reading(storage, journalSettings, visitor).read();
    }

    private static final class Reading {
        private final Storage storage;
        private final JournalSettings journalSettings;
        private final Visitor visitor;
        private final List<Segment> segments = new ArrayList<>();
        private final List<Problem> problems = new ArrayList<>();
        private final LiveEntries live = new LiveEntries();

        Reading(Storage storage, JournalSettings journalSettings, Visitor visitor) {
            this.storage = storage;
            this.journalSettings = journalSettings;
            this.visitor = visitor;
        }

        Inspection read() throws IOException {
            NavigableMap<Long, String> files = JournalRecovery.segments(storage);
            TreeMap<Long, SegmentScan> scans = new TreeMap<>();
            @Nullable SegmentScan newest = null;
            for (long number : files.descendingKeySet()) {
                SegmentScan scan = scan(number, (segment, record) -> {});
                scans.put(number, scan);
                newest = newest == null || newest.isUnborn() ? scan : newest;
            }
            long cleanedTo = newest == null ? 0 : newest.cleanedTo(); // as a start reads it
            check(scans, cleanedTo);
            for (SegmentScan scan : scans.values()) {
                boolean cleaned = scan.number() <= cleanedTo;
                segments.add(
                        new Segment(
                                storage.where(scan.file()), scan.size(), scan.records(), cleaned));
                if (!cleaned) {
                    scan(scan.number(), this::found);
                }
            }
            return new Inspection(segments, problems, live.toList());
        }

        private SegmentScan scan(long number, SegmentScan.Visitor entries) throws IOException {
            return SegmentScan.of(storage, number, journalSettings.bodyBytes(), entries);
        }

        private void found(long segment, LocatedRecord.Written record) {
            live.found(record.entry());
            visitor.entry(storage.where(SegmentName.of(segment)), record.offset(), record.entry());
        }

        private void check(NavigableMap<Long, SegmentScan> scans, long cleanedTo) {
            @Nullable SegmentScan before = null;
            for (SegmentScan scan : scans.tailMap(cleanedTo, false).values()) {
                long expected = before == null ? cleanedTo + 1 : before.number() + 1;
                if (scan.number() != expected) {
                    problem(SegmentName.of(expected), 0, "the file is missing", false);
                }
                boolean isLast = scan.number() == scans.lastKey();
                if (scan.problem() != null) {
                    problem(scan.file(), scan.end(), scan.problem(), isLast && !scan.isDamaged());
                }
                if (before != null) {
                    checkSuccession(before, scan);
                }
                before = scan;
            }
        }

        private void checkSuccession(SegmentScan before, SegmentScan scan) {
            SegmentHeader header = scan.header();
            if (header == null || before.problem() != null) {
                return; // said already
            }
            if (header.predecessorBytes() != before.end()
                    || header.predecessorCheck() != before.check().value()) {
                problem(
                        before.file(),
                        before.end(),
                        "it is not the predecessor that the next file names",
                        false);
            }
        }

        private void problem(String file, long offset, String what, boolean torn) {
            problems.add(new Problem(storage.where(file), offset, what, torn));
        }
    }
}
