package org.evenkeel.kernel.journal;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file of zeros that is given up when the disk is full. */
final class DiskReserve {

    private static final int PIECE_BYTES = 64 << 10;

    /**
     * Makes the file if there is room for it; without it the journal has less to fall back on.
     * Whether it is there.
     */
    static boolean make(Storage storage, long bytes) {
        try {
            boolean there = storage.list().contains(SegmentName.RESERVE);
            if (there && storage.size(SegmentName.RESERVE) == bytes) {
                return true;
            }
            if (there) {
                storage.delete(SegmentName.RESERVE);
            }
            if (bytes > 0) {
                storage.create(SegmentName.RESERVE);
                write(storage, bytes);
            }
            return true;
        } catch (IOException full) {
            giveUp(storage);
            return false;
        }
    }

    private static void write(Storage storage, long bytes) throws IOException {
        ByteBuffer zeros = ByteBuffer.allocate(PIECE_BYTES);
        for (long offset = 0; offset < bytes; offset += PIECE_BYTES) {
            zeros.clear().limit((int) Math.min(PIECE_BYTES, bytes - offset));
            storage.write(SegmentName.RESERVE, offset, zeros);
        }
    }

    /** Deletes the file; false when there was none. */
    static boolean giveUp(Storage storage) {
        try {
            if (!storage.list().contains(SegmentName.RESERVE)) {
                return false;
            }
            storage.delete(SegmentName.RESERVE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
