package org.evenkeel.daemon.cli.show;

import java.util.Locale;

/** Numbers for people: thousands set apart, as many digits as mean something. */
public final class Numbers {
    private Numbers() {}

    /** {@code 365,596}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 93 %}. */
    public static String share(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }

    /** {@code 0.25 s}, {@code 8.9 s}, {@code 31 s}. */
    public static String seconds(double seconds) {
        String pattern = seconds < 1 ? "%.2f s" : seconds < 20 ? "%.1f s" : "%.0f s";
        return String.format(Locale.ROOT, pattern, seconds);
    }
}
