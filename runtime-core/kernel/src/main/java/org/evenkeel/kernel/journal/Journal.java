package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * A durable log: entries are appended to a group in memory, {@link #force} writes the group and
 * makes it durable. Segments of bounded size; the oldest is cleaned when more than half of all is
 * dead. Used by one thread.
 *
 * <p>States: {@code OPEN -> FAILED} (a force failed, or a write did although the end was cut back,
 * the reserve given up and a new segment begun), {@code OPEN | FAILED -> CLOSED}. FAILED takes
 * nothing more; what was in the group may be found by the next {@link #open} or not.
 *
 * <p>Of a group: {@code EMPTY -> append -> FILLING -> force: written, forced -> EMPTY}, then a mark
 * is written behind it which says that all before is forced. The mark itself is forced with the
 * next group or by {@link #forceMark}; from then on damage in that group is told from a torn end.
 *
 * <p>Cleaning, between groups: {@code live entries of the oldest segment are appended -> the group
 * is forced -> a mark says that the segment holds nothing -> the mark is forced -> the file is
 * deleted}.
 */
public final class Journal implements AutoCloseable {

    private enum State {
        OPEN,
        FAILED,
        CLOSED
    }

    private final Storage storage;
    private final JournalSettings journalSettings;
    private final LiveIndex index;
    private final TreeMap<Long, Long> sizes;
    private final Cleaner cleaner;
    private final List<Entry> group = new ArrayList<>();
    private SegmentWriter writer;
    private boolean hasReserve;
    private State state = State.OPEN;
    private int groupBytes;
    private long cleanedTo;
    private boolean markOwed;

    private Journal(
            Storage storage, JournalSettings journalSettings, JournalRecovery.Result recovered) {
        this.storage = storage;
        this.journalSettings = journalSettings;
        this.index = recovered.index();
        this.sizes = recovered.sizes();
        this.writer = recovered.writer();
        this.cleanedTo = recovered.cleanedTo();
        this.cleaner = new Cleaner(storage, journalSettings.bodyBytes());
    }

    /**
     * An open journal and what it held.
     *
     * @param live keys in the order in which they appeared
     */
    public record Opened(Journal journal, List<LiveKey> live, RecoveryReport report) {}

    /** Figures of now; bytes on disk, dead ones too. */
    public record Figures(int segments, long bytes, long liveBytes, long liveEntries, int keys) {}

    /**
     * Opens the journal in this storage, or begins one. What it returns is durable.
     *
     * @throws JournalDamagedException nothing was changed
     * @throws JournalFailedException the storage cannot be read or written
     */
    public static Opened open(Storage storage, JournalSettings journalSettings)
            throws JournalDamagedException, JournalFailedException {
        JournalRecovery.Result recovered;
        try {
            recovered = new JournalRecovery(storage, journalSettings).run();
        } catch (IOException e) {
            throw new JournalFailedException("cannot open the journal", e);
        }
        Journal journal = new Journal(storage, journalSettings, recovered);
        journal.makeReserve();
        return new Opened(journal, recovered.live(), recovered.report());
    }

    /** Whether an entry with such a body fits the group. */
    public boolean hasRoom(int bodyBytes) {
        return RecordFormat.MARK_BYTES + groupBytes + RecordFormat.bytes(bodyBytes)
                <= journalSettings.groupBytes();
    }

    /**
     * Adds an entry to the group.
     *
     * @throws IllegalArgumentException the body is too long
     * @throws IllegalStateException the group is full, or the journal is not open
     */
    public void append(Entry entry) {
        requireOpen();
        if (entry.body().length > journalSettings.bodyBytes()) {
            throw new IllegalArgumentException(
                    "an entry of %s bytes exceeds the limit of %s bytes"
                            .formatted(entry.body().length, journalSettings.bodyBytes()));
        }
        if (!hasRoom(entry.body().length)) {
            throw new IllegalStateException("the group is full: force it first");
        }
        group.add(entry);
        groupBytes += RecordFormat.bytes(entry);
    }

    /** Entries in the group. */
    public int groupSize() {
        return group.size();
    }

    /** Bytes that the entries of the group will have on disk. */
    public int groupBytes() {
        return groupBytes;
    }

    /** Writes the group and makes it durable; does nothing when it is empty. */
    public void force() throws JournalFailedException {
        requireOpen();
        if (group.isEmpty()) {
            return;
        }
        try {
            writeGroup();
            writer.force();
            group.clear();
            groupBytes = 0;
            deleteCleaned();
            finishCleaning();
            mark();
        } catch (JournalFailedException e) {
            state = State.FAILED;
            throw e;
        }
    }

    /** Whether there is a mark that a loss of power could still take. */
    public boolean isMarkOwed() {
        return markOwed;
    }

    /** Makes the newest mark durable; for moments when nothing else is to be done. */
    public void forceMark() throws JournalFailedException {
        requireOpen();
        if (!markOwed) {
            return;
        }
        try {
            writer.force();
            markOwed = false;
            deleteCleaned();
        } catch (JournalFailedException e) {
            state = State.FAILED;
            throw e;
        }
    }

    /** Whether so much is dead that {@link #clean} should be called. */
    public boolean needsCleaning() {
        if (!cleaner.isIdle()) {
            return true;
        }
        long bytes = sum(uncleaned().values());
        return uncleaned().size() > 1
                && bytes > journalSettings.cleanAboveBytes()
                && index.bytes() < bytes / 2;
    }

    /** The segments without those that wait only for a mark to be forced before they go. */
    private NavigableMap<Long, Long> uncleaned() {
        return sizes.tailMap(cleanedTo, false);
    }

    /**
     * Goes a step on with cleaning: appends live entries of the oldest segment to the group, which
     * must be empty. Call {@link #force} after it, or add entries and call it then.
     *
     * @param maxBytes to read; at most half of the longest group is read
     * @throws JournalDamagedException the oldest segment is not what it was; the journal is failed
     */
    public void clean(int maxBytes) throws JournalDamagedException, JournalFailedException {
        requireOpen();
        if (!group.isEmpty()) {
            throw new IllegalStateException("cleaning is allowed between groups only");
        }
        try {
            if (cleaner.isIdle()) {
                if (uncleaned().size() < 2) {
                    return;
                }
                Map.Entry<Long, Long> oldest = uncleaned().firstEntry();
                cleaner.begin(oldest.getKey(), oldest.getValue());
            }
            cleaner.step(Math.min(maxBytes, stepBytes()), index, this::append);
            if (group.isEmpty() && cleaner.isDone()) {
                finishCleaning();
                mark();
            }
        } catch (JournalDamagedException | JournalFailedException e) {
            state = State.FAILED;
            throw e;
        } catch (IOException e) {
            state = State.FAILED;
            throw new JournalFailedException("cannot read the journal", e);
        }
    }

    /** Bytes of a step that fit a group whatever is live, a last long record included. */
    private int stepBytes() {
        int longest = RecordFormat.bytes(journalSettings.bodyBytes());
        return Math.max(1, journalSettings.groupBytes() - RecordFormat.MARK_BYTES - longest);
    }

    /** What the journal holds. */
    public Figures figures() {
        return new Figures(
                sizes.size(), sum(sizes.values()), index.bytes(), index.entries(), index.keys());
    }

    private static long sum(Collection<Long> sizes) {
        return sizes.stream().mapToLong(size -> size).sum();
    }

    // ---- Writing

    private void writeGroup() throws JournalFailedException {
        try {
            rollIfFull();
            writer.group(group, groupBytes, cleanedTo, index);
        } catch (IOException first) {
            writeElsewhere(first);
        }
        sizes.put(writer.segment(), writer.end());
    }

    private void rollIfFull() throws IOException, JournalFailedException {
        boolean empty = writer.end() == SegmentHeader.BYTES;
        long after = writer.end() + RecordFormat.MARK_BYTES + groupBytes;
        if (!empty && after > journalSettings.segmentBytes()) {
            if (!writer.isForced()) {
                writer.force();
                markOwed = false;
            }
            roll();
        }
    }

    /** The disk is full, or the file too long: cuts back, makes room, tries a new segment once. */
    private void writeElsewhere(IOException first) throws JournalFailedException {
        try {
            writer.cutBack();
            markOwed = false;
            DiskReserve.giveUp(storage);
            hasReserve = false;
            roll();
            writer.group(group, groupBytes, cleanedTo, index);
        } catch (IOException again) {
            again.addSuppressed(first);
            throw new JournalFailedException("cannot write " + storage.where(writer.file()), again);
        }
    }

    private void roll() throws IOException, JournalFailedException {
        writer = SegmentWriter.create(storage, writer.next(cleanedTo));
        sizes.put(writer.segment(), writer.end());
    }

    private void mark() throws JournalFailedException {
        try {
            writer.mark(cleanedTo);
        } catch (IOException first) {
            cutBackMark(first);
            return;
        }
        markOwed = true;
        sizes.put(writer.segment(), writer.end());
    }

    /** There is no room for a mark: it is left out, and the next group tries to find some. */
    private void cutBackMark(IOException first) throws JournalFailedException {
        try {
            writer.cutBack();
        } catch (IOException again) {
            again.addSuppressed(first);
            throw new JournalFailedException(
                    "cannot truncate " + storage.where(writer.file()), again);
        }
    }

    // ---- Cleaning

    /** Everything that was live in the segment is forced elsewhere: the next mark says so. */
    private void finishCleaning() {
        if (cleaner.isDone()) {
            cleanedTo = cleaner.segment();
            cleaner.reset();
        }
    }

    /** Deletes segments that a forced mark says hold nothing. */
    private void deleteCleaned() throws JournalFailedException {
        boolean deleted = false;
        while (sizes.firstKey() <= cleanedTo) {
            String file = SegmentName.of(sizes.firstKey());
            try {
                storage.delete(file);
            } catch (IOException e) {
                throw new JournalFailedException("cannot delete " + storage.where(file), e);
            }
            sizes.pollFirstEntry();
            deleted = true;
        }
        if (deleted) {
            makeReserve();
        }
    }

    private void makeReserve() {
        hasReserve = DiskReserve.make(storage, journalSettings.reserveBytes());
    }

    /** Makes the reserve again that was given up, if there is room for it now. */
    public void replenish() {
        requireOpen();
        if (!hasReserve) {
            makeReserve();
        }
    }

    private void requireOpen() {
        if (state != State.OPEN) {
            throw new IllegalStateException("the journal is " + state);
        }
    }

    /** Closes the storage; a group that was not forced is lost. */
    @Override
    public void close() throws IOException {
        state = State.CLOSED;
        storage.close();
    }
}
