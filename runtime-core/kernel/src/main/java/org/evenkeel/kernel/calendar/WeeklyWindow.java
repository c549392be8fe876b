package org.evenkeel.kernel.calendar;

import java.time.DayOfWeek;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.evenkeel.model.SpellingSuggestion;

/**
 * Hours of some days of the week, as the clock on the wall shows them.
 *
 * @param days on which it begins
 * @param fromMinute of the day, 0 to 1439
 * @param toMinute minutes after the same midnight; above 1440 it ends on the next day
 */
public record WeeklyWindow(Set<DayOfWeek> days, int fromMinute, int toMinute) {
    static final int DAY_MINUTES = 24 * 60;

    private static final Pattern FORM =
            Pattern.compile("([A-Za-z,-]{3,64}) +(\\d\\d):(\\d\\d)-(\\d\\d):(\\d\\d)");
    private static final List<String> NAMES =
            List.of("mon", "tue", "wed", "thu", "fri", "sat", "sun");

    public WeeklyWindow {
        days = Set.copyOf(days);
    }

    /**
     * Reads {@code Mon-Fri 19:00-07:00}, {@code Sat,Sun 00:00-24:00}. A window that ends no later
     * in the day than it begins ends on the next day.
     *
     * @throws IllegalArgumentException naming what is wrong
     */
    public static WeeklyWindow parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "\"%s\" is not a weekly window; write for example \"Mon-Fri 19:00-07:00\""
                            .formatted(text));
        }
        int from = minute(text, form.group(2), form.group(3));
        int to = minute(text, form.group(4), form.group(5));
        if (from == DAY_MINUTES || from == to) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is empty; a whole day is 00:00-24:00");
        }
        return new WeeklyWindow(days(form.group(1)), from, to < from ? to + DAY_MINUTES : to);
    }

    private static int minute(String text, String hour, String minute) {
        int minutes = Integer.parseInt(hour) * 60 + Integer.parseInt(minute);
        if (Integer.parseInt(minute) > 59 || minutes > DAY_MINUTES) {
            throw new IllegalArgumentException(
                    "\"%s\": %s:%s is not a time of day".formatted(text, hour, minute));
        }
        return minutes;
    }

    private static Set<DayOfWeek> days(String text) {
        EnumSet<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            if (ends.length > 2) {
                throw new IllegalArgumentException("\"" + part + "\" is not a range of days");
            }
            DayOfWeek last = day(ends[ends.length - 1]);
            DayOfWeek day = day(ends[0]);
            days.add(day);
            while (day != last) {
                day = day.plus(1);
                days.add(day);
            }
        }
        return days;
    }

    private static DayOfWeek day(String name) {
        int index = NAMES.indexOf(name.toLowerCase(Locale.ROOT));
        if (index < 0) {
            throw new IllegalArgumentException(
                    "unknown day \"%s\"; %s".formatted(name, SpellingSuggestion.hint(name, NAMES)));
        }
        return DayOfWeek.of(index + 1);
    }
}
