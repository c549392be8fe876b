package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.JobId;
import org.evenkeel.model.protocol.Assignment;
import org.jspecify.annotations.Nullable;

/** The workers of one machine: one for each job in each slot, started when first needed. */
final class SimWorkerPool {
    private record Binding(int slot, JobId job) {}

    private final SimCluster simCluster;
    private final SimNode node;
    private final Map<Binding, SimWorker> workers = new LinkedHashMap<>(2);

    /** What its processes would have done while they are frozen, in order. */
    private final List<Runnable> whenThawed = new ArrayList<>(0);

    private boolean toFreeze;
    private boolean frozen;
    private long frozenNanos;

    SimWorkerPool(SimCluster simCluster, SimNode node) {
        this.simCluster = simCluster;
        this.node = node;
    }

    /** Workers that run something now. */
    int running() {
        return (int) workers.values().stream().filter(SimWorker::isRunning).count();
    }

    /** Whether its processes are to be stopped, as the daemon said last. */
    void toFreeze(boolean now) {
        toFreeze = now;
    }

    /** They stop, or continue, as the daemon said last. */
    void freezeOrThaw() {
        if (frozen == toFreeze) {
            return;
        }
        frozen = toFreeze;
        if (frozen) {
            frozenNanos = simCluster.now();
            return;
        }
        workers.values().forEach(worker -> worker.stoodStill(simCluster.now() - frozenNanos));
        while (!frozen && !whenThawed.isEmpty()) {
            whenThawed.getFirst().run();
            whenThawed.removeFirst();
        }
        List.copyOf(workers.values()).forEach(SimWorker::next);
    }

    boolean isFrozen() {
        return frozen;
    }

    /** A process does something, as soon as it is not frozen. */
    void unlessFrozen(Runnable what) {
        if (frozen || !whenThawed.isEmpty()) { // in their order
            whenThawed.add(what);
        } else {
            what.run();
        }
    }

    void start(Effect.StartTasks start) {
        for (Assignment assignment : start.tasks()) {
            worker(start.slot(), assignment.task().kind().job()).assign(assignment);
        }
    }

    /** The worker that serves a job in a slot; started when there is none. */
    private SimWorker worker(int slot, JobId job) {
        Binding key = new Binding(slot, job);
        SimWorker worker = workers.get(key);
        if (worker == null) {
            worker = new SimWorker(simCluster, node, this, slot, job);
            workers.put(key, worker);
            node.handle(new Event.SessionOpened(worker.session(), true));
        }
        return worker;
    }

    void recall(Effect.RecallTasks recall) {
        unlessFrozen(() -> SimWorker.answerRecall(node, recall, inSlot(recall.slot())));
    }

    void stop(Effect.StopTasks stop) {
        unlessFrozen(
                () -> inSlot(stop.slot()).forEach(worker -> worker.stop(stop.tasks(), stop.why())));
    }

    void suspend(Effect.SuspendTasks suspend) {
        unlessFrozen(() ->
                inSlot(suspend.slot())
                        .forEach(
                                worker -> worker.suspend(suspend.tasks(), suspend.withChildren())));
    }

    void checkpoint(Effect.CheckpointTasks checkpoint) {
        unlessFrozen(() ->
                inSlot(checkpoint.slot()).forEach(worker -> worker.checkpoint(checkpoint.tasks())));
    }

    private List<SimWorker> inSlot(int slot) {
        return workers.values().stream().filter(worker -> worker.slot() == slot).toList();
    }

    /** The worker whose tasks spawn under this number, or null. */
    @Nullable SimWorker ofSession(long session) {
        return workers.values().stream()
                .filter(worker -> worker.session() == session)
                .findFirst()
                .orElse(null);
    }

    /** Kills one of the workers, the number taken modulo how many there are. */
    void kill(int number) {
        if (workers.isEmpty()) {
            return;
        }
        List<SimWorker> all = new ArrayList<>(workers.values());
        SimWorker victim = all.get(number % all.size());
        int[] onItsWay = new int[1]; // in the slot for the daemon, not yet in the worker
        node.books().forEachCopy(copy -> onItsWay[0] += copy.slot() == victim.slot() ? 1 : 0);
        simCluster.checks().workerKilled(node, victim.tasks() + onItsWay[0]);
        victim.die();
        workers.remove(new Binding(victim.slot(), victim.job()));
        node.handle(
                new Event.WorkerDied(
                        victim.slot(), victim.job(), victim.session(), "its worker was killed"));
    }

    /** The machine's processes end. */
    void dieAll() {
        workers.values().forEach(SimWorker::die);
        workers.clear();
        whenThawed.clear();
        toFreeze = false;
        frozen = false;
    }
}
