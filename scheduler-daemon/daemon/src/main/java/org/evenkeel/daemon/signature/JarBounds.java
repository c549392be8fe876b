package org.evenkeel.daemon.signature;

import java.time.Duration;

/**
 * How much work a jar may be.
 *
 * @param directoryBytes of the list of its entries
 * @param entries so many
 * @param metaBytes of its manifest, and of each file with a signature
 * @param contentBytes unpacked, all entries together
 * @param ratio and at most so many times its own length, once that is more than {@code
 *     freeContentBytes}
 * @param freeContentBytes may be unpacked from a jar of any length
 * @param time for all of it
 */
record JarBounds(
        long directoryBytes,
        int entries,
        int metaBytes,
        long contentBytes,
        int ratio,
        long freeContentBytes,
        Duration time) {

    static final JarBounds STANDARD =
            new JarBounds(8 << 20, 60_000, 4 << 20, 4L << 30, 100, 64 << 20, Duration.ofMinutes(1));

    /** What may be unpacked from a file of this length. */
    long contentOf(long fileBytes) {
        return Math.min(contentBytes, Math.max(freeContentBytes, fileBytes * ratio));
    }
}
