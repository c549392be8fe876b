package org.evenkeel.daemon;

import org.evenkeel.daemon.net.Caller;
import org.evenkeel.daemon.net.Door;
import org.evenkeel.daemon.net.Registrar;
import org.evenkeel.daemon.net.Role;
import org.evenkeel.daemon.net.Speaker;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.session.ClientDoor;
import org.evenkeel.daemon.worker.WorkerDoor;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.WireException;
import org.evenkeel.wire.WireMapper;
import org.evenkeel.wire.proto.Hello;
import org.evenkeel.wire.proto.Welcome;
import org.jspecify.annotations.Nullable;

/** Sends everybody who knocks to the right door. */
record FrontDoor(
        byte[] token,
        NodeRef self,
        ClientDoor clients,
        WorkerDoor workers,
        PeerLinks peers,
        Registrar registrar,
        RefusalNotes refusals)
        implements Door {

    @Override
    public byte @Nullable [] secretOf(Role role, int worker) {
        return role == Role.WORKER ? workers.secretOf(worker) : token;
    }

    @Override
    public void refused(Caller caller, String address, String why) {
        refusals.refused(caller, address, why);
    }

    @Override
    public Answer admit(Hello hello, Speaker speaker) throws WireException {
        Welcome.Builder welcome = Welcome.newBuilder().setNode(WireMapper.writeNode(self));
        return switch (speaker.role()) {
            case WORKER -> workers.admit(hello, welcome);
            case PEER -> peers.admit(hello, welcome);
            case CLIENT, OBSERVER -> {
                welcome.addAllMembers(peers.handshakeMembers());
                yield clients.admit(hello, speaker, welcome, self.incarnation());
            }
        };
    }
}
