package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal back and repairs its end.
 *
 * <p>First everything is read and nothing changed; damage ends it here. Then, in this order: bytes
 * of the last segment that are not known to be forced are written once more in their place (a force
 * that failed in an earlier process may have left them in memory only, where reading finds them),
 * the tear is cut off, both forced; segments that hold nothing live are deleted; a mark is written
 * and forced. A crash between any two steps leaves a journal from which the same is read again.
 */
final class JournalRecovery {

    private static final int COPY_BYTES = 256 << 10;

    private final Storage storage;
    private final JournalSettings journalSettings;
    private final LiveIndex index = new LiveIndex();
    private final LiveEntries live = new LiveEntries();
    private final List<Long> leftOver = new ArrayList<>();
    private final TreeMap<Long, Long> sizes = new TreeMap<>();
    private Optional<RecoveryReport.Dropped> dropped = Optional.empty();
    private long records;

    /** What resumes from here. */
    record Result(
            SegmentWriter writer,
            LiveIndex index,
            TreeMap<Long, Long> sizes,
            long cleanedTo,
            List<LiveKey> live,
            RecoveryReport report) {}

    JournalRecovery(Storage storage, JournalSettings journalSettings) {
        this.storage = storage;
        this.journalSettings = journalSettings;
    }

    Result run() throws IOException, JournalDamagedException, JournalFailedException {
        NavigableMap<Long, String> segments = segments(storage);
        @Nullable SegmentScan unborn = null;
        @Nullable SegmentScan last = null;
        if (!segments.isEmpty()) {
            last = scan(segments.lastKey(), (segment, record) -> {});
            if (last.isUnborn()) {
                unborn = last;
                segments.remove(last.number());
                last =
                        segments.isEmpty()
                                ? null
                                : scan(segments.lastKey(), (segment, record) -> {});
            }
        }
        if (last == null) {
            return fresh(unborn);
        }
        refuseDamage(last);
        refuseBadClaim(last);
        SegmentScan read = readAll(segments, last);
        if (unborn != null) {
            discard(unborn);
        }
        return repaired(read);
    }

    /** All segments by their numbers. */
    static NavigableMap<Long, String> segments(Storage storage) throws IOException {
        NavigableMap<Long, String> segments = new TreeMap<>();
        for (String file : storage.list()) {
            long number = SegmentName.number(file);
            if (number > 0) {
                segments.put(number, file);
            }
        }
        return segments;
    }

    private SegmentScan scan(long number, SegmentScan.Visitor visitor) throws IOException {
        return SegmentScan.of(storage, number, journalSettings.bodyBytes(), visitor);
    }

    private SegmentScan readAll(NavigableMap<Long, String> segments, SegmentScan last)
            throws IOException, JournalDamagedException {
        long expected = last.cleanedTo() + 1;
        @Nullable SegmentScan before = null;
        for (long number : segments.keySet()) {
            if (number <= last.cleanedTo()) {
                leftOver.add(number);
                continue;
            }
            refuseGap(expected, number);
            SegmentScan scan = scan(number, this::found);
            refuseDamage(scan);
            if (before != null) {
                refuseBadSuccession(before, scan);
            }
            records += scan.records();
            sizes.put(number, scan.end());
            before = scan;
            expected = number + 1;
        }
        refuseGap(expected, last.number() + 1);
        return before == null ? last : before;
    }

    private void found(long segment, LocatedRecord.Written record) {
        index.written(record.entry(), segment, record.offset());
        live.found(record.entry());
    }

    private void refuseDamage(SegmentScan scan) throws JournalDamagedException {
        if (scan.isDamaged()) {
            throw new JournalDamagedException(
                    storage.where(scan.file()), scan.end(), String.valueOf(scan.problem()));
        }
    }

    /** A segment tells of those before it that they are cleaned, never of itself. */
    private void refuseBadClaim(SegmentScan last) throws JournalDamagedException {
        if (last.cleanedTo() >= last.number()) {
            throw new JournalDamagedException(
                    storage.where(last.file()), 0, "it claims to be cleaned itself");
        }
    }

    private void refuseGap(long expected, long number) throws JournalDamagedException {
        if (number != expected) {
            throw new JournalDamagedException(
                    storage.where(SegmentName.of(expected)), 0, "the file is missing");
        }
    }

    private void refuseBadSuccession(SegmentScan before, SegmentScan scan)
            throws JournalDamagedException {
        SegmentHeader header = scan.header();
        String file = storage.where(before.file());
        if (before.problem() != null) {
            throw new JournalDamagedException(file, before.end(), before.problem());
        }
        if (header == null || header.predecessorBytes() != before.end()) {
            throw new JournalDamagedException(
                    file,
                    before.end(),
                    "the file ends here, but the next file says that it had %s bytes"
                            .formatted(header == null ? "more" : header.predecessorBytes()));
        }
        if (header.predecessorCheck() != before.check().value()) {
            throw new JournalDamagedException(
                    file, 0, "its records do not match those that the next file names");
        }
    }

    /** A journal without a record: begins it. */
    private Result fresh(@Nullable SegmentScan unborn)
            throws IOException, JournalDamagedException, JournalFailedException {
        if (unborn != null) {
            refuseGap(1, unborn.number());
            discard(unborn);
        }
        SegmentWriter writer = SegmentWriter.create(storage, new SegmentHeader(1, 0, 0, 0));
        sizes.put(writer.segment(), writer.end());
        return result(writer, 0);
    }

    /** A file that was being made holds nothing yet. */
    private void discard(SegmentScan unborn) throws IOException, JournalFailedException {
        if (unborn.size() > 0) {
            drop(unborn.file(), 0, unborn.size(), "a segment was being created");
        }
        storage.delete(unborn.file());
        Forcing.directory(storage);
    }

    private void drop(String file, long offset, long bytes, String why) {
        dropped = Optional.of(new RecoveryReport.Dropped(storage.where(file), offset, bytes, why));
    }

    private Result repaired(SegmentScan last) throws IOException, JournalFailedException {
        writeAgain(last);
        if (last.isTorn()) {
            drop(last.file(), last.end(), last.size() - last.end(), String.valueOf(last.problem()));
            storage.truncate(last.file(), last.end());
        }
        Forcing.file(storage, last.file());
        Forcing.directory(storage);
        for (long number : leftOver) {
            storage.delete(SegmentName.of(number));
        }
        SegmentWriter writer = SegmentWriter.after(storage, last);
        mark(writer, last.cleanedTo());
        sizes.put(writer.segment(), writer.end());
        return result(writer, last.cleanedTo());
    }

    private void mark(SegmentWriter writer, long cleanedTo)
            throws IOException, JournalFailedException {
        try {
            writer.mark(cleanedTo);
        } catch (IOException full) {
            if (!DiskReserve.giveUp(storage)) {
                throw full;
            }
            writer.mark(cleanedTo);
        }
        writer.force();
    }

    private void writeAgain(SegmentScan last) throws IOException {
        long offset = Math.min(last.forcedTo(), last.end());
        ByteBuffer copy = ByteBuffer.allocate(COPY_BYTES);
        while (offset < last.end()) {
            copy.clear().limit((int) Math.min(copy.capacity(), last.end() - offset));
            int read = storage.read(last.file(), offset, copy);
            if (read <= 0) {
                throw new IOException(
                        storage.where(last.file()) + " became shorter while it was read");
            }
            storage.write(last.file(), offset, copy.flip());
            offset += read;
        }
    }

    private Result result(SegmentWriter writer, long cleanedTo) {
        long bytes = sizes.values().stream().mapToLong(Long::longValue).sum();
        return new Result(
                writer,
                index,
                sizes,
                cleanedTo,
                live.toList(),
                new RecoveryReport(sizes.size(), records, bytes, dropped));
    }
}
