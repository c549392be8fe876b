package org.evenkeel.daemon.journal;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the disk has little room left. States: {@code fine -> low} when less than the bound is
 * usable, {@code low -> fine} when a tenth more than the bound is. Looked at by the journal's
 * thread, read by any.
 */
public final class LowDisk {

    /** Without a configured bound: so much, or a twentieth of the disk if that is less. */
    static final long DEFAULT_BYTES = 256L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(LowDisk.class);
    private static final int LEAST_SHARE = 20;
    private static final int MARGIN = 10;

    private final Path directory;
    private final Space space;
    private final OptionalLong configuredBytes;
    private volatile @Nullable String low;
    private volatile Seen seen = new Seen(-1, -1);

    /**
     * What was seen at the last look.
     *
     * @param freeBytes usable, negative while it is not known
     * @param leastBytes below which tasks are rejected
     */
    public record Seen(long freeBytes, long leastBytes) {}

    /** Where room is looked up. */
    interface Space {
        long usableBytes() throws IOException;

        long totalBytes() throws IOException;
    }

    /**
     * @param directory on the disk in question
     * @param configuredBytes the bound; empty for the default, 0 for none
     */
    public LowDisk(Path directory, OptionalLong configuredBytes) throws IOException {
        this(directory, spaceOf(Files.getFileStore(directory)), configuredBytes);
    }

    LowDisk(Path directory, Space space, OptionalLong configuredBytes) {
        this.directory = directory;
        this.space = space;
        this.configuredBytes = configuredBytes;
    }

    private static Space spaceOf(FileStore store) {
        return new Space() {
            @Override
            public long usableBytes() throws IOException {
                return store.getUsableSpace();
            }

            @Override
            public long totalBytes() throws IOException {
                return store.getTotalSpace();
            }
        };
    }

    /**
     * Free bytes below which tasks that need the disk are rejected.
     *
     * @param configuredBytes the bound; empty for the default, 0 for none
     * @param totalBytes size of the disk
     */
    public static long boundBytes(OptionalLong configuredBytes, long totalBytes) {
        return configuredBytes.orElse(Math.min(DEFAULT_BYTES, totalBytes / LEAST_SHARE));
    }

    /** Looks again. */
    public void look() {
        long usable;
        long bound;
        try {
            usable = space.usableBytes();
            bound = boundBytes(configuredBytes, space.totalBytes());
        } catch (IOException e) {
            LOG.debug("free disk space unknown: {}", e.toString());
            return;
        }
        seen = new Seen(usable, bound);
        boolean was = low != null;
        boolean is = was ? usable < bound + bound / MARGIN : usable < bound;
        low =
                is
                        ? ("disk space is low: %s bytes free in %s, tasks that need the disk are "
                                        + "rejected below %s")
                                .formatted(usable, directory, bound)
                        : null;
        if (is && !was) {
            LOG.warn("{}", low);
        } else if (was && !is) {
            LOG.info("disk space is sufficient again: {} bytes free in {}", usable, directory);
        }
    }

    /** Why tasks that need the disk are not taken, null when they are. */
    public @Nullable String why() {
        return low;
    }

    /** Free space at the last look. */
    public Seen seen() {
        return seen;
    }

    public boolean isLow() {
        return low != null;
    }
}
