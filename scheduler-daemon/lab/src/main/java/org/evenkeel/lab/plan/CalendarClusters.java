package org.evenkeel.lab.plan;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.evenkeel.kernel.calendar.ClusterInterval;
import org.evenkeel.kernel.calendar.WeeklyCalendar;
import org.evenkeel.kernel.calendar.WeeklyWindow;
import org.jspecify.annotations.Nullable;

/** The clusters of a file in which they have calendars. */
final class CalendarClusters {
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2200;
    private static final int MAX_WINDOWS = 100;
    private static final int MAX_EXCEPTIONS = 10_000;

    private final List<JsonValue.Fields> clusters;
    private final @Nullable JsonValue fileStart;

    CalendarClusters(JsonValue.Fields file, List<JsonValue.Fields> clusters) {
        this.clusters = clusters;
        this.fileStart = file.find("start");
    }

    private record Cluster(
            JsonValue.Fields fields, WeeklyCalendar calendar, Duration taskTime, Instant start) {}

    CalendarInput read(int days) {
        List<Cluster> read = clusters.stream().map(this::cluster).toList();
        checkLocalStart(read);
        Instant zero =
                read.stream().map(Cluster::start).min(Instant::compareTo).orElse(Instant.EPOCH);
        Instant horizon = zero.plus(days, ChronoUnit.DAYS);
        List<ClusterInterval> intervals = new ArrayList<>();
        CalendarFile.Overlaps overlaps = new CalendarFile.Overlaps();
        for (Cluster cluster : read) {
            for (WeeklyCalendar.Span span : cluster.calendar().open(cluster.start(), horizon)) {
                ClusterInterval interval =
                        CalendarFile.interval(
                                cluster.fields(),
                                nanos(zero, span.from()),
                                nanos(zero, span.to()),
                                cluster.taskTime().toNanos());
                overlaps.add(interval, cluster.fields().get("calendar"));
                intervals.add(interval);
                if (intervals.size() > CalendarFile.MAX_INTERVALS) {
                    throw cluster.fields()
                            .get("calendar")
                            .wrong(
                                    "more than %d intervals in all; plan fewer days"
                                            .formatted(CalendarFile.MAX_INTERVALS));
                }
            }
        }
        return new CalendarInput(
                intervals, new PlanClock(PlanClock.NANOS, zero, read.getFirst().calendar().zone()));
    }

    private static long nanos(Instant zero, Instant at) {
        return zero.until(at, ChronoUnit.NANOS);
    }

    private Cluster cluster(JsonValue.Fields fields) {
        for (String key : List.of("from", "to")) {
            JsonValue given = fields.find(key);
            if (given != null) {
                throw given.wrong("the clusters of this file have calendars; remove from and to");
            }
        }
        CalendarFile.interval(fields, 0, 1, 1); // also when it is never there
        WeeklyCalendar calendar = calendar(fields.get("calendar"));
        JsonValue start = fields.find("start") == null ? fileStart : fields.find("start");
        if (start == null) {
            throw fields.owner()
                    .wrong("start is missing, here or next to clusters: when does planning begin?");
        }
        return new Cluster(
                fields, calendar, duration(fields.get("taskTime")), start(start, calendar.zone()));
    }

    private static WeeklyCalendar calendar(JsonValue value) {
        JsonValue.Fields fields = value.fields("zone", "weekly", "except");
        JsonValue weekly = fields.get("weekly");
        List<WeeklyWindow> windows = new ArrayList<>();
        for (JsonValue window : bounded(weekly, MAX_WINDOWS)) {
            try {
                windows.add(WeeklyWindow.parse(window.text()));
            } catch (IllegalArgumentException e) {
                throw window.wrong(String.valueOf(e.getMessage()));
            }
        }
        Set<LocalDate> except = new TreeSet<>();
        JsonValue dates = fields.find("except");
        for (JsonValue date :
                dates == null ? List.<JsonValue>of() : bounded(dates, MAX_EXCEPTIONS)) {
            try {
                except.add(LocalDate.parse(date.text()));
            } catch (DateTimeException e) {
                throw date.wrong("is not a date; write for example 2026-12-24");
            }
        }
        return new WeeklyCalendar(zone(fields.get("zone")), windows, except);
    }

    private static List<JsonValue> bounded(JsonValue list, int most) {
        if (list.items().size() > most) {
            throw list.wrong("has more than " + most + " entries");
        }
        return list.items();
    }

    private static ZoneId zone(JsonValue value) {
        String text = value.text();
        try {
            return ZoneId.of(text);
        } catch (DateTimeException e) {
            throw value.wrong("unknown time zone; write for example Europe/Berlin");
        }
    }

    private static Duration duration(JsonValue value) {
        try {
            Duration duration = value.isText() ? Duration.parse(value.text()) : Duration.ZERO;
            if (duration.isPositive() && duration.toDays() <= 100_000) {
                return duration;
            }
        } catch (DateTimeException | ArithmeticException e) {
            // said below
        }
        throw value.wrong("with a calendar, a time is a duration such as \"PT90S\" or \"PT2H30M\"");
    }

    private static Instant start(JsonValue value, ZoneId zone) {
        try {
            TemporalAccessor parsed =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(
                            value.text(), Instant::from, LocalDateTime::from);
            Instant start =
                    parsed instanceof LocalDateTime local
                            ? local.atZone(zone).toInstant()
                            : (Instant) parsed;
            int year = start.atZone(zone).getYear();
            if (year >= FIRST_YEAR && year < LAST_YEAR) {
                return start;
            }
        } catch (DateTimeException e) {
            // said below
        }
        throw value.wrong(
                ("is not a time; write 2026-11-20T18:00 or 2026-11-20T18:00+01:00, in the "
                                + "years %d to %d")
                        .formatted(FIRST_YEAR, LAST_YEAR - 1));
    }

    /** One start for all that says no offset means one time only where all are in one zone. */
    private void checkLocalStart(List<Cluster> read) {
        Cluster first = read.getFirst();
        for (Cluster cluster : read) {
            boolean shared = cluster.fields().find("start") == null;
            if (shared && !first.calendar().zone().equals(cluster.calendar().zone())) {
                JsonValue start = Objects.requireNonNull(fileStart);
                if (!start(start, first.calendar().zone()).equals(cluster.start())) {
                    throw start.wrong(
                            "the clusters are in several time zones; add an offset, as in "
                                    + "2026-11-20T18:00+01:00");
                }
            }
        }
    }
}
