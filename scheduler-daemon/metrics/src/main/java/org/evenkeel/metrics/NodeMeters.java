package org.evenkeel.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.evenkeel.model.LoadState;
import org.evenkeel.wire.proto.NodesAnswer;
import org.evenkeel.wire.proto.StatsAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one node. All have the tag {@code node}; no tag has more values than a cluster has
 * nodes, and none names a task, a job or a submitter. docs/metrics.md lists them.
 */
final class NodeMeters {
    private static final double NANOS = 1e9;
    private static final double MICROS = 1e6;

    private final MeterRegistry registry;
    private final Tags tags;
    private final MultiGauge linked;
    private final MultiGauge losses;
    private final List<Unknown> unknown = new ArrayList<>();
    private volatile NodeFigures now;

    /** A meter for a figure that not every node has, or not from the start. */
    private record Unknown(Predicate<NodeFigures> known, Runnable register) {
        boolean registerIfKnown(NodeFigures figures) {
            if (known.test(figures)) {
                register.run();
                return true;
            }
            return false;
        }
    }

    private void whenKnown(Predicate<NodeFigures> known, Runnable register) {
        unknown.add(new Unknown(known, register));
    }

    /**
     * Registers them.
     *
     * @param first what the node answered first
     */
    NodeMeters(MeterRegistry registry, NodeFigures first) {
        this.registry = registry;
        this.tags = Tags.of("node", first.name());
        this.now = first;
        this.linked =
                MultiGauge.builder("evenkeel.link.up")
                        .description("Whether the node is linked with a neighbour")
                        .tags(tags)
                        .register(registry);
        this.losses =
                MultiGauge.builder("evenkeel.link.recent.losses")
                        .description(
                                "How often the link to a neighbour was lost within the last hour, "
                                        + "at most 32")
                        .tags(tags)
                        .register(registry);
        ofNode();
        ofTasks();
        ofMessages();
        ofProcess();
        ofDisk();
        ofJournal();
        ofMaster();
    }

    /** From now on these are the figures. */
    void show(NodeFigures figures) {
        now = figures;
        unknown.removeIf(each -> each.registerIfKnown(figures));
        List<NodesAnswer.Neighbour> neighbours = figures.node().getNeighboursList();
        linked.register(
                neighbours.stream()
                        .map(each -> MultiGauge.Row.of(of(each), each.getUp() ? 1 : 0))
                        .toList(),
                true);
        losses.register(
                neighbours.stream()
                        .map(each -> MultiGauge.Row.of(of(each), each.getLosses()))
                        .toList(),
                true);
    }

    private static Tags of(NodesAnswer.Neighbour neighbour) {
        return Tags.of("neighbour", neighbour.getName());
    }

    private void ofNode() {
        NodesAnswer node = now.node();
        Gauge.builder("evenkeel.node.info", () -> 1)
                .description("What the node runs; always 1")
                .tags(tags.and("version", node.getVersion(), "policy", node.getPolicy()))
                .register(registry);
        gauge(
                "start.time",
                "seconds",
                "When the daemon started, since 1970",
                n -> seconds(n.node().getStarted()));
        whenKnown(
                n -> n.node().hasClock(),
                () ->
                        gauge(
                                "time",
                                "seconds",
                                "What the node's clock says, since 1970",
                                n -> seconds(n.node().getClock())));
        gauge("workers", "Worker slots that are open", n -> n.node().getWorkers());
        gauge("workers.busy", "Worker slots that run a task", n -> n.node().getBusy());
        gauge("worker.processes", "Worker processes that live", n -> n.node().getWorkerProcesses());
        gauge("programs", "Programs that are attached to the node", n -> n.node().getClients());
        gauge("draining", "Whether the node leaves the cluster", n -> bool(n.node().getDraining()));
        gauge(
                "open",
                "Whether the node runs tasks now: its calendar, its owner, a pause",
                n ->
                        bool(
                                !n.node().hasHours()
                                        || n.node().getHours().getOpen()
                                                && !n.node().getHours().getOnHold()));
        for (LoadState state : LoadState.values()) {
            String name = state.name().toLowerCase(Locale.ROOT);
            Gauge.builder("evenkeel.load.state", () -> bool(now.node().getState().equals(name)))
                    .description("Whether the node announces this load state to its neighbours")
                    .tags(tags.and("state", name))
                    .register(registry);
        }
    }

    private void ofTasks() {
        held("waiting", n -> n.node().getWaiting() - n.node().getPrefetched());
        held("prefetched", n -> n.node().getPrefetched());
        held("running", n -> n.node().getBusy());
        held("parked", n -> n.node().getParked());
        gauge(
                "owned.tasks",
                "Tasks accepted at the node and not yet acknowledged",
                n -> n.node().getOwned());
        whenKnown(
                n -> n.stats().hasLongestWaitNanos(),
                () ->
                        gauge(
                                "longest.wait",
                                "seconds",
                                "For how long the task that has waited there longest has waited",
                                n -> n.stats().getLongestWaitNanos() / NANOS));
        counter(
                "tasks.accepted",
                "Tasks accepted by the node, children of tasks included",
                n -> n.totals().getAccepted());
        counter(
                "tasks.run",
                "Attempts at tasks that have ended there, failed ones included",
                n -> n.totals().getRun());
        counter(
                "tasks.failed",
                "Attempts at tasks that have failed there",
                n -> n.totals().getFailed());
        counter(
                "tasks.cancelled",
                "Tasks that were cancelled there",
                n -> n.totals().getCancelled());
        counter("tasks.received", "Tasks received from other nodes", n -> n.totals().getStolenIn());
        counter("tasks.sent", "Tasks sent to other nodes", n -> n.totals().getGivenAway());
        counter(
                "tasks.regranted",
                "Tasks given out anew: a retry, a move from a checkpoint, a lost holder",
                n -> n.totals().getRegranted());
        counter(
                "results.superseded",
                "Results that came after another one of the same task",
                n -> n.totals().getSuperseded());
        counter(
                "results.committed",
                "Outcomes of tasks that the node owns",
                n -> n.totals().getCommitted());
        counter(
                "results.delivered",
                "Outcomes that programs have acknowledged",
                n -> n.totals().getDelivered());
        counter(
                "task.run",
                "seconds",
                "Worker time spent in attempts that have ended",
                n -> n.totals().getRunNanos() / NANOS);
        counter(
                "tasks.moved.to.save",
                "Running tasks that moved to end sooner elsewhere",
                n -> n.totals().getMovedToSave());
        counter(
                "saved",
                "seconds",
                "Worker time that such moves were predicted to save",
                n -> n.totals().getSavedNanos() / NANOS);
    }

    private void held(String state, ToDoubleFunction<NodeFigures> value) {
        Gauge.builder("evenkeel.tasks", () -> value.applyAsDouble(now))
                .description("Tasks at the node now, by state")
                .tags(tags.and("state", state))
                .register(registry);
    }

    private void ofMessages() {
        sent("offer", n -> n.totals().getOffersSent());
        sent("result", n -> n.totals().getResultsSent());
        sent("load", n -> n.totals().getLoadsSent());
        sent("request", n -> n.totals().getRequestsSent());
        sent("other", n -> n.totals().getOtherSent());
        counter(
                "frames.unknown",
                "Frames of a later version that were left unread",
                n -> n.stats().getUnknownFrames());
        counter(
                "frames.refused",
                "Frames that their sender may not send",
                n -> n.stats().getRefusedFrames());
    }

    private void sent(String kind, ToDoubleFunction<NodeFigures> value) {
        FunctionCounter.builder("evenkeel.messages.sent", this, own -> value.applyAsDouble(own.now))
                .description("Messages sent to other nodes, by kind")
                .tags(tags.and("kind", kind))
                .register(registry);
    }

    private void ofProcess() {
        counter("events", "Events that the scheduler has handled", n -> n.stats().getEvents());
        gauge("held.effects", "Effects that wait for the journal", n -> n.stats().getHeldEffects());
        gauge(
                "loop.lag.median",
                "seconds",
                "How late the daemon's event loop is, usually",
                n -> n.stats().getLoopLagMedianMicros() / MICROS);
        gauge(
                "loop.lag.max",
                "seconds",
                "How late the daemon's event loop was at most",
                n -> n.stats().getLoopLagMaxMicros() / MICROS);
        gauge("heap.used", "bytes", "Heap of the daemon in use", n -> n.stats().getHeapUsedBytes());
        gauge(
                "heap.max",
                "bytes",
                "Heap that the daemon may use",
                n -> n.stats().getHeapMaxBytes());
        gauge(
                "payload",
                "bytes",
                "Payloads in the daemon's memory",
                n -> n.stats().getPayloadBytes());
        whenKnown(
                n -> n.stats().hasCertificateUntil(),
                () ->
                        gauge(
                                "certificate.end.time",
                                "seconds",
                                "When the node's certificate ends, since 1970",
                                n -> seconds(n.stats().getCertificateUntil())));
    }

    private void ofDisk() {
        gauge("blobs", "Payloads, code and checkpoints on the disk", n -> n.stats().getBlobs());
        gauge("blob", "bytes", "The same in bytes", n -> n.stats().getBlobBytes());
        gauge(
                "value",
                "bytes",
                "Values of task graphs on the disk",
                n -> n.stats().getValueBytes());
        counter(
                "values.fetched",
                "Values of task graphs fetched from other nodes",
                n -> n.stats().getValuesFetched());
        whenKnown(
                n -> n.stats().hasDiskFreeBytes(),
                () -> {
                    gauge(
                            "disk.free",
                            "bytes",
                            "Free space on the disk of the node's directory",
                            n -> n.stats().getDiskFreeBytes());
                    gauge(
                            "disk.least",
                            "bytes",
                            "Free space below which tasks that need the disk are rejected",
                            n -> n.stats().getDiskLeastBytes());
                });
    }

    private void ofJournal() {
        counter(
                "journal.commits",
                "Groups of records that the journal has made durable",
                n -> n.stats().getJournal().getGroups());
        counter(
                "journal.records",
                "Records that the journal has made durable",
                n -> n.stats().getJournal().getRecords());
        counter(
                "journal.written",
                "bytes",
                "What the journal has written",
                n -> n.stats().getJournal().getWrittenBytes());
        whenKnown(
                n -> n.stats().getJournal().hasCommitNanos(),
                () ->
                        counter(
                                "journal.commit",
                                "seconds",
                                "Time that the journal's commits took together",
                                n -> n.stats().getJournal().getCommitNanos() / NANOS));
        journal(
                "commit.median",
                "seconds",
                "Half of the journal's commits took no longer",
                s -> s.getJournal().getCommitMedianMicros() / MICROS);
        journal(
                "commit.p99",
                "seconds",
                "99 of 100 of the journal's commits took no longer",
                s -> s.getJournal().getCommitRareMicros() / MICROS);
        journal(
                "commit.max",
                "seconds",
                "The journal's slowest commit",
                s -> s.getJournal().getCommitMaxMicros() / MICROS);
        gauge(
                "journal.deepest.queue",
                "The most records that have waited for the journal",
                n -> n.stats().getJournal().getDeepestQueue());
        journal("size", "bytes", "Size of the journal's files", s -> s.getJournal().getBytes());
        journal(
                "live",
                "bytes",
                "What of them is still needed",
                s -> s.getJournal().getLiveBytes());
        gauge(
                "journal.live.entries",
                "Records that are still needed",
                n -> n.stats().getJournal().getLiveEntries());
    }

    private void journal(
            String name, String unit, String description, ToDoubleFunction<StatsAnswer> value) {
        gauge("journal." + name, unit, description, n -> value.applyAsDouble(n.stats()));
    }

    private void ofMaster() {
        whenKnown(
                n -> n.phases().getWantsMaster(),
                () ->
                        gauge(
                                "master.known",
                                "Whether the node follows a master of scheduling phases",
                                n ->
                                        bool(
                                                !n.phases().getFollows().isEmpty()
                                                        || n.phases().getMaster())));
    }

    private void gauge(String name, String description, ToDoubleFunction<NodeFigures> value) {
        gauge(name, null, description, value);
    }

    private void gauge(
            String name,
            @Nullable String unit,
            String description,
            ToDoubleFunction<NodeFigures> value) {
        Gauge.builder("evenkeel." + name, () -> value.applyAsDouble(now))
                .baseUnit(unit)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private void counter(String name, String description, ToDoubleFunction<NodeFigures> value) {
        counter(name, null, description, value);
    }

    private void counter(
            String name,
            @Nullable String unit,
            String description,
            ToDoubleFunction<NodeFigures> value) {
        FunctionCounter.builder("evenkeel." + name, this, own -> value.applyAsDouble(own.now))
                .baseUnit(unit)
                .description(description)
                .tags(tags)
                .register(registry);
    }

    private static double bool(boolean value) {
        return value ? 1 : 0;
    }

    private static double seconds(String time) {
        return Instant.parse(time).toEpochMilli() / 1e3;
    }
}
