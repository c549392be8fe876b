package org.evenkeel.daemon.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.daemon.config.AvailabilitySchedule.Between;
import org.evenkeel.daemon.config.AvailabilitySchedule.Calendar;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.calendar.WeeklyCalendar;
import org.evenkeel.kernel.calendar.WeeklyWindow;
import org.evenkeel.model.AvailabilitySpan;

/**
 * Reads a node's calendar, in HOCON, in a file or as a flag's value: {@code {zone, weekly, except}}
 * as in a file for {@code evenkeel lab plan calendar}, or {@code {open, from}} with seconds.
 */
final class AvailabilityReader {
    private static final int MAX_WINDOWS = 100;
    private static final int MAX_EXCEPTIONS = 10_000;
    private static final List<String> WEEKLY = List.of("zone", "weekly", "except");
    private static final List<String> SECONDS = List.of("open", "from");
    private static final Pattern BETWEEN =
            Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)-(\\d{1,9}(?:\\.\\d{1,3})?)");

    static AvailabilitySchedule read(Map<ConfigKey, String> values) throws ConfigException {
        String text = values.get(ConfigKey.CALENDAR);
        return new AvailabilitySchedule(
                text == null || text.isBlank() || text.equals("always")
                        ? Optional.empty()
                        : Optional.of(calendar(text)),
                closeMode(values.getOrDefault(ConfigKey.AT_CLOSE, CloseMode.MOVE.spelling())),
                MachineOwnerReader.read(values.get(ConfigKey.OWNER)));
    }

    private static CloseMode closeMode(String text) throws ConfigException {
        return CloseMode.parse(text)
                .orElseThrow(() ->
                        new ConfigException(
                                "at-close: \"%s\" is invalid; use move, restart or finish"
                                        .formatted(text)));
    }

    private static Calendar calendar(String text) throws ConfigException {
        try {
            Config config = ConfigFactory.parseString(text).resolve();
            boolean seconds = config.root().containsKey("open");
            ConfigReader.requireKnown("calendar", config, seconds ? SECONDS : WEEKLY);
            return seconds ? seconds(config) : weekly(config);
        } catch (com.typesafe.config.ConfigException e) {
            throw new ConfigException("calendar: " + e.getMessage());
        }
    }

    private static Calendar weekly(Config config) throws ConfigException {
        List<WeeklyWindow> windows = new ArrayList<>();
        for (String window : bounded(config, "weekly", MAX_WINDOWS)) {
            try {
                windows.add(WeeklyWindow.parse(window));
            } catch (IllegalArgumentException e) {
                throw new ConfigException("calendar.weekly: " + e.getMessage());
            }
        }
        Set<LocalDate> except = new TreeSet<>();
        for (String date :
                config.hasPath("except")
                        ? bounded(config, "except", MAX_EXCEPTIONS)
                        : List.<String>of()) {
            try {
                except.add(LocalDate.parse(date));
            } catch (DateTimeException e) {
                throw new ConfigException(
                        "calendar.except: \"%s\" is not a date; write for example 2026-12-24"
                                .formatted(date));
            }
        }
        String zone = config.getString("zone");
        try {
            return new Calendar.Weekly(new WeeklyCalendar(ZoneId.of(zone), windows, except));
        } catch (DateTimeException e) {
            throw new ConfigException(
                    "calendar.zone: unknown time zone \"%s\"; write for example Europe/Berlin"
                            .formatted(zone));
        }
    }

    private static Calendar seconds(Config config) throws ConfigException {
        List<Between> open = new ArrayList<>();
        Duration last = Duration.ZERO;
        for (String text : bounded(config, "open", AvailabilitySpan.MAX)) {
            Matcher form = BETWEEN.matcher(text);
            if (!form.matches()) {
                throw new ConfigException(
                        "calendar.open: \""
                                + text
                                + "\" is not an interval in seconds; write for example 5-30");
            }
            Duration from = duration(form.group(1));
            Duration to = duration(form.group(2));
            if (from.compareTo(last) < 0 || to.compareTo(from) <= 0) {
                throw new ConfigException(
                        "calendar.open: \""
                                + text
                                + "\" is empty, or starts before the previous interval ends");
            }
            last = to;
            open.add(new Between(from, to));
        }
        Optional<Instant> from = Optional.empty();
        if (config.hasPath("from")) {
            try {
                from = Optional.of(Instant.parse(config.getString("from")));
            } catch (DateTimeException e) {
                throw new ConfigException(
                        "calendar.from: \""
                                + config.getString("from")
                                + "\" is not an instant; write for example 2026-11-20T18:00:00Z");
            }
        }
        return new Calendar.Seconds(from, open);
    }

    private static Duration duration(String seconds) {
        return Duration.ofMillis(Math.round(Double.parseDouble(seconds) * 1_000));
    }

    private static List<String> bounded(Config config, String key, int most)
            throws ConfigException {
        List<String> list = config.getStringList(key);
        if (list.size() > most) {
            throw new ConfigException("calendar." + key + ": more than " + most + " entries");
        }
        return list;
    }
}
