package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.List;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.link.LinkEffect;
import org.evenkeel.kernel.link.LinkMachine;
import org.evenkeel.kernel.link.LinkTimes;
import org.evenkeel.kernel.link.WaitingMessages;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * What a daemon knows of one other node, and its link to it. A {@link LinkMachine}, as in a daemon,
 * decides when it dials, which of two links stays, who is refused and where a message goes; this
 * class carries that out in virtual time, in the order of a daemon's {@code PeerLinks}.
 */
@SuppressWarnings("ReferenceEquality") // connections are who they are
final class SimPeer {

    final SimNode node;

    /** What this side says goes out here. */
    final SimLinkDirection out;

    private final Network network;
    private final SimLink simLink;
    private final boolean open;
    private final WaitingMessages waiting = new WaitingMessages();

    /** Ends of connections that are not closed: the link, and those that are being made. */
    private final List<SimConnection> connections = new ArrayList<>(1);

    private LinkMachine machine;
    private @Nullable NodeRef ref;
    private @Nullable SimConnection link;

    /**
     * @param open whether neighbours change as nodes come and go
     * @param neighbour whether the other node is a neighbour
     */
    SimPeer(
            Network network,
            SimLink simLink,
            SimNode node,
            SimNode other,
            boolean open,
            boolean neighbour) {
        this.network = network;
        this.simLink = simLink;
        this.node = node;
        this.open = open;
        this.out = new SimLinkDirection(network, node, other);
        this.machine = newMachine(other);
        machine.setNeighbour(neighbour);
    }

    private LinkMachine newMachine(SimNode other) {
        return new LinkMachine(node.id, other.id, open, network.dialTimes());
    }

    SimPeer other() {
        return simLink.otherThan(this);
    }

    /** The link that is up, null when there is none. */
    @Nullable SimConnection link() {
        return link;
    }

    /** All connections that have an end here. */
    List<SimConnection> connections() {
        return List.copyOf(connections);
    }

    private void learn(NodeRef newer) {
        NodeRef known = ref;
        if (known == null || !known.isLaterThan(newer)) {
            ref = newer;
        }
    }

    /** The daemon does something later, unless its process has ended by then. */
    private void after(long nanos, Runnable what) {
        int life = node.life();
        network.eventQueue()
                .after(
                        nanos,
                        () -> {
                            if (node.life() == life) {
                                node.reach(what);
                            }
                        });
    }

    // ---- Neighbours

    /** Whether this node lives, and takes the other for a neighbour. */
    boolean isWithNeighbour() {
        return node.isAlive() && machine.isNeighbour();
    }

    /** Whether the other node is a neighbour from now on, and was not before. */
    boolean setNeighbour(boolean now) {
        boolean isNew = now && !machine.isNeighbour();
        machine.setNeighbour(now);
        return isNew;
    }

    /** The other node has become a neighbour, or is to be found elsewhere. */
    void connect() {
        learn(other().node.ref());
        machine.resetBackoff();
        begin();
    }

    /** The process of this side has begun. */
    void begin() {
        carryOut(machine.begin());
    }

    /** Other nodes say that this process is there; whether that is news for the core. */
    boolean seen(NodeRef process) {
        if (machine.isGone(process.incarnation())) {
            return false;
        }
        if (open && machine.isNeighbour() && !machine.isLinked()) {
            connect();
        }
        return true;
    }

    // ---- Dialling

    private void carryOut(LinkEffect effect) {
        switch (effect) {
            case LinkEffect.Plain.NOTHING -> {}
            case LinkEffect.Plain.DIAL_NEIGHBOUR -> dialNeighbour();
            case LinkEffect.Plain.DIAL -> dialOnce();
            case LinkEffect.Plain.DROP_WAITING -> waiting.drop();
            case LinkEffect.RetryAfter(long nanos) ->
                    after(nanos, () -> carryOut(machine.retryDue(!waiting.isEmpty())));
        }
    }

    /** Where neighbours are fixed the configuration has their addresses. */
    private void dialNeighbour() {
        if (open) {
            dialOnce();
        } else if (machine.dials()) {
            dial(null);
        }
    }

    private void dialOnce() {
        NodeRef last = ref;
        if (last != null && machine.dials()) {
            dial(last);
        }
    }

    private void dial(@Nullable NodeRef meant) {
        SimConnection dialled = SimConnection.dialled(network, simLink.nextNumber(), this, meant);
        connections.add(dialled);
        network.eventQueue().after(network.latencyNanos(), () -> knock(dialled));
        after(
                network.spec().silenceNanos(),
                () -> {
                    if (!dialled.isUp()) {
                        dialled.close();
                    }
                });
    }

    private void knock(SimConnection dialled) {
        SimPeer to = other();
        if (dialled.isClosed() || out.isBlocked() || to.out.isBlocked() || to.node.isOff()) {
            return; // no answer comes
        }
        if (to.node.isAlive()) {
            to.node.reach(() -> to.admit(dialled));
        } else {
            network.eventQueue()
                    .after(network.latencyNanos(), () -> node.reach(() -> dialled.isRefused(true)));
        }
    }

    /** A process of the other node has dialled; one that does not wait any more is not linked. */
    private void admit(SimConnection dialled) {
        if (dialled.isClosed()) {
            return;
        }
        SimNode from = other().node;
        long incarnation = from.ref().incarnation();
        if (machine.refusesProcess(incarnation) != null
                || machine.refusesLink(incarnation) != null) {
            out.send(() -> from.reach(() -> dialled.isRefused(false)), 0);
            return;
        }
        NodeRef self = node.ref();
        SimConnection accepted = dialled.accepted(from.ref());
        connections.add(accepted);
        out.send(() -> from.reach(() -> other().welcomed(dialled, self)), 0);
        begin(accepted);
    }

    private void welcomed(SimConnection dialled, NodeRef by) {
        if (!dialled.isClosed()) {
            machine.dialEnds();
            dialled.up(by);
            begin(dialled);
        }
    }

    /** What this side has dialled came to nothing. */
    void notLinked(SimConnection dialled, boolean noProcessListens) {
        connections.remove(dialled);
        machine.dialEnds();
        if (noProcessListens && dialled.meant != null) {
            node.handle(new Event.PeerRefused(dialled.meant));
        }
        carryOut(machine.dialFailed(noProcessListens, !waiting.isEmpty()));
    }

    /** Both sides are linked at once, at the beginning. */
    void establish() {
        SimConnection dialled = SimConnection.dialled(network, simLink.nextNumber(), this, null);
        SimConnection accepted = dialled.accepted(node.ref());
        dialled.up(other().node.ref());
        connections.add(dialled);
        other().connections.add(accepted);
        begin(dialled);
        other().begin(accepted);
    }

    // ---- Links

    /** The handshake is over: the link takes its place. */
    private void begin(SimConnection now) {
        SimConnection before = link;
        boolean currentIsOpen = before != null && before.isUp();
        if (machine.place(now.peer().incarnation(), now.ours, currentIsOpen)
                == LinkMachine.Place.TAKEN) {
            now.close();
            return;
        }
        if (before != null) {
            down();
            before.close();
        }
        if (now.isClosed()) {
            lost(now);
            return;
        }
        link = now;
        learn(now.peer());
        machine.linked(now.peer().incarnation(), now.ours);
        node.handle(new Event.PeerUp(now.peer()));
        waiting.takeFor(now.peer()).forEach(now::send);
    }

    private void down() {
        link = null;
        machine.down();
        node.handle(new Event.PeerDown(other().node.id));
    }

    /** A connection that was up is closed at this end. */
    void closed(SimConnection end) {
        connections.remove(end);
        if (link == end) {
            down();
            lost(end);
        }
    }

    private void lost(SimConnection end) {
        after(
                machine.checkAfterLossNanos(),
                () -> {
                    if (!machine.isLinked()) {
                        lookFor(end.peer(), false);
                    }
                });
        carryOut(machine.lost());
    }

    /** At each check of a daemon's links. */
    void check(LinkTimes times, boolean late) {
        SimConnection current = link;
        if (current == null) {
            return;
        }
        switch (times.check(
                current.silenceNanos(), current.unusedNanos(), machine.isNeighbour(), late)) {
            case KEEP -> {}
            case PING -> current.ping();
            case CLOSE_SILENT, CLOSE_IDLE -> current.close();
        }
    }

    // ---- Messages

    void send(NodeRef to, PeerMessage peerMessage) {
        LinkMachine.Route route = machine.route(to.incarnation());
        switch (route) {
            case SEND -> {
                if (link != null) {
                    link.send(peerMessage);
                }
            }
            case DROP -> {}
            case WAIT, WAIT_AND_DIAL -> {
                learn(to);
                waiting.add(to, peerMessage);
                if (route == LinkMachine.Route.WAIT_AND_DIAL) {
                    dialOnce();
                }
            }
        }
    }

    /** A message has come; what a link says that was replaced does not count. */
    void receive(SimConnection by, PeerMessage peerMessage) {
        if (link == by) {
            node.receive(other().node.id, peerMessage);
        }
    }

    // ---- Who is there

    /** The core wants to know whether a process is still there. */
    void tryReach(NodeRef process) {
        switch (machine.presence(process.incarnation())) {
            case LINKED -> node.handle(new Event.PeerReached(process));
            case SUCCEEDED -> node.handle(new Event.PeerRefused(process));
            case UNKNOWN -> lookFor(process, true);
        }
    }

    /** Connects to where a process was; what is not certain counts as a process. */
    private void lookFor(NodeRef process, boolean tells) {
        SimPeer to = other();
        boolean silent = to.node.isOff() || out.isBlocked() || to.out.isBlocked();
        after(
                silent ? network.spec().silenceNanos() : 2 * network.latencyNanos(),
                () -> {
                    if (!silent && !to.node.isAlive()) {
                        node.handle(new Event.PeerRefused(process));
                    } else if (tells) {
                        node.handle(new Event.PeerReached(process));
                    }
                });
    }

    /** The core wants to know whether a process answers. */
    void tryLink(NodeRef process) {
        if (machine.presence(process.incarnation()) != LinkMachine.Presence.UNKNOWN) {
            return; // it has heard of it
        }
        if (!machine.isLinked()) {
            learn(process);
            dialOnce();
        }
        after(
                network.spec().silenceNanos(),
                () -> {
                    if (!machine.isLinked()) {
                        node.handle(new Event.PeerSilent(process));
                    }
                });
    }

    /** The core says that a process is gone. */
    void gone(NodeRef process) {
        if (machine.gone(process.incarnation())) {
            waiting.dropUpTo(process.incarnation());
        }
    }

    /** The process of this side ends; the machine of the other hears of it, unless it is off. */
    void processEnds(boolean silently) {
        connections.forEach(end -> end.processEnds(silently));
        connections.clear();
        waiting.drop();
        link = null;
        ref = null;
        boolean stays = !open && machine.isNeighbour();
        machine = newMachine(other().node);
        machine.setNeighbour(stays);
    }
}
