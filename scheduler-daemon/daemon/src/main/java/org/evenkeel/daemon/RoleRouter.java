package org.evenkeel.daemon;

import org.evenkeel.daemon.net.AuthenticatedPeer;
import org.evenkeel.daemon.net.Authenticator;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.daemon.net.TransportIdentity;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.session.ClientAcceptor;
import org.evenkeel.daemon.worker.WorkerAcceptor;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Sends every connection to the acceptor of its role. */
record RoleRouter(
        byte[] token,
        NodeRef self,
        ClientAcceptor clients,
        WorkerAcceptor workers,
        PeerLinks peers,
        Registrar registrar,
        RejectionLog refusals)
        implements Authenticator {

    @Override
    public byte @Nullable [] secretOf(Role role, int worker) {
        return role == Role.WORKER ? workers.secretOf(worker) : token;
    }

    @Override
    public void refused(TransportIdentity transportIdentity, String address, String why) {
        refusals.refused(transportIdentity, address, why);
    }

    @Override
    public Answer admit(Hello hello, AuthenticatedPeer authenticatedPeer) throws WireException {
        Welcome.Builder welcome = Welcome.newBuilder().setNode(WireMapper.writeNode(self));
        return switch (authenticatedPeer.role()) {
            case WORKER -> workers.admit(hello, welcome);
            case PEER -> peers.admit(hello, welcome);
            case CLIENT, OBSERVER -> {
                welcome.addAllMembers(peers.handshakeMembers());
                yield clients.admit(hello, authenticatedPeer, welcome, self.incarnation());
            }
        };
    }
}
