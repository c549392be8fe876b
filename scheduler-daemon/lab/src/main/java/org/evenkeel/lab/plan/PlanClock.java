package org.evenkeel.lab.plan;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.evenkeel.kernel.calendar.Fraction;
import org.evenkeel.model.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * What ticks are to people: numbers without a unit, or times of real calendars.
 *
 * @param ticksPerUnit ticks in one unit of numbers; nanoseconds in a second
 * @param start when tick 0 is; null for numbers
 * @param zone in which times are shown
 */
public record PlanClock(long ticksPerUnit, @Nullable Instant start, ZoneId zone) {
    static final long NANOS = 1_000_000_000L;

    private static final DateTimeFormatter FULL =
            DateTimeFormatter.ofPattern("EEE uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter SHORT =
            DateTimeFormatter.ofPattern("EEE MM-dd HH:mm", Locale.ROOT);

    /** A time for JSON: a number, or text in ISO-8601. */
    Object json(long ticks) {
        return start == null ? amount(ticks) : at(start, ticks).toString();
    }

    /** A duration, or a number: units or seconds. */
    Object amount(long ticks) {
        BigDecimal units =
                BigDecimal.valueOf(ticks)
                        .divide(BigDecimal.valueOf(ticksPerUnit))
                        .stripTrailingZeros();
        return units.scale() <= 0 ? units.longValueExact() : (Object) units;
    }

    /** The same of ticks that are no whole number. */
    double amount(Fraction ticks) {
        return ticks.over(ticksPerUnit).toDouble();
    }

    /** A human-readable time. */
    String words(long ticks) {
        return start == null ? String.valueOf(amount(ticks)) : FULL.format(at(start, ticks));
    }

    /** A time for readers who have little room: to the minute, without the year. */
    String shortWords(long ticks) {
        return start == null
                ? plain((double) ticks / ticksPerUnit)
                : SHORT.format(at(start, ticks));
    }

    /** A human-readable duration. */
    String words(Fraction ticks) {
        double units = amount(ticks);
        if (start == null) {
            return plain(units);
        }
        long seconds = Math.round(units);
        return Numbers.format("%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
    }

    /** A human-readable number: six digits, no exponent. */
    static String plain(double number) {
        BigDecimal rounded = new BigDecimal(number).round(new MathContext(6));
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    private OffsetDateTime at(Instant from, long ticks) {
        return from.plus(ticks, ChronoUnit.NANOS).atZone(zone).toOffsetDateTime();
    }
}
