package org.evenkeel.cli.doctor;

import java.util.Locale;

/** Human-readable numbers of bytes. */
final class Sizes {
    private static final int STEP = 1024;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Sizes() {}

    /** {@code 512 MiB}, {@code 7.5 GiB}. */
    static String text(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        String pattern = value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s";
        return String.format(Locale.ROOT, pattern, value, UNITS[unit]);
    }
}
