package org.evenkeel.chaos;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.evenkeel.chaos.ChaosPlan.Step;
import org.evenkeel.chaos.Ledger.Done;
import org.evenkeel.chaos.Links.Way;

/**
 * Does what a plan says, on one thread: each step at its time, or a moment later when too few nodes
 * are well, and ends it at its time. At least three daemons are neither dead nor paused at any
 * time.
 */
final class Injector implements AutoCloseable {

    private static final int MOST_UNWELL = ChaosCluster.NODES - 3;
    private static final long POSTPONED_MILLIS = 200;
    private static final long SUPERVISOR_MILLIS = 500;

    /** Exit code of a daemon that could not write what must be on disk. */
    private static final int DISK_FAILED = 5;

    private enum State {
        WELL,
        DOWN,
        PAUSED,
        FULL
    }

    /** Something that may fail for reasons of the machine. */
    private interface Deed {
        void run() throws IOException, InterruptedException;
    }

    private final ChaosCluster cluster;
    private final Ledger ledger;
    private final List<ClientProcess> clients;
    private final Legacies legacies;
    private final State[] states = new State[ChaosCluster.NODES];
    private final int[] clocks = new int[ChaosCluster.NODES];
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().name("injector").daemon().factory());
    private final CountDownLatch left;

    Injector(
            ChaosCluster cluster,
            ChaosPlan plan,
            Ledger ledger,
            List<ClientProcess> clients,
            Legacies legacies) {
        this.legacies = legacies;
        this.cluster = cluster;
        this.clients = clients;
        this.ledger = ledger;
        this.left = new CountDownLatch(plan.steps().size());
        java.util.Arrays.fill(states, State.WELL);
        cluster.nodes().forEach(this::follow);
        plan.steps().forEach(step -> after(step.atMillis(), () -> perform(step)));
    }

    private void after(long millis, Deed deed) {
        thread.schedule(
                () -> {
                    try {
                        deed.run();
                    } catch (IOException | RuntimeException e) {
                        ledger.unexpected("the injector failed: " + e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                millis,
                TimeUnit.MILLISECONDS);
    }

    /** A daemon that ends by itself is written down and, as a supervisor would, started again. */
    private void follow(NodeProcess node) {
        Process process = node.process();
        process.onExit()
                .thenAccept(ended -> after(0, () -> ended(cluster.nodes().indexOf(node), ended)));
    }

    private void ended(int index, Process ended) {
        NodeProcess node = cluster.node(index);
        if (node.process().pid() != ended.pid() || states[index] == State.DOWN) {
            return;
        }
        boolean full =
                states[index] == State.FULL || ledger.hadFullDisk(node.name(), Instant.now());
        if (full && ended.exitValue() == DISK_FAILED) {
            ledger.failStop(begun(Fault.FULL_DISK, node.name(), node.name()));
        } else {
            ledger.unexpected(node.name() + " ended by itself with " + ended.exitValue());
        }
        states[index] = State.DOWN;
        after(SUPERVISOR_MILLIS, () -> restart(index, clocks[index]));
    }

    private void restart(int index, int clock) throws IOException {
        NodeProcess node = cluster.node(index);
        node.start(clock);
        follow(node);
        states[index] = State.WELL;
        if (clock != clocks[index]) {
            long now = System.nanoTime();
            ledger.add(new Done(Fault.CLOCK_STEP, node.name(), "", false, now, now));
            clocks[index] = clock;
        }
    }

    // ---- Steps

    private void perform(Step step) throws IOException, InterruptedException {
        if (!tryPerform(step)) {
            after(POSTPONED_MILLIS, () -> perform(step));
        }
    }

    private boolean tryPerform(Step step) throws IOException, InterruptedException {
        Fault fault = step.fault();
        int first = nodeOf(step);
        if (fault.isCut()) {
            cut(step, first);
            return true;
        }
        if (fault == Fault.KILL_CLIENT) {
            Legacy legacy = legacies.start();
            after(step.millis(), () -> killClient(legacy));
            return true;
        }
        int index = wellFrom(first);
        boolean takesAway = fault == Fault.KILL_DAEMON || fault == Fault.PAUSE_DAEMON;
        if (index < 0 || takesAway && unwell() >= MOST_UNWELL) {
            return false;
        }
        return switch (fault) {
            case KILL_DAEMON -> killDaemon(index, step);
            case PAUSE_DAEMON -> pauseDaemon(index, step);
            case FULL_DISK -> fillDisk(index, step);
            case KILL_WORKER -> killWorker(index, step);
            case PAUSE_WORKER -> pauseWorker(index, step);
            default -> throw new IllegalStateException(fault + " is no step");
        };
    }

    /** The node of the step's client, or the one that was drawn. */
    private int nodeOf(Step step) {
        if (step.ofClient() != ChaosPlan.NO_CLIENT) {
            String attached = clients.get(step.ofClient()).node();
            for (int i = 0; i < ChaosCluster.NODES; i++) {
                if (cluster.node(i).name().equals(attached)) {
                    return i;
                }
            }
        }
        return step.node();
    }

    /** This node or the next that is well and ready. */
    private int wellFrom(int first) {
        for (int i = 0; i < states.length; i++) {
            int index = (first + i) % states.length;
            if (states[index] == State.WELL && cluster.node(index).isReady()) {
                return index;
            }
        }
        return -1;
    }

    private int unwell() {
        int count = 0;
        for (int i = 0; i < states.length; i++) {
            boolean well =
                    states[i] == State.FULL || states[i] == State.WELL && cluster.node(i).isReady();
            count += well ? 0 : 1;
        }
        return count;
    }

    /** Ends a fault after its time, and writes it down. */
    private void lasting(Step step, Done begun, Deed end) {
        after(
                step.millis(),
                () -> {
                    end.run();
                    ledger.add(
                            new Done(
                                    begun.fault(),
                                    begun.where(),
                                    begun.onNode(),
                                    begun.onClient(),
                                    begun.beginNanos(),
                                    System.nanoTime()));
                    left.countDown();
                });
    }

    private static Done begun(Fault fault, String where, String onNode) {
        long now = System.nanoTime();
        return new Done(fault, where, onNode, false, now, now);
    }

    private boolean killDaemon(int index, Step step) throws InterruptedException {
        NodeProcess node = cluster.node(index);
        states[index] = State.DOWN;
        ledger.add(begun(Fault.KILL_DAEMON, node.name(), node.name()));
        ledger.killedWorkers(node.kill());
        after(
                step.millis(),
                () -> {
                    restart(index, step.clockHours());
                    left.countDown();
                });
        return true;
    }

    private boolean pauseDaemon(int index, Step step) throws IOException, InterruptedException {
        NodeProcess node = cluster.node(index);
        states[index] = State.PAUSED;
        long pid = node.process().pid();
        Done begun = begun(Fault.PAUSE_DAEMON, node.name(), node.name());
        NodeProcess.signal("STOP", pid);
        lasting(
                step,
                begun,
                () -> {
                    NodeProcess.signal("CONT", pid);
                    states[index] = State.WELL;
                });
        return true;
    }

    private boolean fillDisk(int index, Step step) {
        NodeProcess node = cluster.node(index);
        states[index] = State.FULL;
        Done begun = begun(Fault.FULL_DISK, node.name(), "");
        NodeProcess.limitFiles(node.process().pid(), true);
        lasting(
                step,
                begun,
                () -> {
                    if (states[index] == State.FULL) {
                        NodeProcess.limitFiles(node.process().pid(), false);
                        states[index] = State.WELL;
                    }
                });
        return true;
    }

    private boolean killWorker(int index, Step step) {
        List<ProcessHandle> workers = cluster.node(index).workers();
        if (workers.isEmpty()) {
            return false;
        }
        ProcessHandle worker = workers.get((int) (step.atMillis() % workers.size()));
        ledger.add(begun(Fault.KILL_WORKER, cluster.node(index).name(), ""));
        ledger.killedWorkers(List.of(worker.pid()));
        worker.destroyForcibly();
        left.countDown();
        return true;
    }

    private boolean pauseWorker(int index, Step step) throws IOException, InterruptedException {
        List<ProcessHandle> workers = cluster.node(index).workers();
        if (workers.isEmpty()) {
            return false;
        }
        long pid = workers.get((int) (step.atMillis() % workers.size())).pid();
        Done begun = begun(Fault.PAUSE_WORKER, cluster.node(index).name(), "");
        NodeProcess.signal("STOP", pid);
        lasting(step, begun, () -> NodeProcess.signal("CONT", pid));
        return true;
    }

    private void killClient(Legacy legacy) throws IOException, InterruptedException {
        if (legacy.pass()) {
            ledger.add(begun(Fault.KILL_CLIENT, "client", ""));
            left.countDown();
        } else {
            after(POSTPONED_MILLIS, () -> killClient(legacy));
        }
    }

    private void cut(Step step, int node) {
        int other = step.other() == node ? (node + 1) % ChaosCluster.NODES : step.other();
        Way way = cluster.way(node, other);
        boolean client = other == ChaosPlan.CLIENT;
        long now = System.nanoTime();
        Done begun =
                new Done(
                        step.fault(),
                        way.from() + "-" + way.to(),
                        client ? way.from() : "",
                        client,
                        now,
                        now);
        switch (step.fault()) {
            case CUT -> cluster.links().cut(way);
            case HANG -> {
                cluster.links().hang(way);
                cluster.links().hang(way.back());
            }
            case HANG_ONE_WAY -> cluster.links().hang(step.atMillis() % 2 == 0 ? way : way.back());
            default -> {
                // Reset below.
            }
        }
        if (step.fault() == Fault.CUT || step.fault() == Fault.RESET) {
            cluster.reset(node, other);
        }
        lasting(step, begun, () -> cluster.links().heal(way));
    }

    // ---- The end

    /** Waits until everything was done and ended. */
    boolean await(long seconds) throws InterruptedException {
        return left.await(seconds, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
