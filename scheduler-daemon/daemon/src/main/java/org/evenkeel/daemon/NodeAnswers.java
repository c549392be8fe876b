package org.evenkeel.daemon;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.evenkeel.daemon.peer.PeerQueries.NodeKnowledge;
import org.evenkeel.kernel.MoveTimes;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.NodeStatus;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.wire.Software;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.proto.Answers;
import org.evenkeel.wire.proto.MigrationsAnswer;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.Query;
import org.evenkeel.wire.proto.StatsAnswer;
import org.evenkeel.wire.proto.TasksAnswer;
import org.evenkeel.wire.proto.TraceAnswer;
import org.jspecify.annotations.Nullable;

/** What a node says of itself. */
final class NodeAnswers implements NodeKnowledge {

    private final NodeCore core;
    private final Parts parts;
    private final Vitals vitals;
    private final ExplainAnswers explained;
    private final InstantSource wallClock;
    private final LongSupplier nanoClock;
    private final Instant startedAt;
    private final long startedNanos = System.nanoTime();

    /** What the daemon around the core knows. */
    interface Vitals extends ExplainAnswers.Workers {
        void addTo(NodesAnswer.Builder answer);

        StatsAnswer.Builder stats();
    }

    /** Those who answer what is not asked of the core. */
    record Parts(
            JobAnswers jobs,
            QuotaAnswers quotas,
            LogAnswers logs,
            StackAnswers stacks,
            ProfileAnswers profiles) {}

    NodeAnswers(
            NodeCore core,
            Parts parts,
            Vitals vitals,
            InstantSource wallClock,
            LongSupplier nanoClock) {
        this.parts = parts;
        this.nanoClock = nanoClock;
        this.wallClock = wallClock;
        this.startedAt = wallClock.instant();
        this.core = core;
        this.vitals = vitals;
        this.explained = new ExplainAnswers(core, vitals, nanoClock, this::timeOfDay);
    }

    @Override
    public void answer(Query query, BiConsumer<Answers, @Nullable String> then) {
        switch (query.getTopic()) {
            case TOPIC_LOGS -> parts.logs().answer(query, then);
            case TOPIC_STACK -> parts.stacks().answer(query, then);
            case TOPIC_PROFILE -> parts.profiles().answer(query, then);
            default -> answerAtOnce(query, then);
        }
    }

    private void answerAtOnce(Query query, BiConsumer<Answers, @Nullable String> then) {
        Answers answers;
        try {
            answers = answer(query);
        } catch (IllegalArgumentException e) {
            then.accept(Answers.getDefaultInstance(), String.valueOf(e.getMessage()));
            return;
        }
        then.accept(answers, null);
    }

    private Answers answer(Query query) {
        String node = core.status().self().id().name();
        Answers.Builder answers = Answers.newBuilder();
        switch (query.getTopic()) {
            case TOPIC_NODES -> answers.addNodes(nodes().setNode(node));
            case TOPIC_TASKS -> answers.addTasks(tasks(query).setNode(node));
            case TOPIC_EXPLAIN -> answers.addExplain(explained.of(query).setNode(node));
            case TOPIC_STATS -> answers.addStats(stats().setNode(node));
            case TOPIC_MIGRATIONS -> answers.addMigrations(migrations().setNode(node));
            case TOPIC_PHASES ->
                    answers.addPhases(
                            PhaseAnswers.phases(query, core, this::timeOfDay).setNode(node));
            case TOPIC_JOBS -> answers.addJobs(parts.jobs().jobs(query).setNode(node));
            case TOPIC_JOB -> answers.addJob(parts.jobs().job(query).setNode(node));
            case TOPIC_FAILURES ->
                    answers.addFailures(
                            parts.jobs().failures(query, this::timeOfDay).setNode(node));
            case TOPIC_QUOTAS -> answers.addQuotas(parts.quotas().quotas().setNode(node));
            case TOPIC_TRACE -> answers.addTrace(trace(query, node).setNode(node));
            default ->
                    throw new IllegalArgumentException(
                            "node %s does not know question %d: it runs %s, upgrade it first"
                                    .formatted(
                                            node, query.getTopicValue(), Software.OWN.version()));
        }
        return answers.build();
    }

    /** What metrics are made of: this node as in {@code nodes}, its figures, its master. */
    Answers figures() {
        String node = core.status().self().id().name();
        Query.Builder noPhases = Query.newBuilder().setMost(0);
        return Answers.newBuilder()
                .addNodes(nodes().setNode(node))
                .addStats(stats().setNode(node))
                .addPhases(
                        PhaseAnswers.phases(noPhases.build(), core, this::timeOfDay).setNode(node))
                .build();
    }

    private StatsAnswer.Builder stats() {
        return vitals.stats().setLongestWaitNanos(core.longestWaitNanos(nanoClock.getAsLong()));
    }

    private TraceAnswer.Builder trace(Query query, String node) {
        long startedEpochNanos =
                TimeUnit.SECONDS.toNanos(startedAt.getEpochSecond()) + startedAt.getNano();
        return TraceAnswers.of(
                        core.trace(),
                        query,
                        query.getFromOrDefault(node, 0),
                        nanos -> startedEpochNanos + nanos - startedNanos)
                .setIncarnation(core.status().self().incarnation());
    }

    private String timeOfDay(long nanos) {
        return startedAt.plusNanos(nanos - startedNanos).toString();
    }

    private NodesAnswer.Builder nodes() {
        NodeStatus status = core.status();
        NodesAnswer.Builder answer =
                NodesAnswer.newBuilder()
                        .setIncarnation(status.self().incarnation())
                        .setHost(status.self().host())
                        .setPort(status.self().port())
                        .setStarted(startedAt.toString())
                        .setClock(wallClock.instant().toString())
                        .setUptimeNanos(System.nanoTime() - startedNanos)
                        .setPolicy(status.policy())
                        .setLoad(status.loadModel())
                        .setState(lower(status.state()))
                        .setDraining(status.draining())
                        .setWorkers(status.workers())
                        .setBusy(status.busy())
                        .setWaiting(status.waiting())
                        .setPrefetched(status.prefetched())
                        .setParked(status.parked())
                        .setOwned(status.owned())
                        .setHeld(status.held())
                        .setTotals(totals(status.totals()));
        NodeStatus.Hours hours = status.hours();
        if (hours != null) {
            answer.setHours(hours(hours));
        }
        AvailabilityForecast.Forecast plan = status.plan();
        if (plan != null) {
            answer.setPlan(
                    NodesAnswer.Plan.newBuilder()
                            .setTasks(plan.tasks())
                            .setFits(plan.fits())
                            .setFinishInSeconds(plan.finishInNanos() / 1e9));
        }
        for (NodeStatus.Neighbour neighbour : status.neighbours()) {
            answer.addNeighbours(
                    NodesAnswer.Neighbour.newBuilder()
                            .setName(neighbour.name())
                            .setUp(neighbour.up())
                            .setBelieved(lower(neighbour.believed()))
                            .setTold(lower(neighbour.told()))
                            .setRoom(neighbour.room()));
        }
        vitals.addTo(answer);
        return answer;
    }

    private NodesAnswer.Hours.Builder hours(NodeStatus.Hours hours) {
        NodesAnswer.Hours.Builder answer =
                NodesAnswer.Hours.newBuilder()
                        .setOpen(hours.open())
                        .setOnHold(hours.onHold())
                        .setFrozen(hours.frozen())
                        .setNotice(hours.notice());
        if (hours.changesAtNanos() < Long.MAX_VALUE) {
            long changesIn = hours.changesAtNanos() - nanoClock.getAsLong();
            answer.setUntil(wallClock.instant().plusNanos(changesIn).toString());
        }
        return answer;
    }

    private static NodesAnswer.Totals.Builder totals(NodeStatus.Totals totals) {
        return NodesAnswer.Totals.newBuilder()
                .setAccepted(totals.accepted())
                .setRun(totals.run())
                .setFailed(totals.failed())
                .setStolenIn(totals.stolenIn())
                .setGivenAway(totals.givenAway())
                .setCommitted(totals.committed())
                .setDelivered(totals.delivered())
                .setRegranted(totals.regranted())
                .setSuperseded(totals.superseded())
                .setCancelled(totals.cancelled())
                .setRunNanos(totals.runNanos())
                .setOffersSent(totals.offersSent())
                .setResultsSent(totals.resultsSent())
                .setLoadsSent(totals.loadsSent())
                .setRequestsSent(totals.requestsSent())
                .setOtherSent(totals.otherSent())
                .setMovedToSave(totals.movedToSave())
                .setSavedNanos(totals.savedNanos());
    }

    private TasksAnswer.Builder tasks(Query query) {
        int most =
                query.hasMost()
                        ? Math.clamp(query.getMost(), 1, WireLimits.MAX_TASKS_NAMED)
                        : WireLimits.MAX_TASKS_NAMED;
        TasksAnswer.Builder answer = TasksAnswer.newBuilder();
        for (NodeStatus.TaskLine line : core.tasks(most)) {
            TasksAnswer.Task.Builder task =
                    TasksAnswer.Task.newBuilder()
                            .setTask(line.id().toString())
                            .setKind(line.kind())
                            .setGrant(line.grant())
                            .setOwner(line.owner())
                            .setState(line.state())
                            .setWhere(orEmpty(line.where()))
                            .setSlot(line.slot())
                            .setPriority(line.priority());
            if (!line.deferralReason().isEmpty()) {
                task.setStays(line.deferralReason());
            }
            answer.addTasks(task);
        }
        return answer;
    }

    private MigrationsAnswer.Builder migrations() {
        MigrationsAnswer.Builder answer = MigrationsAnswer.newBuilder();
        for (MoveTimes.Step step : core.migrations()) {
            answer.addSteps(
                    MigrationsAnswer.Step.newBuilder()
                            .setAt(timeOfDay(step.atNanos()))
                            .setTask(step.task().toString())
                            .setEpoch(step.grant().epoch())
                            .setGrant(step.grant().number())
                            .setPart(lower(step.part()))
                            .setNanos(step.nanos())
                            .setBytes(step.bytes()));
        }
        return answer;
    }

    static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
