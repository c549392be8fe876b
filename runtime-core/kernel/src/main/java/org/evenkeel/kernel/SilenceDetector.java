package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a process is gone that neither has a link nor refuses a connection, as one whose
 * machine has lost its power or its network.
 *
 * <p>States of such a process: {@code silent -> suspected -> gone | silent}. It is suspected when
 * there has been no link with it for {@link NodeConfig#silenceLimitNanos()} and something here
 * waits for it. Then this node tries to have a link once more and asks up to {@link
 * PeerLinkTable#PROBES} linked peers, which try as well. It is gone when all of them say that they
 * have not had a link with it for as long either; when one contradicts, or does not answer, it is
 * suspected anew after another such time. A link with it ends the suspicion.
 *
 * <p>Of a node whose process is gone, a later one may run, and no peer may have said so. While its
 * results or records are kept here for that one, a link with it is tried once in each such time.
 */
final class SilenceDetector {

    /** One process that is suspected. */
    private static final class Suspicion {
        final NodeRef subject;

        /** Those whose answers are missing, this node among them. */
        final Set<NodeId> asked = new LinkedHashSet<>();

        Suspicion(NodeRef subject) {
            this.subject = subject;
        }
    }

    private final NodeContext context;
    private final PeerLinkTable peerLinkTable;
    private final Map<NodeId, Suspicion> suspicions = new LinkedHashMap<>();

    SilenceDetector(NodeContext context, PeerLinkTable peerLinkTable) {
        this.context = context;
        this.peerLinkTable = peerLinkTable;
    }

    /**
     * At each heartbeat: suspects those that have been silent for too long.
     *
     * @param awaited the nodes that something here waits for
     * @param owed the nodes for whose later process something is kept here
     */
    void check(Supplier<Set<NodeId>> awaited, Supplier<Set<NodeId>> owed) {
        Set<NodeId> wanted = null;
        for (PeerLinkTable.Peer peer : peerLinkTable.all()) {
            if (peer.up || context.now - peer.suspectedNanos <= limitNanos()) {
                continue;
            }
            if (peerLinkTable.isGone(peer.ref)) {
                lookForSuccessor(peer, owed);
                continue;
            }
            if (wanted == null) {
                wanted = awaited.get();
            }
            if (wanted.contains(peer.ref.id())) {
                suspect(peer);
            }
        }
    }

    private void lookForSuccessor(PeerLinkTable.Peer peer, Supplier<Set<NodeId>> owed) {
        peer.suspectedNanos = context.now;
        if (owed.get().contains(peer.ref.id())) {
            context.out.later(new Effect.TryLink(peer.ref));
        }
    }

    private long limitNanos() {
        return context.config.silenceLimitNanos();
    }

    private void suspect(PeerLinkTable.Peer peer) {
        peer.suspectedNanos = context.now;
        Suspicion suspicion = new Suspicion(peer.ref);
        suspicion.asked.add(context.self.id());
        for (PeerLinkTable.Peer other : peerLinkTable.up()) {
            if (suspicion.asked.size() <= PeerLinkTable.PROBES) {
                suspicion.asked.add(other.ref.id());
                context.out.send(other.ref, new PeerMessage.Probe(peer.ref, limitNanos()));
            }
        }
        suspicions.put(peer.ref.id(), suspicion);
        context.out.later(new Effect.TryLink(peer.ref));
    }

    /** This process itself stood still: others were not silent, they were not heard. */
    void stoodStill() {
        suspicions.clear();
        for (PeerLinkTable.Peer peer : peerLinkTable.all()) {
            peer.silentSinceNanos = context.now;
            peer.suspectedNanos = context.now;
        }
    }

    // ---- What this node is asked

    /** A peer has had no link with a process for so long; has this node? */
    void probe(NodeId asker, NodeRef subject, long silentNanos) {
        PeerLinkTable.Peer peer = peerLinkTable.get(subject.id());
        boolean same = peer != null && peer.ref.incarnation() == subject.incarnation();
        if (peer != null && same && peer.up) {
            answer(asker, subject, false);
        } else if (peerLinkTable.isGone(subject)) {
            answer(asker, subject, true);
        } else if (peer != null
                && same
                && peer.wasLinked
                && context.now - peer.silentSinceNanos < silentNanos) {
            answer(asker, subject, false);
        } else {
            peerLinkTable.known(subject).silenceAskers.add(asker);
            context.out.later(new Effect.TryLink(subject));
        }
    }

    private void answer(NodeId asker, NodeRef subject, boolean gone) {
        PeerLinkTable.Peer to = peerLinkTable.get(asker);
        if (to != null && to.up) {
            context.out.send(
                    to.ref,
                    new PeerMessage.ProbeAnswer(subject.id(), subject.incarnation(), gone, true));
        }
    }

    private void answerAskers(NodeRef subject, boolean gone) {
        PeerLinkTable.Peer peer = peerLinkTable.get(subject.id());
        if (peer != null) {
            peer.silenceAskers.forEach(asker -> answer(asker, subject, gone));
            peer.silenceAskers.clear();
        }
    }

    // ---- What becomes of a suspicion

    /** This node tried in vain; the process that is gone now, or null. */
    @Nullable NodeRef silent(NodeRef subject) {
        if (peerLinkTable.isUp(subject.id())) {
            return null;
        }
        answerAskers(subject, true);
        return agrees(context.self.id(), subject.id(), subject.incarnation());
    }

    /** A peer has answered; the process that is gone now, or null. */
    @Nullable NodeRef answered(NodeId by, PeerMessage.ProbeAnswer answer) {
        if (answer.gone()) {
            return agrees(by, answer.subject(), answer.incarnation());
        }
        Suspicion suspicion = suspicions.get(answer.subject());
        if (suspicion != null && suspicion.subject.incarnation() == answer.incarnation()) {
            suspicions.remove(answer.subject());
        }
        return null;
    }

    private @Nullable NodeRef agrees(NodeId who, NodeId subject, long incarnation) {
        Suspicion suspicion = suspicions.get(subject);
        if (suspicion == null
                || suspicion.subject.incarnation() != incarnation
                || !suspicion.asked.remove(who)
                || !suspicion.asked.isEmpty()) {
            return null;
        }
        suspicions.remove(subject);
        return peerLinkTable.isUp(subject) ? null : suspicion.subject;
    }

    /** A connection to it was refused: that is asked about in its own way. */
    void refused(NodeRef subject) {
        if (!peerLinkTable.isUp(subject.id())) {
            answerAskers(subject, true);
        }
    }

    /** A link with it is up. */
    void up(NodeRef peer) {
        suspicions.remove(peer.id());
        answerAskers(peer, false);
    }

    /** Its link is down: what it was asked it may never answer, so others are asked soon. */
    void down(NodeId peer) {
        suspicions
                .values()
                .removeIf(suspicion -> {
                    boolean lost = suspicion.asked.contains(peer);
                    PeerLinkTable.Peer subject = peerLinkTable.get(suspicion.subject.id());
                    if (lost && subject != null) {
                        subject.suspectedNanos = context.now - limitNanos();
                    }
                    return lost;
                });
    }
}
