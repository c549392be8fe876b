package org.evenkeel.daemon;

import java.util.Locale;
import java.util.Map;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.AuditPrincipal;
import org.evenkeel.daemon.driver.EventSink;
import org.evenkeel.daemon.net.FrameConnection;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.session.ClientAcceptor;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.kernel.PeerInfo;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.wire.proto.ForgetAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code evenkeel nodes forget}: this node takes another one for gone. One that is linked is
 * there, whatever is said of it. Belongs to the event loop.
 */
record NodeForget(NodeCore core, PeerLinks peers, EventSink eventSink, Audit audit)
        implements ClientAcceptor.NodeQueries {
    @Override
    public ForgetAnswer forget(NodeId node, boolean onlyLook, FrameConnection by) {
        NodeRef self = core.status().self();
        NodeRef last = lastProcess(node);
        PeerInfo known = core.acquaintance(node);
        if (node.equals(self.id()) || peers.isLinked(node)) {
            known = PeerInfo.LINKED;
        } else if (known == PeerInfo.UNKNOWN && last != null) {
            known = PeerInfo.SILENT;
        }
        if (!onlyLook && last != null && known != PeerInfo.LINKED) {
            AuditPrincipal auditPrincipal = AuditPrincipal.of(by.authenticatedPeer(), by.address());
            audit.note(AuditKind.NODE_FORGOTTEN, auditPrincipal, Map.of("node", node.name()));
            eventSink.submit(new Event.PeerForgotten(last, auditPrincipal.name()));
        }
        return ForgetAnswer.newBuilder()
                .setNode(self.id().name())
                .setKnows(known.name().toLowerCase(Locale.ROOT))
                .build();
    }

    private @Nullable NodeRef lastProcess(NodeId node) {
        NodeRef known = core.lastProcess(node);
        NodeRef member =
                peers.others().stream()
                        .filter(other -> other.id().equals(node))
                        .findFirst()
                        .orElse(null);
        if (known == null || member == null) {
            return known == null ? member : known;
        }
        return member.isLaterThan(known) ? member : known;
    }
}
