package org.evenkeel.model;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads numbers, sizes and times from text, and writes numbers. */
public final class Numbers {

    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})([kmgt])");

    /** Like {@link String#format}, with a decimal point wherever the machine is. */
    public static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A whole number from {@code least} to {@code most}; empty if the text is not one. */
    public static OptionalLong whole(String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            return value >= least && value <= most ? OptionalLong.of(value) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** A number from {@code least} to {@code most}; empty if the text is not one. */
    public static OptionalDouble decimal(String text, double least, double most) {
        try {
            double value = Double.parseDouble(text);
            return value >= least && value <= most
                    ? OptionalDouble.of(value)
                    : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /**
     * The bytes of a size like {@code 512m}.
     *
     * @throws IllegalArgumentException if it is not written so
     */
    public static long bytes(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is not a size; use 512m or 2g");
        }
        return Long.parseLong(matcher.group(1)) << 10 * (1 + "kmgt".indexOf(matcher.group(2)));
    }

    /**
     * A time like {@code 90s}; empty if it is not written so.
     *
     * @param digits at most
     * @param units that are permitted, such as {@code "s|m|h"}; {@code ms} and {@code d} are known,
     *     too
     */
    public static Optional<Duration> duration(String text, int digits, String units) {
        String form = "(\\d{1,%d})(%s)".formatted(digits, units);
        Matcher matcher = Pattern.compile(form).matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        ChronoUnit unit =
                switch (matcher.group(2)) {
                    case "ms" -> ChronoUnit.MILLIS;
                    case "s" -> ChronoUnit.SECONDS;
                    case "m" -> ChronoUnit.MINUTES;
                    case "h" -> ChronoUnit.HOURS;
                    default -> ChronoUnit.DAYS;
                };
        return Optional.of(Duration.of(Long.parseLong(matcher.group(1)), unit));
    }
}
