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
import org.evenkeel.kernel.NodeBooks;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.trace.TraceLog;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.TaskState;
import org.evenkeel.model.protocol.Message;
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
    private final Cluster cluster;
    private final Map<Integer, Link> links = new LinkedHashMap<>(8);
    private final SimSeats seats;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>(4);
    private final SimJournaling journaling;
    private final List<TraceLog> pastTraces = new ArrayList<>(0);
    private final Map<Timer, Long> timers = new EnumMap<>(Timer.class);
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

    SimNode(Cluster cluster, int index) {
        this.cluster = cluster;
        this.index = index;
        this.id = new NodeId("n" + index);
        this.ref = new NodeRef(id, 1, "sim", index);
        this.seats = new SimSeats(cluster, this);
        this.journaling = new SimJournaling(cluster, this);
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
    public NodeBooks books() {
        return core().books();
    }

    @Override
    public int runningWorkers() {
        return seats.running();
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

    /** Whether the machine is off, so that nobody even refuses a connection. */
    boolean isOff() {
        return off;
    }

    @Override
    public boolean isBehind() {
        return isPaused() || !waiting.isEmpty();
    }

    boolean isPaused() {
        return cluster.now() < pausedUntil;
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

    @Nullable Link linkTo(int peer) {
        return links.get(peer);
    }

    /** The link to a peer, or another one when there is none; null when this node has no link. */
    @Nullable Link anyLink(int preferred) {
        Link link = links.get(preferred);
        return link != null || links.isEmpty()
                ? link
                : List.copyOf(links.values()).get(preferred % links.size());
    }

    void addLink(int peer, Link link) {
        links.put(peer, link);
    }

    // ---- Life

    void start() {
        life++;
        alive = true;
        off = false;
        ref = new NodeRef(id, cluster.now() + life, "sim", index);
        if (core != null && cluster.isChecked()) {
            pastTraces.add(core.trace());
        }
        core = new NodeCore(cluster.configOf(ref));
        cluster.checks().started(this);
        Event.Recovered kept = journaling.recover();
        if (kept != null) {
            handle(kept);
            kept.tasks().stream()
                    .map(TaskState::session)
                    .distinct()
                    .forEach(session -> keepFor(session, cluster.client(session)));
        }
        Event.HoursSet hours = cluster.hoursOf(this);
        if (hours != null) {
            handle(hours);
        }
        cluster.membership().started(this);
        for (int slot = 0; slot < cluster.spec().workers(index); slot++) {
            handle(new Event.SlotOpened(slot, null));
        }
        links.values().forEach(link -> link.started(this));
        if (life > 1) {
            cluster.makeKnown(this);
        }
    }

    void crash(boolean silently) {
        if (!alive) {
            return;
        }
        cluster.checks().crashed(this);
        alive = false;
        off = silently;
        pausedUntil = 0;
        waiting.clear();
        journaling.crash();
        seats.dieAll();
        links.values().forEach(link -> link.died(this, silently));
        cluster.membership().crashed(this);
        cluster.meter().load(index, 0, 0, 0);
        cluster.clientsOf(this).forEach(SimClient::lostOwner);
    }

    /** Nothing is left of its disk. */
    void loseDisk() {
        journaling.loseDisk();
        diskLosses++;
        cluster.checks().diskLost(this);
    }

    /** How often its disk was lost. */
    int diskLosses() {
        return diskLosses;
    }

    void pause(long nanos) {
        if (!alive || isPaused()) {
            return;
        }
        pausedUntil = cluster.now() + nanos;
        links.values().forEach(link -> link.watchSilence(this));
        cluster.agenda().at(pausedUntil, this::handleWaiting);
    }

    /** Ends a pause. */
    void resume() {
        if (isPaused()) {
            pausedUntil = cluster.now();
            handleWaiting();
        }
    }

    void slowDown(double factor) {
        slowness = factor;
    }

    void spoil(boolean now) {
        spoilt = now;
    }

    // ---- Events

    /** A peer says something. */
    void hear(NodeId from, Message message) {
        if (spoilt && message instanceof Message.Offer offer) {
            handle(new Event.OfferUnusable(from, offer, "its code cannot be had"));
        } else {
            handle(new Event.MessageReceived(from, message));
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
        cluster.handled(this, event);
        cluster.checks().before(this, event);
        List<Effect> effects = core().handle(cluster.now(), event);
        cluster.checks().after(this, event, effects);
        int mine = life;
        for (int i = 0; i < effects.size() && life == mine; i++) {
            Effect effect = effects.get(i);
            cluster.hash().add(effect);
            journaling.take(effect);
        }
        journaling.persist();
        if (life != mine) {
            return;
        }
        cluster.checks().settled(this);
        NodeBooks books = core().books();
        cluster.meter()
                .load(index, books.workers(), books.busy(), books.waiting() + books.prefetched());
    }

    // ---- Effects

    /** Whether the client has not come again since. */
    private boolean isHeard(Effect.Accept accept) {
        SimClient client = cluster.client(accept.session());
        return client == null || client.attachments() <= accept.attachment();
    }

    /** What must be durable before it is. */
    void perform(Effect effect) {
        if (effect instanceof Effect.Accept accept && !isHeard(accept)) {
            return;
        }
        if (cluster.isChecked()) {
            cluster.checks().performed(this, effect);
        }
        switch (effect) {
            case Effect.Send send -> send(send);
            case Effect.StartTasks start -> seats.start(start);
            case Effect.RecallTasks recall -> local(() -> seats.recall(recall));
            case Effect.StopTasks stop -> local(() -> seats.stop(stop));
            case Effect.PutAwayTasks putAway -> local(() -> seats.putAway(putAway));
            case Effect.CheckpointTasks checkpoint -> local(() -> seats.checkpoint(checkpoint));
            case Effect.Deliver deliver -> deliver(deliver);
            case Effect.SetTimer timer -> set(timer);
            case Effect.TryReach reach ->
                    cluster.network()
                            .tryReach(this, cluster.node(reach.peer().port()), reach.peer());
            case Effect.TryLink reach ->
                    cluster.network()
                            .tryLink(this, cluster.node(reach.peer().port()), reach.peer());
            case Effect.PeerGone _ -> {}
            case Effect.Reject reject -> reject(reject);
            case Effect.PassSession pass -> {
                SimClient client = cluster.client(pass.session());
                if (client != null) {
                    client.passedTo(this, cluster.node(pass.to().port()), pass.to());
                }
            }
            case Effect.ForgetSession _ -> {}
            case Effect.AdoptSessions adopt ->
                    adopt.tasks().stream()
                            .map(TaskState::session)
                            .distinct()
                            .forEach(this::awaitClient);
            case Effect.Drained _ -> cluster.faults().drained(this);
            case Effect.Accept accept -> {
                SimClient client = cluster.client(accept.session());
                if (client != null) {
                    client.accepted(this, accept.upTo());
                }
            }
            case Effect.Release _, Effect.Retain _ -> {}
            case Effect.Persist p -> throw new IllegalStateException("not written: " + p);
        }
    }

    /** A client is to come and go on with its session; if it does not, it is lost. */
    private void awaitClient(long session) {
        SimClient client = cluster.client(session);
        int mine = life;
        cluster.agenda()
                .after(
                        40 * cluster.network().spec().redialNanos(),
                        () -> {
                            if (client != null && life == mine && !client.isAttachedTo(this)) {
                                handle(new Event.ClientLost(session, "its client did not come"));
                            }
                        });
        keepFor(session, client);
    }

    /** What nobody asks for is not kept for ever. */
    private void keepFor(long session, @Nullable SimClient client) {
        int mine = life;
        cluster.agenda()
                .after(
                        90 * cluster.network().spec().redialNanos(),
                        () -> {
                            if (client != null && life == mine && !client.isAttachedTo(this)) {
                                handle(new Event.SessionClosed(session, "nobody asked for it"));
                            }
                        });
    }

    private void send(Effect.Send send) {
        cluster.meter().sent(send.message());
        cluster.phaseTraffic().sent(send.message());
        if (send.message() instanceof Message.Offer offer) {
            for (var task : offer.tasks()) {
                TaskRecord.of(task.task().payload()).hops = task.hop();
            }
        }
        SimNode to = cluster.node(send.to().port());
        cluster.network().send(this, to, send.to(), send.message());
    }

    private void set(Effect.SetTimer set) {
        timers.put(set.timer(), set.atNanos());
        int mine = life;
        cluster.agenda()
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
        cluster.agenda()
                .after(
                        cluster.network().localNanos(),
                        () -> {
                            if (life == mine && alive) {
                                what.run();
                            }
                        });
    }

    // ---- Sessions

    private void reject(Effect.Reject reject) {
        SimClient client = cluster.client(reject.session());
        if (client != null) {
            client.rejected(this, reject.number(), reject.byPolicy());
        } else {
            SimWorker worker = seats.ofSession(reject.session());
            if (worker != null) {
                worker.rejected(reject.number());
            }
        }
    }

    private void deliver(Effect.Deliver deliver) {
        SimClient client = cluster.client(deliver.session());
        if (client != null) {
            client.delivered(this, deliver.deliveries());
            return;
        }
        local(() -> {
            SimWorker worker = seats.ofSession(deliver.session());
            if (worker != null) {
                worker.delivered(deliver.deliveries());
            }
        });
    }

    // ---- Workers

    /** Kills one of the workers. */
    void killWorker(int number) {
        if (alive) {
            seats.kill(number);
        }
    }

    /** How long a run of so much work takes that begins now. */
    long runNanos(long workNanos) {
        return (long) (workNanos * slowness / cluster.spec().speed(index));
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
