package org.evenkeel.simulator;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import org.evenkeel.kernel.Event;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Message;

/**
 * The links between the nodes: those of neighbours are kept up, others are opened when something is
 * to be said.
 */
final class Network {

    /** Nodes on one side of a partition. */
    record Division(BitSet side, boolean oneWay) {}

    private final NetworkSpec spec;
    private final Agenda agenda;
    private final SplittableRandom random;
    private final boolean checked;
    private final List<Link> links = new ArrayList<>();
    private final List<Division> divisions = new ArrayList<>();
    private double unruly;

    Network(NetworkSpec spec, Agenda agenda, SplittableRandom random, boolean checked) {
        this.spec = spec;
        this.agenda = agenda;
        this.random = random;
        this.checked = checked;
    }

    NetworkSpec spec() {
        return spec;
    }

    Agenda agenda() {
        return agenda;
    }

    boolean isChecked() {
        return checked;
    }

    long latencyNanos() {
        return spec.latency().drawNanos(random);
    }

    long localNanos() {
        return spec.local().drawNanos(random);
    }

    /** How long something that has come waits before its node can handle it. */
    long fetchNanos(Message message) {
        boolean waits =
                message instanceof Message.Adopt
                        || message instanceof Message.Results results
                                && results.results().stream().anyMatch(Network::isFetched);
        return waits ? spec.fetch().drawNanos(random) : 0;
    }

    private static boolean isFetched(Message.Result result) {
        return result.outcome().isPutAway() || result.outcome().isCheckpoint();
    }

    // ---- Links

    /** The link of two nodes, made when there is none. */
    Link link(SimNode a, SimNode b, boolean neighbours) {
        Link link = a.linkTo(b.index);
        if (link == null) {
            link = new Link(this, a, b, neighbours);
            a.addLink(b.index, link);
            b.addLink(a.index, link);
            links.add(link);
        }
        return link;
    }

    /** All links there are, oldest first. */
    List<Link> links() {
        return links;
    }

    void send(SimNode from, SimNode to, NodeRef ref, Message message) {
        link(from, to, false).send(from, ref, message);
    }

    double bytesOf(Message message) {
        return spec.bytesPerSecond() > 0 ? MessageBytes.of(message) : 0;
    }

    /** A node wants to know whether a process still listens. */
    void tryReach(SimNode from, SimNode to, NodeRef ref) {
        int life = from.life();
        boolean silent =
                to.isOff() || to.isPaused() || isPartitioned(from, to) || isPartitioned(to, from);
        long takes = silent ? spec.silenceNanos() : 2 * latencyNanos();
        agenda.after(
                takes,
                () -> {
                    if (from.life() == life) {
                        boolean same = to.ref().incarnation() == ref.incarnation();
                        boolean gone = !silent && !(to.isAlive() && same);
                        from.handle(gone ? new Event.PeerRefused(ref) : new Event.PeerReached(ref));
                    }
                });
    }

    /** A node tries to have a link with a process; hears when it has none after a while. */
    void tryLink(SimNode from, SimNode to, NodeRef ref) {
        int life = from.life();
        Link link = link(from, to, false);
        link.seek(from, ref);
        agenda.after(
                2 * spec.silenceNanos(),
                () -> {
                    if (from.life() == life && link.sessionAt(from) == 0) {
                        from.handle(new Event.PeerSilent(ref));
                    }
                });
    }

    // ---- Faults

    /** Share of the messages that arrive twice. */
    void setUnruly(double share) {
        unruly = share;
    }

    boolean doubles() {
        return unruly > 0 && random.nextDouble() < unruly;
    }

    /** Whether a message needs no order among others. */
    boolean mayOvertake(Message message) {
        return switch (message) {
            case Message.Results r -> r.load() == null && random.nextBoolean();
            case Message.ResultAcks _, Message.CheckpointAcks _, Message.Lost _, Message.Cancel _ ->
                    random.nextBoolean();
            default -> false;
        };
    }

    boolean isPartitioned(SimNode from, SimNode to) {
        for (int i = 0; i < divisions.size(); i++) {
            Division division = divisions.get(i);
            boolean fromInside = division.side.get(from.index);
            if (fromInside != division.side.get(to.index) && (fromInside || !division.oneWay)) {
                return true;
            }
        }
        return false;
    }

    void divide(Division division) {
        divisions.add(division);
        for (Link link : links) {
            watch(link);
        }
    }

    void reunite(Division division) {
        divisions.remove(division);
        releaseAll();
    }

    /** Whoever hears nothing on the link closes it in the end. */
    void watch(Link link) {
        for (SimNode node : link.nodes()) {
            if (link.laneFrom(node).isBlocked()) {
                link.watchSilence(node);
            }
        }
    }

    void releaseAll() {
        for (Link link : links) {
            for (SimNode node : link.nodes()) {
                link.laneFrom(node).release();
            }
        }
    }

    /** Everything is mended. */
    void heal() {
        divisions.clear();
        unruly = 0;
        for (Link link : links) {
            for (SimNode node : link.nodes()) {
                link.laneFrom(node).cuts = 0;
            }
        }
        releaseAll();
    }
}
