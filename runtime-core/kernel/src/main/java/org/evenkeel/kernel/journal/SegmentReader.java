package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads the records of one segment one after the other; holds a window of it in memory. */
final class SegmentReader {

    private static final int WINDOW_BYTES = 256 << 10;

    private final Storage storage;
    private final String file;
    private final long segment;
    private final long size;
    private final int maxBodyBytes;
    private final RecordFormat format = new RecordFormat();
    private final RunningCheck check;
    private ByteBuffer window;
    private long windowAt;
    private long offset;
    private @Nullable String problem;

    /**
     * @param size of the file; what is added meanwhile is not read
     */
    SegmentReader(Storage storage, long segment, long size, int maxBodyBytes) {
        this.storage = storage;
        this.file = SegmentName.of(segment);
        this.segment = segment;
        this.size = size;
        this.maxBodyBytes = maxBodyBytes;
        this.check = new RunningCheck(segment);
        this.window =
                ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, Math.max(64, size))).limit(0);
    }

    /** The header, null when the file does not begin with that of this segment; comes first. */
    @Nullable SegmentHeader header() throws IOException {
        ByteBuffer bytes = at(0, SegmentHeader.BYTES);
        if (bytes == null) {
            problem = "the file ends inside its header";
            return null;
        }
        problem = SegmentHeader.problem(bytes, segment);
        offset = SegmentHeader.BYTES;
        return SegmentHeader.decode(bytes, segment);
    }

    /** The next record; null at the end of the file, and at a place where there is none. */
    @Nullable LocatedRecord next() throws IOException {
        problem = null;
        if (offset == size) {
            return null;
        }
        ByteBuffer header = at(offset, RecordFormat.HEADER_BYTES);
        if (header == null) {
            problem = "the file ends inside a record";
            return null;
        }
        int bytes = RecordFormat.announced(header, maxBodyBytes);
        ByteBuffer record = bytes < 0 ? null : at(offset, bytes);
        if (record == null) {
            problem =
                    bytes < 0
                            ? "a record's length is wrong"
                            : "a record is longer than the rest of the file";
            return null;
        }
        LocatedRecord locatedRecord = format.get(record, bytes, segment, offset);
        if (locatedRecord == null) {
            problem = "a record does not match its CRC32C";
            return null;
        }
        check.add(locatedRecord.check());
        offset += bytes;
        return locatedRecord;
    }

    /** Where the next record begins, or should. */
    long offset() {
        return offset;
    }

    /** Why the last call found nothing, null when it did and at the end of the file. */
    @Nullable String problem() {
        return problem;
    }

    /** Sums up all records read so far. */
    RunningCheck check() {
        return check;
    }

    /** The most that any mark behind this place says is forced, 0 when there is none. */
    long forcedToBehind(long from) throws IOException {
        long forcedTo = 0;
        int step = RecordFormat.ALIGNMENT;
        for (long place = from + step; place + RecordFormat.MARK_BYTES <= size; place += step) {
            ByteBuffer bytes = at(place, RecordFormat.MARK_BYTES);
            if (bytes != null
                    && RecordFormat.announced(bytes, 0) == RecordFormat.MARK_BYTES
                    && format.get(bytes, RecordFormat.MARK_BYTES, segment, place)
                            instanceof LocatedRecord.Mark mark) {
                forcedTo = Math.max(forcedTo, mark.forcedTo());
            }
        }
        return forcedTo;
    }

    /** The window, standing at this place with that much in it; null when the file is shorter. */
    private @Nullable ByteBuffer at(long place, int bytes) throws IOException {
        if (place + bytes > size) {
            return null;
        }
        if (place < windowAt || place + bytes > windowAt + window.limit()) {
            fill(place, bytes);
        }
        if (place + bytes > windowAt + window.limit()) {
            return null; // it was cut meanwhile
        }
        return window.position((int) (place - windowAt));
    }

    private void fill(long place, int bytes) throws IOException {
        if (window.capacity() < bytes) {
            window = ByteBuffer.allocate(bytes);
        }
        window.clear();
        window.limit((int) Math.min(window.capacity(), size - place));
        int read = storage.read(file, place, window);
        window.position(0).limit(read);
        windowAt = place;
    }
}
