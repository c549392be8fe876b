package org.evenkeel.lab.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.evenkeel.cli.text.NumberFormatter;
import org.evenkeel.cli.text.TextTable;
import org.evenkeel.kernel.calendar.CalendarPlan;
import org.evenkeel.kernel.calendar.ClusterInterval;
import org.evenkeel.kernel.calendar.DoesNotFit;
import org.evenkeel.kernel.calendar.Packet;
import org.evenkeel.kernel.calendar.PlanMetrics;
import org.evenkeel.kernel.calendar.Share;
import org.evenkeel.kernel.calendar.Timetable;
import org.evenkeel.model.JsonObject;
import org.evenkeel.model.Numbers;

/** A plan with calendars as JSON, as text and as a picture. */
public final class CalendarReport {
    /** An interval with more packets is drawn as one bar. */
    private static final long MAX_DRAWN = 200;

    private final CalendarPlan plan;
    private final PlanClock clock;
    private final Optional<PlanMetrics> metrics;

    public CalendarReport(CalendarPlan plan, PlanClock clock) {
        this.plan = plan;
        this.clock = clock;
        this.metrics = plan.tasks() == 0 ? Optional.empty() : Optional.of(new PlanMetrics(plan));
    }

    /** What JSON says when not all fit. */
    public static Map<String, Object> json(DoesNotFit less, long tasks) {
        return new JsonObject()
                .with("feasible", false)
                .with("fits", less.fits())
                .with("tasks", tasks);
    }

    /**
     * The plan for JSON.
     *
     * @param mostPackets that are told
     */
    public Map<String, Object> json(int mostPackets) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("feasible", true);
        json.put("finish", clock.json(plan.finish()));
        if (clock.start() != null) {
            json.put("start", clock.json(0));
            json.put("finishSeconds", clock.amount(plan.finish()));
        }
        json.put("tasks", plan.tasks());
        json.put("clusters", clusters());
        putMetrics(json);
        List<Map<String, Object>> packets = new ArrayList<>();
        for (Packet packet : Timetable.first(plan, mostPackets)) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("start", clock.json(packet.start()));
            one.put("end", clock.json(packet.end()));
            one.put("cluster", plan.intervals().get(packet.interval()).id());
            one.put("tasks", packet.tasks());
            packets.add(one);
        }
        json.put("packets", packets);
        json.put("packetsLeftOut", plan.packets() - packets.size());
        return json;
    }

    private List<Map<String, Object>> clusters() {
        List<Map<String, Object>> clusters = new ArrayList<>();
        for (int i = 0; i < plan.intervals().size(); i++) {
            ClusterInterval interval = plan.intervals().get(i);
            Share share = plan.shares().get(i);
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("id", interval.id());
            one.put("tasks", share.tasks());
            one.put("stages", share.stages());
            one.put("lastStageTasks", share.lastStageTasks());
            one.put("from", clock.json(interval.from()));
            one.put("to", clock.json(interval.to()));
            int index = i;
            one.put(
                    "availability",
                    metrics.map(known -> known.availability(index).toDouble()).orElse(null));
            one.put("speedUp", metrics.map(known -> known.speedUp(index).toDouble()).orElse(null));
            clusters.add(one);
        }
        return clusters;
    }

    private void putMetrics(Map<String, Object> json) {
        json.put(
                "referenceTime",
                metrics.map(known -> clock.amount(known.referenceTime(true))).orElse(null));
        json.put(
                "efficiency", metrics.map(known -> known.efficiency(true).toDouble()).orElse(null));
        json.put(
                "referenceTimeWithoutRelease",
                metrics.map(known -> clock.amount(known.referenceTime(false))).orElse(null));
        json.put(
                "efficiencyWithoutRelease",
                metrics.map(known -> known.efficiency(false).toDouble()).orElse(null));
        json.put(
                "inefficiencyBounds",
                metrics.flatMap(PlanMetrics::inefficiencyBounds)
                        .map(bounds ->
                                List.of(bounds.lower().toDouble(), bounds.upper().toDouble()))
                        .orElse(null));
    }

    /** What the plan comes to, in a few lines. */
    public List<String> summary() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "%s tasks end at %s"
                        .formatted(
                                NumberFormatter.count(plan.tasks()), clock.words(plan.finish())));
        metrics.ifPresent(known -> {
            lines.add(
                    "perfectly divisible work would take %s: efficiency %s"
                            .formatted(
                                    clock.words(known.referenceTime(true)),
                                    percent(known.efficiency(true).toDouble())));
            known.inefficiencyBounds()
                    .ifPresent(bounds ->
                            lines.add(
                                    "on such clusters, between %s and %s of the capacity is lost"
                                            .formatted(
                                                    percent(bounds.lower().toDouble()),
                                                    percent(bounds.upper().toDouble()))));
        });
        return lines;
    }

    private static String percent(double share) {
        return Numbers.format("%.1f %%", 100 * share);
    }

    /** How many intervals have tasks. */
    public int used() {
        return (int) plan.shares().stream().filter(share -> share.tasks() > 0).count();
    }

    /** Who does how much: the first intervals with tasks. */
    public TextTable shares(int most) {
        TextTable table =
                new TextTable("", "cluster", "from", "until", "tasks", "packets", "in the last");
        int left = most;
        for (int i = 0; i < plan.intervals().size() && left > 0; i++) {
            Share share = plan.shares().get(i);
            if (share.tasks() > 0) {
                left--;
                table.row(
                        plan.intervals().get(i).id(),
                        clock.words(plan.intervals().get(i).from()),
                        clock.words(plan.endOf(i)),
                        NumberFormatter.count(share.tasks()),
                        NumberFormatter.count(share.stages()),
                        NumberFormatter.count(share.lastStageTasks()));
            }
        }
        return table;
    }

    /** The first packets. */
    public TextTable timetable(int most) {
        TextTable table = new TextTable("", "at", "cluster", "gets", "done at");
        for (Packet packet : Timetable.first(plan, most)) {
            table.row(
                    clock.words(packet.start()),
                    plan.intervals().get(packet.interval()).id(),
                    NumberFormatter.count(packet.tasks()),
                    clock.words(packet.end()));
        }
        return table;
    }

    /** A row for each cluster: when it is there, and its packets. */
    public String svg() {
        Gantt gantt =
                new Gantt(
                        summary().getFirst(),
                        plan.finish(),
                        ticks -> clock.shortWords(Math.round(ticks)));
        Map<String, List<Gantt.Bar>> rows = new LinkedHashMap<>();
        int left = Gantt.MAX_BARS;
        for (int i = 0; i < plan.intervals().size(); i++) {
            ClusterInterval interval = plan.intervals().get(i);
            List<Gantt.Bar> row = rows.computeIfAbsent(interval.id(), id -> new ArrayList<>());
            if (interval.from() < plan.finish()) {
                double end = Math.min(interval.to(), plan.finish());
                row.add(new Gantt.Bar(interval.from(), end, Gantt.Kind.OPEN, "open"));
            }
            List<Gantt.Bar> bars = bars(i, left);
            left -= bars.size();
            row.addAll(bars);
        }
        rows.forEach(gantt::row);
        return gantt.svg();
    }

    private List<Gantt.Bar> bars(int index, int left) {
        ClusterInterval interval = plan.intervals().get(index);
        Share share = plan.shares().get(index);
        if (share.stages() == 0) {
            return List.of();
        }
        if (share.stages() > Math.min(MAX_DRAWN, left)) {
            String label =
                    "%s tasks in %s packets"
                            .formatted(
                                    NumberFormatter.count(share.tasks()),
                                    NumberFormatter.count(share.stages()));
            return List.of(
                    new Gantt.Bar(interval.from(), plan.endOf(index), Gantt.Kind.WORK, label));
        }
        List<Gantt.Bar> bars = new ArrayList<>();
        for (long stage = 1; stage <= share.stages(); stage++) {
            boolean last = stage == share.stages();
            long tasks = last ? share.lastStageTasks() : interval.computing();
            bars.add(
                    new Gantt.Bar(
                            interval.endOf(stage - 1),
                            interval.endOf(stage),
                            tasks < interval.computing() ? Gantt.Kind.PARTIAL : Gantt.Kind.WORK,
                            NumberFormatter.count(tasks)));
        }
        return bars;
    }
}
