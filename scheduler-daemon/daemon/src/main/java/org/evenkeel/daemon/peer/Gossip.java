package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.evenkeel.daemon.driver.TimerSource;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Frame;
import org.evenkeel.wire.proto.Members;

/**
 * Passes on which nodes there are: all of them on a new link, news to every link a moment later.
 */
final class Gossip {

    private static final long NEWS_AFTER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Of a handshake's frame, for the nodes told in it. */
    private static final int HANDSHAKE_BYTES = WireLimits.MAX_HANDSHAKE_FRAME_BYTES * 3 / 4;

    /** A node's tag and length in a frame. */
    private static final int FIELD_BYTES = 4;

    private final PeerLinks links;
    private final TimerSource timers;
    private final MemberTable members;
    private final List<NodeRef> news = new ArrayList<>();
    private boolean scheduled;

    /** Clients continue at another daemon when theirs is gone, and are to know where others are. */
    private Consumer<Frame> clients = frame -> {};

    Gossip(PeerLinks links, MemberTable members, TimerSource timers) {
        this.links = links;
        this.timers = timers;
        this.members = members;
    }

    /** Takes what clients are to hear. */
    void reachClientsBy(Consumer<Frame> to) {
        clients = to;
    }

    void notifyClients(Frame frame) {
        clients.accept(frame);
    }

    MemberTable members() {
        return members;
    }

    /** Some nodes, few enough for a handshake. */
    List<org.evenkeel.wire.proto.NodeRef> handshakeMembers() {
        return fitting(members.all());
    }

    /** As many of the first as a handshake may have, in number and in bytes. */
    static List<org.evenkeel.wire.proto.NodeRef> fitting(List<NodeRef> all) {
        List<org.evenkeel.wire.proto.NodeRef> some = new ArrayList<>();
        int bytes = 0;
        for (NodeRef ref : all) {
            org.evenkeel.wire.proto.NodeRef node = WireMapper.writeNode(ref);
            bytes += node.getSerializedSize() + FIELD_BYTES;
            if (some.size() == WireLimits.MAX_HANDSHAKE_MEMBERS || bytes > HANDSHAKE_BYTES) {
                break;
            }
            some.add(node);
        }
        return some;
    }

    void received(String field, List<org.evenkeel.wire.proto.NodeRef> nodes) throws WireException {
        if (nodes.size() > WireLimits.MAX_FRAME_MEMBERS) {
            throw new WireException(field, nodes.size() + " nodes exceed the limit");
        }
        for (org.evenkeel.wire.proto.NodeRef node : nodes) {
            learn(WireMapper.readNode(field, node));
        }
    }

    /** This process is there. */
    void learn(NodeRef ref) {
        if (!links.neighbourhood().isDeafTo(ref) && members.learn(ref)) {
            news.add(ref);
            links.seen(ref);
            if (!scheduled) {
                scheduled = true;
                timers.after(NEWS_AFTER_NANOS, this::announceNews);
            }
        }
    }

    private void announceNews() {
        scheduled = false;
        List<NodeRef> told = List.copyOf(news);
        news.clear();
        for (PeerLink link : links.links()) {
            announce(link::send, told);
        }
        announce(clients, told);
    }

    /** A new link: its node is a member, and it hears of all. */
    void linked(PeerLink link) {
        links.neighbourhood().linked(link.peer());
        members.isBack(link.peer());
        learn(link.peer());
        if (members.size() > handshakeMembers().size()) {
            announce(link::send, members.all());
        }
    }

    private static void announce(Consumer<Frame> out, List<NodeRef> nodes) {
        for (int from = 0; from < nodes.size(); from += WireLimits.MAX_FRAME_MEMBERS) {
            int to = Math.min(nodes.size(), from + WireLimits.MAX_FRAME_MEMBERS);
            Members.Builder members = Members.newBuilder();
            nodes.subList(from, to).forEach(node -> members.addNodes(WireMapper.writeNode(node)));
            out.accept(Frame.newBuilder().setMembers(members).build());
        }
    }

    /** A process that was called gone has answered. */
    void answered(NodeRef ref) {
        members.isBack(ref);
        learn(ref);
    }

    /** It counts no longer; it may be tried all the same. */
    void forget(NodeRef ref) {
        members.forget(ref);
    }

    /** It is not expected back. */
    void forgotten(NodeRef ref) {
        links.neighbourhood().forgotten(ref);
    }

    void gone(NodeRef ref) {
        members.forget(ref);
        links.neighbourhood().gone(ref);
    }
}
