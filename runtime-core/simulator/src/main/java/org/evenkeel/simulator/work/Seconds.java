package org.evenkeel.simulator.work;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Times as people write them: {@code 0.02} (seconds), {@code 20ms}, {@code 3us}, {@code 5s}. */
public final class Seconds {

    /** One second. */
    public static final long NANOS = 1_000_000_000L;

    private static final long MAX_SECONDS = 100L * 365 * 24 * 3600;

    /** Digits behind the point, or zeros before it. */
    private static final int MAX_SCALE = 1000;

    /**
     * Reads a time.
     *
     * @throws IllegalArgumentException if it is none, negative or above 100 years
     */
    public static long nanos(String text) {
        String trimmed = text.strip();
        int end = trimmed.length();
        while (end > 0 && Character.isLetter(trimmed.charAt(end - 1))) {
            end--;
        }
        int digits =
                switch (trimmed.substring(end)) {
                    case "", "s" -> 9;
                    case "ms" -> 6;
                    case "us" -> 3;
                    case "ns" -> 0;
                    default -> throw malformed(text, null);
                };
        try {
            BigDecimal written = new BigDecimal(trimmed.substring(0, end));
            if (Math.abs((long) written.scale()) > MAX_SCALE) {
                throw malformed(text, null); // arithmetic with it would take for ever
            }
            BigDecimal value = written.movePointRight(digits);
            if (value.signum() < 0
                    || value.compareTo(BigDecimal.valueOf(MAX_SECONDS * NANOS)) > 0) {
                throw new IllegalArgumentException("\"" + text + "\" is not 0 to 100 years");
            }
            return value.setScale(0, RoundingMode.HALF_UP).longValueExact();
        } catch (NumberFormatException e) {
            throw malformed(text, e);
        }
    }

    /** In seconds, as {@link #nanos} reads it. */
    public static String text(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString();
    }

    private static IllegalArgumentException malformed(String text, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "\"" + text + "\" is not a time; write seconds such as 0.02, or 20ms, 3us, 5s",
                cause);
    }
}
