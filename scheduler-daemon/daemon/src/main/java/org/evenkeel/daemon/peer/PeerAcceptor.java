package org.evenkeel.daemon.peer;

import java.util.concurrent.TimeUnit;
import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.daemon.net.Sockets;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireLimits;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Says which peers come in that have shown that they know the token. */
final class PeerAcceptor {

    private static final long LONGEST_VISIT_NANOS =
            TimeUnit.MILLISECONDS.toNanos(WireLimits.HANDSHAKE_TIMEOUT_MILLIS);

    private final PeerLinks links;
    private final PeerTable peers;
    private final Gossip gossip;
    private final NodeRef self;

    PeerAcceptor(PeerLinks links, PeerTable peers, Gossip gossip) {
        this.links = links;
        this.peers = peers;
        this.gossip = gossip;
        this.self = links.self();
    }

    Authenticator.Answer admit(Hello hello, Welcome.Builder welcome) throws WireException {
        NodeRef ref = WireMapper.readNode("hello.node", hello.getNode());
        if (hello.getAsksWho() && ref.equals(self)) {
            return answer(welcome); // it has dialled itself, and sees that by the name
        }
        String why = whyNot(hello, ref);
        if (why != null) {
            return new Authenticator.Answer.Refuse(why);
        }
        links.neighbourhood().contactFrom(ref);
        gossip.received("hello.members", hello.getMembersList());
        welcome.addAllMembers(gossip.handshakeMembers());
        if (hello.getAsksWho()) {
            gossip.answered(ref);
            return answer(welcome);
        }
        return new Authenticator.Answer.Admit(
                welcome,
                Sockets.PEER_BACKLOG_BYTES,
                frameConnection -> {
                    PeerLink link = new PeerLink(links, ref, frameConnection, false);
                    links.dependencies().timers().after(0, () -> links.begin(link));
                    return link;
                });
    }

    /** The welcome has told it who is here. */
    private Authenticator.Answer answer(Welcome.Builder welcome) {
        return new Authenticator.Answer.Admit(
                welcome,
                Sockets.PEER_BACKLOG_BYTES,
                frameConnection ->
                        new ProbeConnection(
                                frameConnection,
                                links.dependencies().timers(),
                                LONGEST_VISIT_NANOS));
    }

    private @Nullable String whyNot(Hello hello, NodeRef ref) {
        if (ref.id().equals(self.id())) {
            return "this node has the same name: " + ref.id();
        }
        if (!hello.getMeans().isEmpty() && !hello.getMeans().equals(self.id().name())) {
            return "this is " + self.id() + ", not " + hello.getMeans();
        }
        Peer peer = peers.entry(ref.id());
        if (peer == null) {
            return "too many nodes are known to this node";
        }
        String why = peer.machine.refusesProcess(ref.incarnation());
        if (why != null || hello.getAsksWho()) {
            return why;
        }
        return peer.machine.refusesLink(ref.incarnation());
    }
}
