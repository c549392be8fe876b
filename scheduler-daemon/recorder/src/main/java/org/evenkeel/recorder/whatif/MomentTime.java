package org.evenkeel.recorder.whatif;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import org.evenkeel.model.Numbers;

/** Moments as text, in local time. */
final class MomentTime {

    private static final Duration EXACT = Duration.ofMinutes(10);

    /**
     * Reads {@code 14:05}, {@code 14:05:30}, {@code 2026-11-28T14:05}, {@code
     * 2026-11-28T13:05:00Z}, or {@code 10m} for ten minutes ago. A time of the day is the last one
     * that is over.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Instant parse(String text, ZoneId zone, Instant now) {
        String iso = text.strip().replace(' ', 'T');
        Optional<Duration> ago = Numbers.duration(iso, 6, "s|m|h|d");
        try {
            if (ago.isPresent()) {
                return now.minus(ago.get());
            }
            if (!iso.contains("T")) {
                ZonedDateTime today =
                        LocalTime.parse(iso).atDate(now.atZone(zone).toLocalDate()).atZone(zone);
                return (today.toInstant().isAfter(now) ? today.minusDays(1) : today).toInstant();
            }
            return iso.matches(".*(Z|[+-][0-9:]{2,6})")
                    ? OffsetDateTime.parse(iso).toInstant()
                    : LocalDateTime.parse(iso).atZone(zone).toInstant();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not a time; use 14:05, 2026-11-28T14:05 or 10m (ago)", e);
        }
    }

    /**
     * A time, as exact as a length of time of which it is an end, and with its day if that is
     * another one than that of the moment.
     */
    static String text(Instant time, Instant moment, Duration length, ZoneId zone) {
        ZonedDateTime local = time.atZone(zone);
        String pattern = length.compareTo(EXACT) < 0 ? "HH:mm:ss" : "HH:mm";
        boolean sameDay = local.toLocalDate().equals(moment.atZone(zone).toLocalDate());
        return DateTimeFormatter.ofPattern(sameDay ? pattern : "uuuu-MM-dd " + pattern, Locale.ROOT)
                .format(local);
    }

    /** {@code 45 s}, {@code 21 min}, {@code 3 h 20 min}. */
    static String length(Duration length) {
        long seconds = Math.round(length.abs().toMillis() / 1e3);
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = Math.round(seconds / 60.0);
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
