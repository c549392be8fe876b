package org.evenkeel.kernel;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.evenkeel.model.Incarnations;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.protocol.Feature;
import org.evenkeel.model.protocol.Features;
import org.evenkeel.model.protocol.PeerMessage;
import org.evenkeel.model.protocol.PeerMessage.HandOver;
import org.evenkeel.model.protocol.PeerMessage.Load;
import org.evenkeel.model.protocol.PeerMessage.OfferedTask;
import org.jspecify.annotations.Nullable;

/**
 * The links to other daemons: who is up, which offers are unanswered, which offers were answered
 * and may come again, and when a process is called gone whose address refuses connections ({@link
 * Silence} decides for those that are silent).
 *
 * <p>An answered offer is remembered until its sender says that it has seen the answer; only until
 * then can the same hand-over come again.
 */
final class PeerLinkTable {

    /** Peers asked before a process is called gone. */
    static final int PROBES = 3;

    /** One peer. */
    static final class Peer {
        NodeRef ref;
        boolean up;
        boolean leaving;

        /** It leaves, and nothing runs there any more. */
        boolean still;

        /** What the build at the other end understands. */
        Features features = Features.ALL;

        long batch;
        final TreeMap<Long, Integer> unanswered = new TreeMap<>();

        /** By batch: taken when positive, refused when negative, 0 for an earlier session. */
        final Map<HandOver, Long> answered = new LinkedHashMap<>();

        final Set<NodeId> probed = new LinkedHashSet<>();
        final Set<NodeId> askers = new LinkedHashSet<>();

        /** Whether there was a link with this very process. */
        boolean wasLinked;

        /** Since when there is no link with it. */
        long silentSinceNanos;

        /** When it was suspected last, or since when it is silent. */
        long suspectedNanos;

        /** Those that asked whether it is silent here, too. */
        final Set<NodeId> silenceAskers = new LinkedHashSet<>();

        Peer(NodeRef ref, long nowNanos) {
            this.ref = ref;
            silentSince(nowNanos);
        }

        private void silentSince(long nowNanos) {
            silentSinceNanos = nowNanos;
            suspectedNanos = nowNanos;
        }

        /** Whether it takes sessions as a whole, and this node may become the owner of its. */
        boolean takesSessions() {
            return features.has(Feature.WHOLE_SESSIONS);
        }
    }

    private final NodeContext context;
    private final Map<NodeId, Peer> peers = new LinkedHashMap<>();
    private final Map<NodeId, Long> gone = new LinkedHashMap<>();

    PeerLinkTable(NodeContext context) {
        this.context = context;
    }

    Collection<Peer> all() {
        return peers.values();
    }

    @Nullable Peer get(NodeId id) {
        return peers.get(id);
    }

    boolean isUp(NodeId id) {
        Peer peer = peers.get(id);
        return peer != null && peer.up;
    }

    /** Whether the link that is up is one with this process. */
    boolean isUpWith(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        return peer != null && peer.up && peer.ref.incarnation() == ref.incarnation();
    }

    /** Sends to the process that is linked; nothing where there is no link. */
    void sendIfUp(NodeId to, PeerMessage peerMessage) {
        Peer peer = peers.get(to);
        if (peer != null && peer.up) {
            context.out.send(peer.ref, peerMessage);
        }
    }

    /** Sends to all that are linked. */
    void broadcast(PeerMessage peerMessage) {
        up().forEach(peer -> context.out.send(peer.ref, peerMessage));
    }

    /** Whether the link that is up is one with an earlier process of that node. */
    boolean isUpWithEarlier(NodeRef ref) {
        return isUp(ref.id()) && isLater(ref);
    }

    List<Peer> up() {
        List<Peer> up = new ArrayList<>();
        for (Peer peer : peers.values()) {
            if (peer.up) {
                up.add(peer);
            }
        }
        return up;
    }

    /**
     * Whether this process will never be heard of again: it was called gone, or has a successor.
     */
    boolean isGone(NodeRef ref) {
        return isCalledGone(ref) || isOutlived(ref);
    }

    /** Whether {@link #markGone} was said of it or of a successor. */
    boolean isCalledGone(NodeRef ref) {
        Long incarnation = gone.get(ref.id());
        return incarnation != null && !Incarnations.isLater(ref.incarnation(), incarnation);
    }

    /** Whether a later process of its node is known. */
    private boolean isOutlived(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        return peer != null && peer.ref.isLaterThan(ref);
    }

    /** The latest process of a node that is known and not called gone, or this one. */
    NodeRef latest(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        return peer != null && isOutlived(ref) && !isCalledGone(peer.ref) ? peer.ref : ref;
    }

    /** Remembers that this process and those before it never return. */
    void markGone(NodeRef ref) {
        gone.merge(ref.id(), ref.incarnation(), Incarnations::later);
    }

    /**
     * A link came up; the process that spoke here before, when it was another one, or null. One
     * that was called gone is not: its address had refused a connection, as that of a forwarder
     * does that is started anew. What was granted anew meanwhile stays so, under later grants.
     */
    @Nullable NodeRef up(NodeRef ref, Features features) {
        gone.remove(ref.id(), ref.incarnation());
        Peer peer = peers.get(ref.id());
        NodeRef predecessor = null;
        if (peer == null) {
            peer = new Peer(ref, context.now);
            peers.put(ref.id(), peer);
        } else if (peer.ref.incarnation() != ref.incarnation()) {
            predecessor = peer.ref;
            peer.answered.clear();
        }
        peer.ref = ref;
        peer.up = true;
        peer.wasLinked = true;
        peer.features = features;
        peer.leaving = false;
        peer.still = false;
        peer.batch = 0;
        peer.unanswered.clear();
        peer.answered.values().removeIf(batch -> batch < 0);
        peer.answered.replaceAll((handOver, batch) -> 0L);
        peer.probed.clear();
        return predecessor;
    }

    void down(NodeId id) {
        Peer peer = peers.get(id);
        if (peer != null) {
            if (peer.up) {
                peer.silentSince(context.now);
            }
            peer.up = false;
        }
        peers.values().forEach(other -> other.probed.remove(id));
    }

    // ---- Offers

    PeerMessage.Offer number(NodeRef to, List<OfferedTask> tasks, @Nullable Load load) {
        Peer peer = peers.computeIfAbsent(to.id(), id -> new Peer(to, context.now));
        long answeredUpTo = peer.unanswered.isEmpty() ? peer.batch : peer.unanswered.firstKey() - 1;
        peer.batch++;
        peer.unanswered.put(peer.batch, tasks.size());
        return new PeerMessage.Offer(to.incarnation(), peer.batch, answeredUpTo, tasks, load);
    }

    /** Whether everything offered to this peer is answered; true when its link is down. */
    boolean isAnswered(NodeId id) {
        Peer peer = peers.get(id);
        return peer == null || !peer.up || peer.unanswered.isEmpty();
    }

    /** The same of all peers. */
    boolean isAnsweredByAll() {
        return peers.values().stream().noneMatch(peer -> peer.up && !peer.unanswered.isEmpty());
    }

    /** Nothing that was offered to this peer is waited for any more. */
    void awaitNoAnswer(NodeId id) {
        Peer peer = peers.get(id);
        if (peer != null) {
            peer.unanswered.clear();
        }
    }

    /** So many tasks of an offer were answered. */
    void answered(NodeId by, long batch, int tasks) {
        Peer peer = peers.get(by);
        if (peer != null) {
            peer.unanswered.computeIfPresent(
                    batch, (b, left) -> left > tasks ? left - tasks : null);
        }
    }

    /** How a hand-over was answered before. */
    enum Answered {
        NOT_YET,
        /** Taken, on this session. */
        TAKEN,
        /** Taken, on an earlier session. */
        TAKEN_EARLIER,
        /** Refused, on this session; one refused on an earlier session may come again. */
        REFUSED
    }

    /** How this hand-over was answered before. */
    Answered howAnswered(Peer from, HandOver handOver) {
        Long batch = from.answered.get(handOver);
        if (batch == null) {
            return Answered.NOT_YET;
        }
        if (batch == 0) {
            return Answered.TAKEN_EARLIER;
        }
        return batch > 0 ? Answered.TAKEN : Answered.REFUSED;
    }

    /** Remembers an answer until its receiver has seen it. */
    void remember(Peer from, HandOver handOver, long batch, boolean taken) {
        from.answered.put(handOver, taken ? batch : -batch);
    }

    /** The peer has seen the answers up to here. */
    void forgetAnswered(Peer from, long answeredUpTo) {
        var oldest = from.answered.values().iterator();
        while (oldest.hasNext() && Math.abs(oldest.next()) <= answeredUpTo && answeredUpTo > 0) {
            oldest.remove();
        }
    }

    // ---- Who is gone

    /**
     * No process listens at this process's address. Asks others; whether it is to be called gone at
     * once, since there is no node to ask.
     */
    boolean refused(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        if (peer != null && peer.up && peer.ref.incarnation() == ref.incarnation()) {
            return false;
        }
        if (peer != null) {
            peer.askers.forEach(asker -> answerProbe(asker, ref, true));
            peer.askers.clear();
        }
        if (isGone(ref)) {
            return !isCalledGone(ref);
        }
        peer = known(ref);
        if (!peer.probed.isEmpty()) {
            return false;
        }
        for (Peer other : peers.values()) {
            if (other.up && other != peer && peer.probed.size() < PROBES) {
                peer.probed.add(other.ref.id());
                context.out.send(other.ref, new PeerMessage.Probe(ref));
            }
        }
        return peer.probed.isEmpty();
    }

    /** The entry of a process that is not linked; a later process takes the place of an earlier. */
    Peer known(NodeRef ref) {
        Peer peer = peers.computeIfAbsent(ref.id(), id -> new Peer(ref, context.now));
        if (!peer.up && ref.isLaterThan(peer.ref)) {
            peer.ref = ref;
            peer.probed.clear();
            peer.wasLinked = false;
            peer.silentSince(context.now);
        }
        return peer;
    }

    /**
     * Something here waits for this process, which may never have had a link: it is so from now.
     */
    void expect(NodeRef ref) {
        if (!peers.containsKey(ref.id()) && !isGone(ref)) {
            peers.put(ref.id(), new Peer(ref, context.now));
        }
    }

    /** A process is there, linked or not. */
    void seen(NodeRef ref) {
        if (!isGone(ref)) {
            known(ref);
        }
    }

    /** Whether a process is later than the one that is known of its node. */
    boolean isLater(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        return peer != null && ref.isLaterThan(peer.ref);
    }

    /** The process whose place this one takes, when it is not linked; null when there is none. */
    @Nullable NodeRef outlivedBy(NodeRef later) {
        Peer peer = peers.get(later.id());
        if (peer == null || peer.up) {
            return null;
        }
        NodeRef before = peer.ref;
        return later.isLaterThan(before) ? before : null;
    }

    /** A process asks whether we can reach another. */
    void probe(NodeId asker, NodeRef subject) {
        Peer peer = peers.get(subject.id());
        if (peer != null && peer.up && peer.ref.incarnation() == subject.incarnation()) {
            answerProbe(asker, subject, false);
        } else if (isGone(subject)) {
            answerProbe(asker, subject, true);
        } else {
            known(subject).askers.add(asker);
            context.out.later(new Effect.TryReach(subject));
        }
    }

    /** A process does listen there. */
    void reached(NodeRef ref) {
        Peer peer = peers.get(ref.id());
        if (peer != null) {
            peer.askers.forEach(asker -> answerProbe(asker, ref, false));
            peer.askers.clear();
        }
    }

    private void answerProbe(NodeId asker, NodeRef subject, boolean isGone) {
        Peer to = peers.get(asker);
        if (to != null && to.up) {
            context.out.send(
                    to.ref,
                    new PeerMessage.ProbeAnswer(subject.id(), subject.incarnation(), isGone));
        }
    }

    /** An answer came; the process that is now to be called gone, or null. */
    @Nullable NodeRef probeAnswered(NodeId by, PeerMessage.ProbeAnswer answer) {
        Peer peer = peers.get(answer.subject());
        if (peer == null
                || peer.ref.incarnation() != answer.incarnation()
                || !peer.probed.remove(by)) {
            return null;
        }
        if (!answer.gone()) {
            peer.probed.clear();
            return null;
        }
        return peer.probed.isEmpty() && !peer.up ? peer.ref : null;
    }
}
