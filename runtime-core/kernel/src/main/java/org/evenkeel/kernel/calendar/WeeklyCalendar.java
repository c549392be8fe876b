package org.evenkeel.kernel.calendar;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When a machine is there: in windows of the week, except on some dates.
 *
 * <p>It is there whenever the clock on its wall shows a time inside of a window. Where the clock is
 * set forward, a window that holds the lost hour is an hour shorter; where it is set back, one that
 * holds the repeated hour is an hour longer. A date in {@code except} is closed from midnight to
 * midnight, also for a window that begins the day before.
 *
 * @param zone whose clock
 * @param windows they may overlap
 * @param except dates on which it is not there
 */
public record WeeklyCalendar(ZoneId zone, List<WeeklyWindow> windows, Set<LocalDate> except) {

    public WeeklyCalendar {
        windows = List.copyOf(windows);
        except = Set.copyOf(except);
    }

    /** A time from an instant, inclusive, to another, exclusive. */
    public record Span(Instant from, Instant to) {}

    /** When it is there within a time, in order, none touching the next. */
    public List<Span> open(Instant from, Instant to) {
        List<Span> spans = new ArrayList<>();
        Instant at = from;
        while (at.isBefore(to)) {
            ZoneOffsetTransition next = zone.getRules().nextTransition(at);
            Instant end = next == null || next.getInstant().isAfter(to) ? to : next.getInstant();
            addWhileClockRunsEvenly(at, end, spans);
            at = end;
        }
        return merged(spans);
    }

    private void addWhileClockRunsEvenly(Instant from, Instant to, List<Span> spans) {
        ZoneOffset offset = zone.getRules().getOffset(from);
        LocalDateTime first = LocalDateTime.ofInstant(from, offset);
        LocalDateTime last = LocalDateTime.ofInstant(to, offset);
        LocalDate day = first.toLocalDate().minusDays(1); // whose window may reach into the first
        for (; !day.isAfter(last.toLocalDate()); day = day.plusDays(1)) {
            LocalDateTime midnight = day.atStartOfDay();
            for (WeeklyWindow window : windows) {
                if (window.days().contains(day.getDayOfWeek())) {
                    LocalDateTime begin = later(midnight.plusMinutes(window.fromMinute()), first);
                    LocalDateTime end = earlier(midnight.plusMinutes(window.toMinute()), last);
                    addByDays(begin, end, offset, spans);
                }
            }
        }
    }

    private void addByDays(
            LocalDateTime from, LocalDateTime to, ZoneOffset offset, List<Span> spans) {
        LocalDateTime begin = from;
        while (begin.isBefore(to)) {
            LocalDate day = begin.toLocalDate();
            LocalDateTime end = earlier(day.plusDays(1).atStartOfDay(), to);
            if (!except.contains(day)) {
                spans.add(new Span(begin.toInstant(offset), end.toInstant(offset)));
            }
            begin = end;
        }
    }

    private static List<Span> merged(List<Span> spans) {
        spans.sort(Comparator.comparing(Span::from));
        List<Span> merged = new ArrayList<>();
        @Nullable Span open = null;
        for (Span span : spans) {
            if (open == null) {
                open = span;
            } else if (span.from().isAfter(open.to())) {
                merged.add(open);
                open = span;
            } else if (span.to().isAfter(open.to())) {
                open = new Span(open.from(), span.to());
            }
        }
        if (open != null) {
            merged.add(open);
        }
        return merged;
    }

    private static LocalDateTime later(LocalDateTime a, LocalDateTime b) {
        return a.isAfter(b) ? a : b;
    }

    private static LocalDateTime earlier(LocalDateTime a, LocalDateTime b) {
        return a.isBefore(b) ? a : b;
    }
}
