package org.evenkeel.daemon;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.daemon.peer.PeerQueries.Answers;
import org.evenkeel.kernel.Migrations;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.NodeStatus;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.kernel.trace.TraceRecord;
import org.evenkeel.model.TaskId;

/**
 * What a node says of itself, each as one JSON object: {@code nodes} (its state), {@code tasks}
 * (those in its records; argument: how many at most), {@code explain} (argument: a task's id),
 * {@code stats}, {@code phases} ({@link PhaseAnswers}; argument: how many at most), {@code jobs}
 * and {@code job} ({@link JobAnswers}), {@code quotas} ({@link QuotaAnswers}).
 */
final class NodeAnswers implements Answers {

    private static final int MAX_TASKS = 1_000;

    private final NodeCore core;
    private final JobAnswers jobs;
    private final QuotaAnswers quotas;
    private final Vitals vitals;
    private final InstantSource wallClock;
    private final Instant startedAt;
    private final long startedNanos = System.nanoTime();

    /** What the daemon around the core knows. */
    interface Vitals {
        /** For {@code nodes}. */
        Map<String, Object> node();

        /** For {@code stats}. */
        Map<String, Object> stats();
    }

    NodeAnswers(
            NodeCore core,
            JobAnswers jobs,
            QuotaAnswers quotas,
            Vitals vitals,
            InstantSource wallClock) {
        this.quotas = quotas;
        this.wallClock = wallClock;
        this.startedAt = wallClock.instant();
        this.core = core;
        this.jobs = jobs;
        this.vitals = vitals;
    }

    @Override
    public String answer(String what, String argument) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("node", core.status().self().id().name());
        switch (what) {
            case "nodes" -> node(answer);
            case "tasks" -> tasks(answer, argument);
            case "explain" -> explain(answer, argument);
            case "stats" -> answer.putAll(vitals.stats());
            case "jobs" -> jobs.jobs(answer, argument);
            case "job" -> jobs.job(answer, argument);
            case "quotas" -> quotas.quotas(answer);
            case "migrations" -> migrations(answer);
            case "phases" ->
                    PhaseAnswers.phases(
                            answer,
                            argument,
                            core,
                            nanos -> startedAt.plusNanos(nanos - startedNanos).toString());
            default ->
                    throw new IllegalArgumentException(
                            "\""
                                    + what
                                    + "\" is not a query; use nodes, tasks, explain, stats, migrations, phases, "
                                    + "jobs, job or quotas");
        }
        try {
            return JSON.std.asString(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void node(Map<String, Object> answer) {
        NodeStatus status = core.status();
        answer.put("incarnation", status.self().incarnation());
        answer.put("host", status.self().host());
        answer.put("port", status.self().port());
        answer.put("started", startedAt.toString());
        answer.put("uptimeNanos", System.nanoTime() - startedNanos);
        answer.put("policy", status.policy());
        answer.put("load", status.loadModel());
        answer.put("state", lower(status.state()));
        answer.put("draining", status.draining());
        answer.put("workers", status.workers());
        answer.put("busy", status.busy());
        answer.put("waiting", status.waiting());
        answer.put("prefetched", status.prefetched());
        answer.put("parked", status.parked());
        answer.put("owned", status.owned());
        answer.put("held", status.held());
        NodeStatus.Hours hours = status.hours();
        answer.put("hours", hours == null ? null : hours(hours));
        AvailabilityForecast.Forecast plan = status.plan();
        answer.put("plan", plan == null ? null : plan(plan));
        answer.put("totals", totals(status.totals()));
        List<Object> neighbours = new ArrayList<>();
        for (NodeStatus.Neighbour neighbour : status.neighbours()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", neighbour.name());
            one.put("up", neighbour.up());
            one.put("believed", lower(neighbour.believed()));
            one.put("told", lower(neighbour.told()));
            one.put("room", neighbour.room());
            neighbours.add(one);
        }
        answer.put("neighbours", neighbours);
        answer.putAll(vitals.node());
    }

    private Map<String, Object> hours(NodeStatus.Hours hours) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("open", hours.open());
        boolean known = hours.changesInNanos() < Long.MAX_VALUE;
        map.put(
                "until",
                known ? wallClock.instant().plusNanos(hours.changesInNanos()).toString() : null);
        return map;
    }

    private static Map<String, Object> plan(AvailabilityForecast.Forecast plan) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("tasks", plan.tasks());
        map.put("fits", plan.fits());
        map.put("finishInSeconds", plan.finishInNanos() / 1e9);
        return map;
    }

    private static Map<String, Object> totals(NodeStatus.Totals totals) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("accepted", totals.accepted());
        map.put("run", totals.run());
        map.put("failed", totals.failed());
        map.put("stolenIn", totals.stolenIn());
        map.put("givenAway", totals.givenAway());
        map.put("committed", totals.committed());
        map.put("delivered", totals.delivered());
        map.put("regranted", totals.regranted());
        map.put("superseded", totals.superseded());
        map.put("cancelled", totals.cancelled());
        map.put("runNanos", totals.runNanos());
        map.put("offersSent", totals.offersSent());
        map.put("resultsSent", totals.resultsSent());
        map.put("loadsSent", totals.loadsSent());
        map.put("requestsSent", totals.requestsSent());
        map.put("otherSent", totals.otherSent());
        return map;
    }

    private void tasks(Map<String, Object> answer, String argument) {
        int most = MAX_TASKS;
        if (!argument.isEmpty()) {
            try {
                most = Math.clamp(Long.parseLong(argument), 1, MAX_TASKS);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("\"" + argument + "\" is not a number", e);
            }
        }
        List<Object> tasks = new ArrayList<>();
        for (NodeStatus.TaskLine line : core.tasks(most)) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("task", line.id().toString());
            one.put("kind", line.kind());
            one.put("grant", line.grant());
            one.put("owner", line.owner());
            one.put("state", line.state());
            one.put("where", line.where());
            one.put("slot", line.slot());
            one.put("priority", line.priority());
            if (!line.deferralReason().isEmpty()) {
                one.put("stays", line.deferralReason());
            }
            tasks.add(one);
        }
        answer.put("tasks", tasks);
    }

    private void migrations(Map<String, Object> answer) {
        List<Object> steps = new ArrayList<>();
        for (Migrations.Step step : core.migrations()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("at", startedAt.plusNanos(step.atNanos() - startedNanos).toString());
            one.put("task", step.task().toString());
            one.put("epoch", step.grant().epoch());
            one.put("grant", step.grant().number());
            one.put("part", lower(step.part()));
            one.put("nanos", step.nanos());
            one.put("bytes", step.bytes());
            steps.add(one);
        }
        answer.put("steps", steps);
    }

    private void explain(Map<String, Object> answer, String argument) {
        TaskId task = TaskId.parse(argument);
        List<Object> story = new ArrayList<>();
        for (TraceRecord step : core.trace().story(task)) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("seq", step.seq());
            one.put("at", startedAt.plusNanos(step.atNanos() - startedNanos).toString());
            one.put("kind", step.kind().name());
            one.put("words", step.kind().words());
            one.put("other", step.other());
            one.put("slot", step.slot());
            one.put("reason", step.reason());
            story.add(one);
        }
        answer.put("task", task.toString());
        answer.put("story", story);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
