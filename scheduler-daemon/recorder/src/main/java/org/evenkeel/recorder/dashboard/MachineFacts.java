package org.evenkeel.recorder.dashboard;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.evenkeel.model.AvailabilitySpan;
import org.evenkeel.model.JsonObject;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.jspecify.annotations.Nullable;

/**
 * What pages of machines show of a node beside the row that {@code evenkeel top} has, as maps for
 * JSON. Times are milliseconds since 1970. What is not known, or makes no sense, is left out.
 */
final class MachineFacts {

    private static final double NANOS = 1e9;

    /** The last moment of which browsers know the day. */
    private static final long MAX_MILLIS = 8_640_000_000_000_000L;

    /**
     * What a table of machines shows.
     *
     * @param stats null if the node did not answer that question
     */
    static JsonObject shortly(NodesAnswer node, @Nullable StatsAnswer stats) {
        JsonObject facts = new JsonObject();
        facts.put("version", node.getVersion().isEmpty() ? Software.EARLIER : node.getVersion());
        put(facts, "started", millis(node.getStarted()));
        facts.put("idle", Math.max(0, node.getWorkers() - node.getBusy()));
        boolean hasSpeed = node.getSpeed() > 0 && Double.isFinite(node.getSpeed());
        facts.withIf(hasSpeed, "speed", node.getSpeed());
        OptionalDouble backlog = backlogSeconds(node);
        if (backlog.isPresent()) {
            facts.put("backlogSeconds", backlog.getAsDouble());
            facts.put("backlogPlanned", node.hasPlan());
        }
        if (stats != null) {
            facts.with("heapUsed", stats.getHeapUsedBytes())
                    .withIf(stats.hasDiskFreeBytes(), "diskFree", stats.getDiskFreeBytes());
        }
        return facts;
    }

    /** The same with what the page of one machine shows. */
    static Map<String, Object> inFull(NodesAnswer node, @Nullable StatsAnswer stats) {
        NodesAnswer.Totals totals = node.getTotals();
        JsonObject facts =
                shortly(node, stats)
                        .with("upMillis", TimeUnit.NANOSECONDS.toMillis(node.getUptimeNanos()))
                        .withAll(ofNode(node))
                        .with("protection", node.getWorkerProtection())
                        .with("received", totals.getStolenIn())
                        .with("sent", totals.getGivenAway())
                        .with("movedToSave", totals.getMovedToSave());
        putHours(facts, node);
        if (stats != null) {
            putStats(facts, stats);
        }
        return facts;
    }

    /** The same of what a recorder has kept: how long a node runs and its memory are not. */
    static Map<String, Object> recorded(NodesAnswer node) {
        return shortly(node, null).withAll(ofNode(node));
    }

    private static JsonObject ofNode(NodesAnswer node) {
        return new JsonObject()
                .with("address", node.getHost() + ":" + node.getPort())
                .with("policy", node.getPolicy())
                .with("programs", node.getClients())
                .with("workerProcesses", node.getWorkerProcesses())
                .with("run", node.getTotals().getRun())
                .with("failed", node.getTotals().getFailed())
                .with("runSeconds", node.getTotals().getRunNanos() / NANOS)
                .with("links", node.getNeighboursList().stream().map(MachineFacts::link).toList());
    }

    private static void putHours(Map<String, Object> facts, NodesAnswer node) {
        NodesAnswer.Hours hours = node.getHours();
        if (node.hasHours()) {
            facts.put("open", hours.getOpen());
            facts.put("onHold", hours.getOnHold());
            facts.put("frozen", hours.getFrozen());
            facts.put("notice", hours.getNotice());
            put(facts, "until", millis(hours.getUntil()));
        }
        if (node.hasCalendar()) {
            facts.put("calendar", spans(node.getCalendar()));
        }
    }

    private static List<List<Long>> spans(NodesAnswer.Calendar calendar) {
        List<List<Long>> spans = new ArrayList<>();
        for (NodesAnswer.Calendar.Span span : calendar.getOpenList()) {
            OptionalLong from = millis(span.getFrom());
            OptionalLong to = millis(span.getTo());
            if (from.isPresent() && to.isPresent() && spans.size() < AvailabilitySpan.MAX) {
                spans.add(List.of(from.getAsLong(), to.getAsLong()));
            }
        }
        return spans;
    }

    private static void putStats(JsonObject facts, StatsAnswer stats) {
        facts.with("heapMax", stats.getHeapMaxBytes())
                .with("payloadBytes", stats.getPayloadBytes())
                .with("blobBytes", stats.getBlobBytes())
                .withIf(
                        stats.getMachineMemoryBytes() > 0,
                        "machineMemory",
                        stats.getMachineMemoryBytes())
                .withIf(
                        stats.hasLongestWaitNanos(),
                        "longestWaitSeconds",
                        stats.getLongestWaitNanos() / NANOS);
        if (stats.hasCertificateUntil()) {
            put(facts, "certificateUntil", millis(stats.getCertificateUntil()));
        }
    }

    private static Map<String, Object> link(NodesAnswer.Neighbour neighbour) {
        return new JsonObject()
                .with("machine", neighbour.getName())
                .with("up", neighbour.getUp())
                .with("told", neighbour.getTold())
                .with("believed", neighbour.getBelieved())
                .with("room", neighbour.getRoom())
                .withIf(neighbour.hasLosses(), "losses", neighbour.getLosses())
                .withIf(
                        neighbour.hasHeardNanos(),
                        "heardMillis",
                        TimeUnit.NANOSECONDS.toMillis(neighbour.getHeardNanos()));
    }

    /**
     * For how long what waits keeps the node busy: as the policy plans, else with the mean running
     * time of the attempts that have ended there.
     */
    static OptionalDouble backlogSeconds(NodesAnswer node) {
        if (node.hasPlan()) {
            double planned = node.getPlan().getFinishInSeconds();
            return Double.isFinite(planned) ? OptionalDouble.of(planned) : OptionalDouble.empty();
        }
        if (node.getWaiting() == 0) {
            return OptionalDouble.of(0);
        }
        long run = node.getTotals().getRun();
        if (run <= 0 || node.getWorkers() <= 0) {
            return OptionalDouble.empty();
        }
        double mean = node.getTotals().getRunNanos() / NANOS / run;
        return OptionalDouble.of(node.getWaiting() * mean / node.getWorkers());
    }

    private static void put(Map<String, Object> facts, String name, OptionalLong millis) {
        if (millis.isPresent()) {
            facts.put(name, millis.getAsLong());
        }
    }

    /** Empty for what is no ISO-8601 time, or too far away. */
    private static OptionalLong millis(String iso) {
        try {
            long millis = Instant.parse(iso).toEpochMilli();
            return Math.abs(millis) <= MAX_MILLIS ? OptionalLong.of(millis) : OptionalLong.empty();
        } catch (DateTimeException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }
}
