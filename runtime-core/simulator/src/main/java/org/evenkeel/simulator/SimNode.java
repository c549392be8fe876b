package org.evenkeel.simulator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.kernel.Effect;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.Event.Timer;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.simulator.check.NodeSight;
import org.jspecify.annotations.Nullable;

/**
 * A machine with a daemon: drives one {@link NodeCore} per life and performs its effects.
 *
 * <p>States: {@code alive -> dead (crash) -> alive (start, a new incarnation)}; alive, it may stand
 * still: what happens to it waits then.
 */
final class SimNode implements NodeSight {

    final int index;
    final NodeId id;
    private final SimCluster simCluster;
    private final Map<Integer, SimLink> simLinks = new LinkedHashMap<>(8);
    private final SimLinkMaintenance linkMaintenance;
    private final SimWorkerPool workerPool;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>(4);
    private final SimJournaling journaling;
    private final List<TraceLog> pastTraces = new ArrayList<>(0);
    private final Map<Timer, Long> timers = new EnumMap<>(Timer.class);
    private final Map<Long, Integer> timesForgotten = new LinkedHashMap<>(2);
    private @Nullable NodeCore core;
    private NodeRef ref;
    private int life;
    private int diskLosses;
    private boolean alive;
    private boolean off;
    private boolean busy;
    private boolean direct;
    private long pausedUntil;
    private double slowness = 1;
    private boolean spoilt;
    private long busyNanos;

    SimNode(SimCluster simCluster, int index) {
        this.simCluster = simCluster;
        this.index = index;
        this.id = new NodeId("n" + index);
        this.ref = new NodeRef(id, 1, "sim", index);
        this.linkMaintenance = new SimLinkMaintenance(this, simCluster.network(), simLinks::values);
        this.workerPool = new SimWorkerPool(simCluster, this);
        this.journaling = new SimJournaling(simCluster, this);
    }

    // ---- Sight

    @Override
    public int index() {
        return index;
    }

    @Override
    public NodeRef ref() {
        return ref;
    }

    @Override
    public boolean isAlive() {
        return alive;
    }

    @Override
    public NodeInspection books() {
        return core().books();
    }

    @Override
    public int runningWorkers() {
        return workerPool.running();
    }

    NodeCore core() {
        if (core == null) {
            throw new IllegalStateException(id + " was never started");
        }
        return core;
    }

    /** Counts the starts of the process. */
    int life() {
        return life;
    }

    /** Whether the machine is off, so that no process even refuses a connection. */
    boolean isOff() {
        return off;
    }

    @Override
    public boolean isBehind() {
        return isPaused() || !waiting.isEmpty();
    }

    @Override
    public boolean waitsForDisk() {
        return journaling.holdsEffects();
    }

    boolean isPaused() {
        return simCluster.now() < pausedUntil;
    }

    /** The traces of all lives, oldest first. */
    List<TraceLog> traces() {
        List<TraceLog> all = new ArrayList<>(pastTraces);
        if (core != null) {
            all.add(core.trace());
        }
        return all;
    }

    // ---- Links

    @Nullable SimLink linkTo(int peer) {
        return simLinks.get(peer);
    }

    /** The link to a peer, or another one when there is none; null when this node has no link. */
    @Nullable SimLink anyLink(int preferred) {
        SimLink simLink = simLinks.get(preferred);
        return simLink != null || simLinks.isEmpty()
                ? simLink
                : List.copyOf(simLinks.values()).get(preferred % simLinks.size());
    }

    void addLink(int peer, SimLink simLink) {
        simLinks.put(peer, simLink);
    }

    /** What this node knows of the node of a process. */
    private SimPeer peer(NodeRef ref) {
        SimNode other = simCluster.node(ref.port());
        return simCluster.network().link(this, other, false).side(this);
    }

    /** Other nodes say that the present process of a node is there. */
    void seen(SimNode other) {
        SimLink simLink = linkTo(other.index);
        if (simLink == null || simLink.side(this).seen(other.ref())) {
            handle(new Event.PeerSeen(other.ref()));
        }
    }

    boolean hasChangingNeighbours() {
        return simCluster.simMembership().isOpen();
    }

    // ---- Life

    void start() {
        life++;
        alive = true;
        off = false;
        ref = new NodeRef(id, simCluster.now() + life, "sim", index);
        if (core != null && simCluster.isChecked()) {
            pastTraces.add(core.trace());
        }
        core = new NodeCore(simCluster.configOf(ref));
        simCluster.checks().started(this);
        Event.Recovered kept = journaling.recover(ref.incarnation());
        if (kept != null) {
            handle(kept);
            kept.tasks().stream().map(TaskState::session).distinct().forEach(this::keepForClient);
        }
        Event.AvailabilitySet hours = simCluster.hoursOf(this);
        if (hours != null) {
            handle(hours);
        }
        simCluster.simMembership().started(this);
        for (int slot = 0; slot < simCluster.spec().workers(index); slot++) {
            handle(new Event.SlotOpened(slot, null));
        }
        List.copyOf(simLinks.values()).forEach(simLink -> simLink.side(this).begin());
        if (simCluster.hasFaults()) { // else no link is silent for long
            linkMaintenance.start();
        }
        if (life > 1) {
            simCluster.makeKnown(this);
        }
    }

    void crash(boolean silently) {
        if (!alive) {
            return;
        }
        simCluster.checks().crashed(this);
        alive = false;
        off = silently;
        pausedUntil = 0;
        waiting.clear();
        journaling.crash();
        workerPool.dieAll();
        simLinks.values().forEach(simLink -> simLink.side(this).processEnds(silently));
        simCluster.simMembership().crashed(this);
        simCluster.meter().load(index, 0, 0, 0);
        if (!silently) {
            simCluster.clientsOf(this).forEach(SimClient::lostOwner);
        }
    }

    /** Nothing is left of its disk. */
    void loseDisk() {
        journaling.loseDisk();
        diskLosses++;
        simCluster.checks().diskLost(this);
    }

    /** How often its disk was lost. */
    int diskLosses() {
        return diskLosses;
    }

    void pause(long nanos) {
        if (!alive || isPaused()) {
            return;
        }
        pausedUntil = simCluster.now() + nanos;
        simCluster.eventQueue().at(pausedUntil, this::handleWaiting);
    }

    /** Ends a pause. */
    void resume() {
        if (isPaused()) {
            pausedUntil = simCluster.now();
            handleWaiting();
        }
    }

    void slowDown(double factor) {
        slowness = factor;
    }

    /** Each force of its disk takes so many times as long. */
    void slowDisk(double factor) {
        journaling.slowDown(factor);
    }

    /** The next force of its disk fails; null for: it does not, after all. */
    void failDisk(@Nullable Runnable then) {
        journaling.failNext(then);
    }

    void spoil(boolean now) {
        spoilt = now;
    }

    // ---- Events

    /** A peer says something. */
    void receive(NodeId from, PeerMessage peerMessage) {
        if (spoilt && peerMessage instanceof PeerMessage.Offer offer) {
            handle(new Event.OfferUnusable(from, offer, "its code is not available"));
        } else {
            handle(new Event.MessageReceived(from, peerMessage));
        }
    }

    /** The daemon handles an event, after those before it. */
    void handle(Event event) {
        if (direct) {
            direct = false;
            handleNow(event);
            direct = true;
        } else if (alive) {
            waiting.addLast(() -> handleNow(event));
            handleWaiting();
        }
    }

    /** Two events that a program sends together: what the first one causes comes after both. */
    void handleTogether(Event first, Event second) {
        if (direct) {
            handle(first);
            handle(second);
        } else if (alive) {
            waiting.addLast(() -> handleNow(first));
            waiting.addLast(() -> handleNow(second));
            handleWaiting();
        }
    }

    /** Something reaches the machine; the daemon deals with it when it does not stand still. */
    void reach(Runnable what) {
        if (!alive) {
            return;
        }
        int mine = life;
        waiting.addLast(() -> {
            direct = life == mine;
            what.run();
            direct = false;
        });
        handleWaiting();
    }

    private void handleWaiting() {
        if (busy || !alive || isPaused()) {
            return;
        }
        busy = true;
        try {
            for (Runnable next = waiting.pollFirst(); next != null; next = waiting.pollFirst()) {
                next.run();
            }
        } finally {
            busy = false;
            direct = false;
        }
    }

    /** Does something during which no event is handled; those that came meanwhile are then. */
    void inOneGo(Runnable what) {
        busy = true;
        try {
            what.run();
        } finally {
            busy = false;
        }
        handleWaiting();
    }

    private void handleNow(Event event) {
        simCluster.handled(this, event);
        simCluster.checks().before(this, event);
        List<Effect> effects = core().handle(simCluster.now(), event);
        simCluster.checks().after(this, event, effects);
        int mine = life;
        for (int i = 0; i < effects.size() && life == mine; i++) {
            Effect effect = effects.get(i);
            simCluster.hash().add(effect);
            journaling.take(effect);
        }
        journaling.endOfList();
        if (life != mine) {
            return;
        }
        simCluster.checks().settled(this);
        NodeInspection books = core().books();
        simCluster
                .meter()
                .load(index, books.workers(), books.busy(), books.waiting() + books.prefetched());
    }

    // ---- Effects

    /** Whether the client has not come again since. */
    private boolean isHeard(Effect.Accept accept) {
        SimClient client = simCluster.client(accept.session());
        return client == null || client.attachments() <= accept.attachment();
    }

    /** What must be durable before it is. */
    void perform(Effect effect) {
        if (effect instanceof Effect.Accept accept && !isHeard(accept)) {
            return;
        }
        if (simCluster.isChecked()) {
            simCluster.checks().performed(this, effect);
        }
        switch (effect) {
            case Effect.Send send -> send(send);
            case Effect.StartTasks start -> workerPool.start(start);
            case Effect.RecallTasks recall -> local(() -> workerPool.recall(recall));
            case Effect.StopTasks stop -> local(() -> workerPool.stop(stop));
            case Effect.SuspendTasks suspend -> local(() -> workerPool.suspend(suspend));
            case Effect.CheckpointTasks checkpoint ->
                    local(() -> workerPool.checkpoint(checkpoint));
            case Effect.FreezeWorkers freeze -> {
                workerPool.toFreeze(freeze.frozen());
                local(workerPool::freezeOrThaw);
            }
            case Effect.Deliver deliver -> deliver(deliver);
            case Effect.SetTimer timer -> set(timer);
            case Effect.TryReach reach -> peer(reach.peer()).tryReach(reach.peer());
            case Effect.TryLink reach -> peer(reach.peer()).tryLink(reach.peer());
            case Effect.PeerGone gone -> {
                SimLink simLink = linkTo(simCluster.indexOf(gone.peer().id()));
                if (simLink != null) {
                    simLink.side(this).gone(gone.peer());
                }
            }
            case Effect.Reject reject -> reject(reject);
            case Effect.PassSession pass -> {
                SimClient client = simCluster.client(pass.session());
                if (client != null && client.attachments() <= pass.attachment()) {
                    client.passedTo(this, simCluster.node(pass.to().port()), pass.to());
                }
            }
            case Effect.ForgetSession forget ->
                    timesForgotten.merge(forget.session(), 1, Integer::sum);
            case Effect.AdoptSessions adopt ->
                    adopt.tasks().stream()
                            .map(TaskState::session)
                            .distinct()
                            .forEach(this::awaitClient);
            case Effect.Drained _ -> simCluster.faults().drained(this);
            case Effect.Accept accept -> {
                SimClient client = simCluster.client(accept.session());
                if (client != null) {
                    client.accepted(this, accept.upTo());
                }
            }
            case Effect.Release _, Effect.Retain _ -> {}
            case Effect.Persist p -> throw new IllegalStateException("not written: " + p);
        }
    }

    /** A client is to come and continue with its session; if it does not, it is lost. */
    private void awaitClient(long session) {
        unlessAttached(session, 40, new Event.ClientLost(session, "its client did not attach"));
        keepForClient(session);
    }

    /** What no client asks for is not kept for ever, but for longer than clients look for it. */
    private void keepForClient(long session) {
        unlessAttached(session, 200, new Event.SessionClosed(session, "no client asked for it"));
    }

    /** After so many attempts of a client to connect, unless it is attached to this process. */
    private void unlessAttached(long session, int attempts, Event event) {
        SimClient client = simCluster.client(session);
        int mine = life;
        int forgotten = timesForgotten(session);
        simCluster
                .eventQueue()
                .after(
                        attempts * simCluster.network().spec().redialNanos(),
                        () -> {
                            boolean known = life == mine && timesForgotten(session) == forgotten;
                            if (client != null && known && !client.isAttachedTo(this)) {
                                handle(event);
                            }
                        });
    }

    /**
     * How often this node was told that a session is elsewhere: it no longer waits for the client
     * of then, also when it has the session anew.
     */
    int timesForgotten(long session) {
        return timesForgotten.getOrDefault(session, 0);
    }

    private void send(Effect.Send send) {
        simCluster.meter().sent(send.peerMessage());
        simCluster.phaseTraffic().sent(send.peerMessage());
        if (send.peerMessage() instanceof PeerMessage.Offer offer) {
            for (var task : offer.tasks()) {
                TaskRecord.of(task.task().payload()).hops = task.hop();
            }
        }
        peer(send.to()).send(send.to(), send.peerMessage());
    }

    private void set(Effect.SetTimer set) {
        timers.put(set.timer(), set.atNanos());
        int mine = life;
        simCluster
                .eventQueue()
                .at(
                        set.atNanos(),
                        () -> {
                            if (life == mine && timers.remove(set.timer(), set.atNanos())) {
                                handle(new Event.TimerFired(set.timer()));
                            }
                        });
    }

    /** Something between the daemon and what else runs on its machine takes a moment. */
    private void local(Runnable what) {
        int mine = life;
        simCluster
                .eventQueue()
                .after(
                        simCluster.network().localNanos(),
                        () -> {
                            if (life == mine && alive) {
                                what.run();
                            }
                        });
    }

    // ---- Sessions

    private void reject(Effect.Reject reject) {
        SimClient client = simCluster.client(reject.session());
        if (client != null) {
            client.rejected(this, reject.number(), reject.byPolicy());
        } else {
            workerPool.unlessFrozen(() -> {
                SimWorker worker = workerPool.ofSession(reject.session());
                if (worker != null) {
                    worker.rejected(reject.number());
                }
            });
        }
    }

    private void deliver(Effect.Deliver deliver) {
        SimClient client = simCluster.client(deliver.session());
        if (client != null) {
            client.delivered(this, deliver.deliveries());
            return;
        }
        local(() ->
                workerPool.unlessFrozen(() -> {
                    SimWorker worker = workerPool.ofSession(deliver.session());
                    if (worker != null) {
                        worker.delivered(deliver.deliveries());
                    }
                }));
    }

    // ---- Workers

    /** Kills one of the workers. */
    void killWorker(int number) {
        if (alive) {
            workerPool.kill(number);
        }
    }

    /** How long a run of so much work takes that begins now. */
    long runNanos(long workNanos) {
        return (long) (workNanos * slowness / simCluster.spec().speed(index));
    }

    /** A worker has run so long. */
    void ran(long nanos) {
        busyNanos += nanos;
    }

    /** Time all workers have run. */
    long busyNanos() {
        return busyNanos;
    }
}
