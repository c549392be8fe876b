package org.evenkeel.daemon;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.config.AvailabilitySchedule;
import org.evenkeel.daemon.config.AvailabilitySchedule.Calendar;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.calendar.WeeklyCalendar.Span;
import org.evenkeel.model.AvailabilitySpan;

/**
 * Tells the core when this node is open in the days to come, on the core's clock. Worked out anew
 * every minute: a user may have set the machine's clock, or the machine may have slept.
 */
final class AvailabilityClock {
    private static final int DAYS = 28;
    private static final long EVERY_NANOS = Duration.ofMinutes(1).toNanos();

    /** Two clocks are never read at the same moment; less than this is no change. */
    private static final long TOLERANCE_NANOS = Duration.ofMillis(500).toNanos();

    private AvailabilitySchedule hours;
    private final InstantSource wallClock;
    private final LongSupplier nanoClock;
    private final Instant started;
    private List<AvailabilitySpan> told = List.of();
    private int schedules;

    /**
     * @param nanoClock that of the core's events
     */
    AvailabilityClock(AvailabilitySchedule hours, InstantSource wallClock, LongSupplier nanoClock) {
        this.hours = hours;
        this.wallClock = wallClock;
        this.nanoClock = nanoClock;
        this.started = wallClock.instant();
    }

    /** Tells them, and again whenever they have changed; not when the node is always open. */
    void start(EventSink eventSink, TimerSource timers) {
        int schedule = ++schedules;
        hours.calendar()
                .ifPresent(calendar -> {
                    told = ahead(calendar);
                    eventSink.submit(new Event.AvailabilitySet(told, hours.closeMode()));
                    timers.after(EVERY_NANOS, () -> again(schedule, calendar, eventSink, timers));
                });
    }

    /** From now on this schedule counts instead. */
    void replace(AvailabilitySchedule next, EventSink eventSink, TimerSource timers) {
        boolean always = hours.calendar().isPresent() && next.calendar().isEmpty();
        hours = next;
        start(eventSink, timers);
        if (always) {
            eventSink.submit(new Event.AvailabilitySet(null, next.closeMode()));
        }
    }

    /**
     * When the calendar has this node open within a time from now, in order, at most {@value
     * AvailabilitySpan#MAX} times; empty without a calendar.
     */
    Optional<List<Span>> openWithin(Duration time) {
        Instant now = wallClock.instant();
        Instant end = now.plus(time);
        return hours.calendar()
                .map(calendar ->
                        spans(calendar, now, end).stream()
                                .filter(span -> span.to().isAfter(now))
                                .filter(span -> span.from().isBefore(end))
                                .limit(AvailabilitySpan.MAX)
                                .toList());
    }

    private void again(int schedule, Calendar calendar, EventSink eventSink, TimerSource timers) {
        if (schedule != schedules) {
            return;
        }
        List<AvailabilitySpan> now = ahead(calendar);
        if (!isAsTold(now)) {
            told = now;
            eventSink.submit(new Event.AvailabilitySet(told, hours.closeMode()));
        }
        timers.after(EVERY_NANOS, () -> again(schedule, calendar, eventSink, timers));
    }

    /** What has passed need not be in both. */
    private boolean isAsTold(List<AvailabilitySpan> now) {
        long nanos = nanoClock.getAsLong();
        List<AvailabilitySpan> before =
                told.stream().filter(span -> span.toNanos() > nanos + TOLERANCE_NANOS).toList();
        List<AvailabilitySpan> after =
                now.stream().filter(span -> span.toNanos() > nanos + TOLERANCE_NANOS).toList();
        if (before.size() != after.size()) {
            return false;
        }
        for (int i = 0; i < before.size(); i++) {
            if (differ(before.get(i).toNanos(), after.get(i).toNanos())
                    || differ(
                            Math.max(nanos, before.get(i).fromNanos()),
                            Math.max(nanos, after.get(i).fromNanos()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean differ(long a, long b) {
        return Math.abs(a - b) > TOLERANCE_NANOS;
    }

    /**
     * The hours of the next days; the last day is a whole one, so that it ends the same all day.
     */
    private List<AvailabilitySpan> ahead(Calendar calendar) {
        Instant now = wallClock.instant();
        long nanos = nanoClock.getAsLong();
        List<AvailabilitySpan> spans = new ArrayList<>();
        Instant day = now.truncatedTo(ChronoUnit.DAYS);
        for (Span span : spans(calendar, day, day.plus(DAYS, ChronoUnit.DAYS))) {
            if (span.to().isAfter(now) && spans.size() < AvailabilitySpan.MAX) {
                spans.add(
                        new AvailabilitySpan(
                                nanos + now.until(span.from(), ChronoUnit.NANOS),
                                nanos + now.until(span.to(), ChronoUnit.NANOS)));
            }
        }
        return spans;
    }

    /** Those of a calendar of seconds are all of them. */
    private List<Span> spans(Calendar calendar, Instant from, Instant to) {
        return switch (calendar) {
            case Calendar.Weekly weekly -> weekly.weeks().open(from, to);
            case Calendar.Seconds seconds -> {
                Instant begin = seconds.from().orElse(started);
                yield seconds.open().stream()
                        .map(one -> new Span(begin.plus(one.from()), begin.plus(one.to())))
                        .toList();
            }
        };
    }
}
