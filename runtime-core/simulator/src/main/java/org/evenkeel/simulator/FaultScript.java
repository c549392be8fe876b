package org.evenkeel.simulator;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.evenkeel.kernel.CloseMode;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Notice;
import org.evenkeel.simulator.fault.Fault;
import org.evenkeel.simulator.fault.FaultPlan;

/** Does to a cluster what a plan says, and mends everything at its end. */
final class FaultScript {
    /** A machine is lost for good only where so many are left. */
    private static final int LEAST_LEFT = 2;

    /** Owner's leases until an administrator says that a machine does not come back. */
    private static final int FORGOTTEN_AFTER = 4;

    private final SimCluster simCluster;
    private final Set<SimNode> leaving = new LinkedHashSet<>();

    /** When each machine was lost that does not come back. */
    private final Map<SimNode, Long> lostForGood = new LinkedHashMap<>();

    private boolean healed = true;
    private boolean machineLost;

    FaultScript(SimCluster simCluster) {
        this.simCluster = simCluster;
    }

    /** Whether nothing is wrong any more, and nothing will be. */
    boolean isHealed() {
        return healed;
    }

    /** Whether a machine will never be there again. */
    boolean isAnyLostForGood() {
        return !lostForGood.isEmpty();
    }

    void begin(FaultPlan plan) {
        if (plan.isEmpty()) {
            return;
        }
        healed = false;
        long start = simCluster.now();
        for (Fault fault : plan.faults()) {
            simCluster.eventQueue().at(start + fault.atNanos(), () -> happen(fault));
        }
        simCluster.eventQueue().at(start + plan.healNanos(), this::heal);
    }

    private SimNode node(int number) {
        return simCluster.node(number % simCluster.nodes());
    }

    private void happen(Fault fault) {
        switch (fault) {
            case Fault.Crash f -> crash(node(f.node()), f);
            case Fault.MachineLost f -> lose(node(f.node()), f);
            case Fault.WorkerKill f -> node(f.node()).killWorker(f.slot());
            case Fault.Cut f -> cut(f);
            case Fault.Partition f -> divide(f);
            case Fault.Pause f -> node(f.node()).pause(f.forNanos());
            case Fault.Noticed f -> notice(node(f.node()), f);
            case Fault.Slow f -> slow(node(f.node()), f);
            case Fault.SlowDisk f -> slowDisk(node(f.node()), f);
            case Fault.DiskFails f -> failDisk(node(f.node()), f);
            case Fault.Reset f -> reset(f);
            case Fault.Unruly f -> unruly(f);
            case Fault.ClientMoves f -> clientAt(f.client(), SimClient::move);
            case Fault.ClientDies f -> clientAt(f.client(), client -> kill(client, f));
            case Fault.Cancel f -> clientAt(f.client(), client -> client.cancel(f.share()));
            case Fault.Leave f -> leave(node(f.node()), f);
            case Fault.LeaveAll f -> leaveAll(f);
            case Fault.Spoil f -> spoil(node(f.node()), f);
            case Fault.Join f -> simCluster.join(node(f.node()));
            case Fault.Estrange f -> estrange(node(f.node()), f);
        }
    }

    /** Mends later, unless everything is mended by then. */
    private void later(long nanos, Runnable mend) {
        simCluster
                .eventQueue()
                .after(
                        nanos,
                        () -> {
                            if (!healed) {
                                mend.run();
                            }
                        });
    }

    private void crash(SimNode node, Fault.Crash fault) {
        if (node.isAlive()) {
            node.crash(fault.silent());
            later(fault.downNanos(), () -> startAgain(node));
        }
    }

    private void lose(SimNode node, Fault.MachineLost fault) {
        if (node.isAlive() && !machineLost) {
            machineLost = true; // two disks keep a task: one may be lost
            node.crash(true);
            node.loseDisk();
            if (fault.isForGood() && simCluster.width() == 0 && canDoWithout(node)) {
                lostForGood.put(node, simCluster.now());
            }
            later(fault.downNanos(), () -> startAgain(node));
        }
    }

    /**
     * Whether the others are still one cluster that runs tasks: linked with each other, with a
     * worker and with a neighbour that can keep a replica. No promise holds without these.
     */
    private boolean canDoWithout(SimNode lost) {
        if (simCluster.nodes() <= LEAST_LEFT) {
            return false;
        }
        Set<SimNode> linked = new LinkedHashSet<>();
        Deque<SimNode> next = new ArrayDeque<>();
        next.add(simCluster.node(lost.index == 0 ? 1 : 0));
        boolean hasWorkers = false;
        while (!next.isEmpty()) {
            SimNode node = next.removeFirst();
            if (node != lost && linked.add(node)) {
                hasWorkers |= simCluster.spec().workers(node.index) > 0;
                next.addAll(simCluster.simMembership().neighboursOf(node));
            }
        }
        return hasWorkers && linked.size() == simCluster.nodes() - 1;
    }

    /** Whether a machine will never be there again. */
    boolean isLostForGood(SimNode node) {
        return lostForGood.containsKey(node);
    }

    /**
     * An administrator tells nodes which were started anew after a machine was lost: they have
     * never been linked with it, and do not find out by themselves.
     */
    private void forgetLost() {
        lostForGood.forEach((lost, atNanos) -> {
            for (SimNode node : simCluster.all()) {
                if (node.isAlive() && node.ref().incarnation() > atNanos) {
                    node.handle(new Event.PeerForgotten(lost.ref(), "admin"));
                }
            }
        });
    }

    private void startAgain(SimNode node) {
        if (!node.isAlive() && !lostForGood.containsKey(node)) {
            node.start();
        }
    }

    private void cut(Fault.Cut fault) {
        SimNode a = node(fault.a());
        SimLink simLink = a.anyLink(node(fault.b()).index);
        if (simLink == null) {
            return;
        }
        List<SimLinkDirection> simLinkDirections =
                fault.oneWay()
                        ? List.of(simLink.laneFrom(a))
                        : simLink.nodes().stream().map(simLink::laneFrom).toList();
        simLinkDirections.forEach(simLinkDirection -> simLinkDirection.cuts++);
        later(
                fault.forNanos(),
                () -> {
                    simLinkDirections.forEach(simLinkDirection -> simLinkDirection.cuts--);
                    simLinkDirections.forEach(SimLinkDirection::release);
                });
    }

    private void divide(Fault.Partition fault) {
        BitSet side = new BitSet();
        fault.side().forEach(number -> side.set(number % simCluster.nodes()));
        Network.Division division = new Network.Division(side, fault.oneWay());
        simCluster.network().divide(division);
        later(fault.forNanos(), () -> simCluster.network().reunite(division));
    }

    private void notice(SimNode node, Fault.Noticed fault) {
        if (!node.isAlive()) {
            return;
        }
        int life = node.life();
        long moves = simCluster.now() + fault.holdNanos();
        long deadline = moves + fault.withinNanos();
        long until = deadline + 1 + fault.forNanos();
        node.handle(
                new Event.NoticeGiven(
                        new Notice(
                                fault.source(),
                                "noticed",
                                moves,
                                deadline,
                                until,
                                fault.freezes(),
                                CloseMode.MOVE)));
        if (fault.withdrawn()) {
            long after = (until - simCluster.now()) / 2;
            later(
                    after,
                    () -> {
                        if (node.isAlive() && node.life() == life) {
                            node.handle(new Event.NoticeWithdrawn(fault.source()));
                        }
                    });
        }
    }

    private void slow(SimNode node, Fault.Slow fault) {
        node.slowDown(fault.factor());
        later(fault.forNanos(), () -> node.slowDown(1));
    }

    private void slowDisk(SimNode node, Fault.SlowDisk fault) {
        node.slowDisk(fault.factor());
        later(fault.forNanos(), () -> node.slowDisk(1));
    }

    private void failDisk(SimNode node, Fault.DiskFails fault) {
        node.failDisk(() -> {
            node.crash(false);
            later(fault.downNanos(), () -> startAgain(node));
        });
    }

    private void spoil(SimNode node, Fault.Spoil fault) {
        node.spoil(true);
        later(fault.forNanos(), () -> node.spoil(false));
    }

    private void estrange(SimNode node, Fault.Estrange fault) {
        simCluster.simMembership().estrange(node, true);
        later(fault.forNanos(), () -> simCluster.simMembership().estrange(node, false));
    }

    private void reset(Fault.Reset fault) {
        SimLink simLink = node(fault.a()).anyLink(node(fault.b()).index);
        if (simLink != null) {
            simLink.reset();
        }
    }

    private void unruly(Fault.Unruly fault) {
        simCluster.network().setUnruly(fault.share());
        later(fault.forNanos(), () -> simCluster.network().setUnruly(0));
    }

    private void clientAt(int number, java.util.function.Consumer<SimClient> what) {
        int count = 0;
        for (SimClient ignored : simCluster.clients()) {
            count++;
        }
        int index = 0;
        for (SimClient client : simCluster.clients()) {
            if (count > 0 && index++ == number % count) {
                what.accept(client);
                return;
            }
        }
    }

    private void kill(SimClient client, Fault.ClientDies fault) {
        client.die();
        later(fault.forNanos(), client::comeBack);
    }

    private void leave(SimNode node, Fault.Leave fault) {
        long hears = fault.forNanos() % 2 == 0 ? 0 : fault.forNanos() / 8;
        leave(node, hears, fault.forNanos());
    }

    private void leave(SimNode node, long hearsNanos, long forNanos) {
        if (node.isAlive() && leaving.add(node)) {
            node.handle(new Event.DrainStarted("told to drain", hearsNanos));
            later(forNanos, () -> left(node));
        }
    }

    private void leaveAll(Fault.LeaveAll fault) {
        int count = simCluster.nodes();
        for (int i = 0; i < count; i++) {
            SimNode node = node(fault.turn() + i);
            long told = fault.spreadNanos() * i / count;
            long back = fault.spreadNanos() * ((long) i * (1 + fault.turn() % 3) % count) / count;
            simCluster
                    .eventQueue()
                    .after(
                            told,
                            () -> {
                                if (!healed) {
                                    leave(node, fault.spreadNanos(), fault.forNanos() + back);
                                }
                            });
        }
    }

    /** A leaving node has nothing left. */
    void drained(SimNode node) {
        simCluster.eventQueue().after(1, () -> stop(node));
    }

    private void stop(SimNode node) {
        if (leaving.contains(node) && node.isAlive()) {
            node.crash(false);
        }
    }

    /** The time of a leaving node is over: it ends, and comes back. */
    private void left(SimNode node) {
        stop(node);
        leaving.remove(node);
        startAgain(node);
    }

    private void heal() {
        List.copyOf(leaving).forEach(this::left);
        healed = true;
        simCluster
                .eventQueue()
                .after(FORGOTTEN_AFTER * simCluster.spec().leases().ownerNanos(), this::forgetLost);
        simCluster.network().heal();
        simCluster.simMembership().reconcile();
        simCluster.clients().forEach(SimClient::comeBack);
        for (SimNode node : simCluster.all()) {
            node.slowDown(1);
            node.slowDisk(1);
            node.failDisk(null);
            node.spoil(false);
            node.resume();
            startAgain(node);
        }
    }
}
