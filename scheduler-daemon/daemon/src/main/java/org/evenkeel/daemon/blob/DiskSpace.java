package org.evenkeel.daemon.blob;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The disk space that blobs may still take. What is announced and not written yet counts as taken,
 * so that several that come at once are not each compared with the same space. Used on the disk
 * thread alone, but for {@link #keepFree} and {@link #measureBy}.
 */
final class DiskSpace {

    private final Path directory;
    private volatile Usable usable;
    private volatile long keptFree;
    private long announced;

    /** Where the usable space is looked up. */
    interface Usable {
        long bytes() throws IOException;
    }

    DiskSpace(Path directory) {
        this.directory = directory;
        this.usable = () -> Files.getFileStore(directory).getUsableSpace();
    }

    void keepFree(long bytes) {
        keptFree = bytes;
    }

    void measureBy(Usable space) {
        usable = space;
    }

    /**
     * Reserves space for a blob of this length.
     *
     * @throws IOException if it does not fit
     */
    Reserved reserve(long bytes) throws IOException {
        long now = usable.bytes();
        if (bytes > now - keptFree - announced) {
            throw new IOException(
                    ("a blob of %d bytes does not fit on the disk: %d are usable in %s, of which %d"
                                    + " are kept for the journal and %d for blobs on their way")
                            .formatted(bytes, now, directory, keptFree, announced));
        }
        return new Reserved(bytes);
    }

    /** The space of one blob, until it is written or given up. */
    final class Reserved {
        private long left;

        private Reserved(long bytes) {
            left = bytes;
            announced += bytes;
        }

        /** So many more bytes are written: the disk's own numbers have them now. */
        void wrote(long bytes) {
            long count = Math.min(bytes, left);
            left -= count;
            announced -= count;
        }

        /** Releases what was not written; a second call does nothing. */
        void release() {
            wrote(left);
        }
    }
}
