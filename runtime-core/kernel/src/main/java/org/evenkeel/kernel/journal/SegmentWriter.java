package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Writes the last segment. {@code end} is where the last whole group or mark ends, {@code forced}
 * is how far it is forced; between failures bytes behind the end may be in the file, {@link
 * #cutBack} removes them.
 */
final class SegmentWriter {

    private static final int KEPT_BUFFER_BYTES = 1 << 20;

    private final Storage storage;
    private final long segment;
    private final String file;
    private final RecordFormat format = new RecordFormat();
    private final RunningCheck check;
    private ByteBuffer buffer = ByteBuffer.allocate(4 << 10);
    private long end;
    private long forced;

    private SegmentWriter(Storage storage, long segment, long end, RunningCheck check) {
        this.storage = storage;
        this.segment = segment;
        this.file = SegmentName.of(segment);
        this.end = end;
        this.forced = end;
        this.check = check;
    }

    /** Goes on behind what is there, all of it forced. */
    static SegmentWriter after(Storage storage, SegmentScan scan) {
        return new SegmentWriter(storage, scan.number(), scan.end(), scan.check());
    }

    /** Makes a segment; its header is forced before anything comes behind it. */
    static SegmentWriter create(Storage storage, SegmentHeader header)
            throws IOException, JournalFailedException {
        String file = SegmentName.of(header.number());
        storage.create(file);
        try {
            storage.write(file, 0, header.encode());
        } catch (IOException e) {
            storage.delete(file);
            throw e;
        }
        Forcing.file(storage, file);
        Forcing.directory(storage);
        return new SegmentWriter(
                storage, header.number(), SegmentHeader.BYTES, new RunningCheck(header.number()));
    }

    /** The header of the segment behind this one. */
    SegmentHeader next(long cleanedTo) {
        return new SegmentHeader(segment + 1, cleanedTo, end, check.value());
    }

    long segment() {
        return segment;
    }

    String file() {
        return file;
    }

    /** Length of what counts, bytes. */
    long end() {
        return end;
    }

    boolean isForced() {
        return forced == end;
    }

    /** Writes a group: a mark, then the entries; the index learns where they are. */
    void group(List<Entry> entries, int groupBytes, long cleanedTo, LiveIndex index)
            throws IOException {
        ByteBuffer out = cleared(RecordFormat.MARK_BYTES + groupBytes);
        int[] checks = new int[entries.size() + 1];
        checks[0] = format.putMark(out, segment, end, forced, cleanedTo);
        for (int i = 0; i < entries.size(); i++) {
            checks[i + 1] = format.putEntry(out, segment, end + out.position(), entries.get(i));
        }
        storage.write(file, end, out.flip());
        long offset = end + RecordFormat.MARK_BYTES;
        for (Entry entry : entries) {
            index.written(entry, segment, offset);
            offset += RecordFormat.bytes(entry);
        }
        for (int one : checks) {
            check.add(one);
        }
        end = offset;
    }

    /** Writes a mark: everything before it is forced. */
    void mark(long cleanedTo) throws IOException {
        ByteBuffer out = cleared(RecordFormat.MARK_BYTES);
        int one = format.putMark(out, segment, end, forced, cleanedTo);
        storage.write(file, end, out.flip());
        check.add(one);
        end += RecordFormat.MARK_BYTES;
    }

    void force() throws JournalFailedException {
        Forcing.file(storage, file);
        forced = end;
    }

    /** Removes what a failed write left behind the end, durably. */
    void cutBack() throws IOException, JournalFailedException {
        storage.truncate(file, end);
        force();
    }

    private ByteBuffer cleared(int bytes) {
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocate(bytes);
        } else if (buffer.capacity() > KEPT_BUFFER_BYTES && bytes <= KEPT_BUFFER_BYTES) {
            buffer = ByteBuffer.allocate(KEPT_BUFFER_BYTES);
        }
        return buffer.clear();
    }
}
