package org.evenkeel.lab.plan;

import java.math.BigDecimal;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.evenkeel.kernel.calendar.ClusterInterval;

/**
 * A file of clusters, in JSON: {@code clusters} with numbers for times, or with calendars. See
 * docs/planning.md. Errors are {@link PlanFileException}s.
 */
public final class CalendarFile {
    /** Intervals that are planned with. */
    static final int MAX_INTERVALS = 1_000_000;

    private static final int MAX_DECIMALS = 9;

    /**
     * Reads one.
     *
     * @param name of the file, for errors
     * @param days from the start for which calendars are worked out
     */
    public static CalendarInput read(String name, byte[] bytes, int days) {
        JsonValue.Fields file = JsonValue.parse(name, bytes).fields("clusters", "start");
        List<JsonValue.Fields> clusters = new ArrayList<>();
        boolean calendars = false;
        for (JsonValue cluster : file.get("clusters").items()) {
            JsonValue.Fields fields =
                    cluster.fields(
                            "id",
                            "processors",
                            "computing",
                            "from",
                            "to",
                            "taskTime",
                            "calendar",
                            "start");
            calendars |= fields.find("calendar") != null;
            clusters.add(fields);
        }
        return calendars
                ? new CalendarClusters(file, clusters).read(days)
                : readNumbers(file, clusters);
    }

    private static CalendarInput readNumbers(
            JsonValue.Fields file, List<JsonValue.Fields> clusters) {
        JsonValue start = file.find("start");
        if (start != null) {
            throw start.wrong("needs a cluster with a calendar, and there is none");
        }
        long ticksPerUnit = ticksPerUnit(clusters);
        List<ClusterInterval> intervals = new ArrayList<>();
        Overlaps overlaps = new Overlaps();
        for (JsonValue.Fields cluster : clusters) {
            JsonValue begin = cluster.find("start");
            if (begin != null) {
                throw begin.wrong("is for clusters with a calendar; this one has from and to");
            }
            long from = time(cluster.get("from"), ticksPerUnit);
            long to = time(cluster.get("to"), ticksPerUnit);
            long taskTime = time(cluster.get("taskTime"), ticksPerUnit);
            if (to < from) {
                throw cluster.get("to").wrong("is before from");
            }
            if (taskTime == 0) {
                throw cluster.get("taskTime").wrong("must be positive");
            }
            ClusterInterval interval = interval(cluster, from, to, taskTime);
            overlaps.add(interval, cluster.get("from"));
            intervals.add(interval);
        }
        return new CalendarInput(intervals, new PlanClock(ticksPerUnit, null, ZoneOffset.UTC));
    }

    private static long ticksPerUnit(List<JsonValue.Fields> clusters) {
        int decimals = 0;
        for (JsonValue.Fields cluster : clusters) {
            for (String key : List.of("from", "to", "taskTime")) {
                JsonValue value = cluster.get(key);
                BigDecimal number = value.decimal();
                if (number.signum() < 0) {
                    throw value.wrong("is negative; times count from 0");
                }
                int scale = number.signum() == 0 ? 0 : number.stripTrailingZeros().scale();
                if (scale > MAX_DECIMALS) {
                    throw value.wrong("has more than " + MAX_DECIMALS + " decimals");
                }
                decimals = Math.max(decimals, scale);
            }
        }
        return BigDecimal.ONE.scaleByPowerOfTen(decimals).longValueExact();
    }

    private static long time(JsonValue value, long ticksPerUnit) {
        BigDecimal number = value.decimal();
        // As a decimal a number may have more digits than there is memory for.
        if (number.precision() - (long) number.scale() <= 19) {
            BigDecimal ticks = number.multiply(BigDecimal.valueOf(ticksPerUnit));
            if (ticks.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
                return ticks.longValueExact();
            }
        }
        throw value.wrong(
                "is too large: with as many decimals as this file has, the largest time is %d"
                        .formatted(Long.MAX_VALUE / ticksPerUnit));
    }

    /** An interval of a cluster whose times are known to be good. */
    static ClusterInterval interval(JsonValue.Fields cluster, long from, long to, long taskTime) {
        long processors = cluster.get("processors").whole(1);
        JsonValue given = cluster.find("computing");
        long computing = given == null ? processors : given.whole(1);
        if (given != null && computing > processors) {
            throw given.wrong("exceeds the %d processors".formatted(processors));
        }
        return new ClusterInterval(
                cluster.get("id").name(), processors, computing, from, to, taskTime);
    }

    /** No cluster is there twice at a time. */
    static final class Overlaps {
        private record KnownInterval(long to, int line) {}

        private final Map<String, TreeMap<Long, KnownInterval>> byId = new LinkedHashMap<>();

        /** Takes note of an interval; {@code place} is what an error names. */
        void add(ClusterInterval interval, JsonValue place) {
            if (interval.from() == interval.to()) {
                return;
            }
            TreeMap<Long, KnownInterval> known =
                    byId.computeIfAbsent(interval.id(), id -> new TreeMap<>());
            Map.Entry<Long, KnownInterval> before = known.lowerEntry(interval.to());
            if (before != null && before.getValue().to() > interval.from()) {
                throw place.wrong(
                        "overlaps another interval of cluster %s, which is in line %d"
                                .formatted(interval.id(), before.getValue().line()));
            }
            known.put(interval.from(), new KnownInterval(interval.to(), place.line()));
        }
    }
}
