package org.evenkeel.kernel.journal;

import java.util.Locale;

/** The names of segment files: {@code journal-0000000001.log} is segment 1. */
final class SegmentName {

    /** Name of the file that is given up when the disk is full. */
    static final String RESERVE = "reserve";

    private static final String PREFIX = "journal-";
    private static final String SUFFIX = ".log";
    private static final int DIGITS = 10;

    static String of(long number) {
        return String.format(Locale.ROOT, "%s%0" + DIGITS + "d%s", PREFIX, number, SUFFIX);
    }

    /** The number of a segment, 0 when the file is none. */
    static long number(String file) {
        if (!file.startsWith(PREFIX) || !file.endsWith(SUFFIX)) {
            return 0;
        }
        String digits =
                file.substring(
                        PREFIX.length(),
                        Math.max(PREFIX.length(), file.length() - SUFFIX.length()));
        try {
            long number = Long.parseLong(digits);
            return number > 0 && of(number).equals(file) ? number : 0;
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
