package org.evenkeel.cli.text;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.evenkeel.model.Numbers;

/** Human-readable numbers: thousands set apart, as many digits as mean something. */
public final class NumberFormatter {
    private static final int STEP = 1024;
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    /** {@code 365,596}. */
    public static String count(long number) {
        return Numbers.format("%,d", number);
    }

    /** {@code 2026-11-20 17:28:46}, local time; the text itself when it is no ISO-8601 time. */
    public static String time(String iso) {
        try {
            return DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT)
                    .format(Instant.parse(iso).atZone(ZoneId.systemDefault()));
        } catch (DateTimeException e) {
            return iso;
        }
    }

    /** {@code 512 MiB}, {@code 7.5 GiB}. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= STEP && unit < UNITS.length - 1) {
            value /= STEP;
            unit++;
        }
        String pattern = value < 10 && unit > 0 ? "%.1f %s" : "%.0f %s";
        return Numbers.format(pattern, value, UNITS[unit]);
    }

    /** {@code 93 %}. */
    public static String share(double share) {
        return Numbers.format("%.0f %%", 100 * share);
    }

    /** {@code 0.25 s}, {@code 8.9 s}, {@code 31 s}. */
    public static String seconds(double seconds) {
        String pattern = seconds < 1 ? "%.2f s" : seconds < 20 ? "%.1f s" : "%.0f s";
        return Numbers.format(pattern, seconds);
    }
}
