package org.evenkeel.client.files;

/**
 * How much a task has printed to one stream: its lines, and the bytes of the one that has not
 * ended, in one number. Lines are what counts: one that a second run prints in other words does not
 * move those behind it.
 */
public final class PrintPosition {

    private static final int LINE_BITS = Integer.SIZE;
    private static final long IN_LINE = (1L << LINE_BITS) - 1;

    /** Lines and bytes beyond this are counted no further. */
    private static final long MOST = Integer.MAX_VALUE;

    private static long of(long lines, long bytes) {
        return Math.min(lines, MOST) << LINE_BITS | Math.min(bytes, MOST);
    }

    /** Where it is when this has been printed. */
    public static long after(long position, byte[] content) {
        long lines = position >>> LINE_BITS;
        long bytes = position & IN_LINE;
        for (byte each : content) {
            if (each == '\n') {
                lines++;
                bytes = 0;
            } else {
                bytes++;
            }
        }
        return of(lines, bytes);
    }

    /** How many bytes of the content stand in front of a place, when it begins at a position. */
    static int bytesBefore(long position, byte[] content, long known) {
        long at = position;
        int heard = 0;
        long knownLine = known >>> LINE_BITS;
        while (heard < content.length && at < known) {
            boolean ends = content[heard] == '\n';
            long line = at >>> LINE_BITS;
            if (ends && line == knownLine) {
                return heard; // it ended before: now the line is over
            }
            at = ends ? of(line + 1, 0) : at + 1;
            heard++;
        }
        return heard;
    }
}
