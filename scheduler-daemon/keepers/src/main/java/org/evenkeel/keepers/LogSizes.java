package org.evenkeel.keepers;

/**
 * How much of the log a keeper has on disk and in memory. An entry takes up to 400 bytes there,
 * with what Ratis adds.
 *
 * @param segmentBytes of a file of the log; two of them are in memory
 * @param snapshotEvery so many entries
 * @param kept so many entries before a snapshot stay, for keepers that were away for a moment
 */
record LogSizes(int segmentBytes, int snapshotEvery, int kept) {

    /** At most 40 MiB of log besides two snapshots. */
    static final LogSizes USUAL = new LogSizes(4 << 20, 50_000, 10_000);
}
