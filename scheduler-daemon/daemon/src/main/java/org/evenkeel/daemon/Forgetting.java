package org.evenkeel.daemon;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.evenkeel.daemon.audit.Audit;
import org.evenkeel.daemon.audit.AuditKind;
import org.evenkeel.daemon.audit.Who;
import org.evenkeel.daemon.drive.Events;
import org.evenkeel.daemon.net.Connection;
import org.evenkeel.daemon.peer.PeerLinks;
import org.evenkeel.daemon.session.ClientDoor;
import org.evenkeel.kernel.Acquaintance;
import org.evenkeel.kernel.Event;
import org.evenkeel.kernel.NodeCore;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/**
 * Has this node take another one for gone because an administrator says so. One that is linked is
 * there, whatever is said of it. Belongs to the event loop.
 */
final class Forgetting implements ClientDoor.NodeDesk {

    private final NodeCore core;
    private final PeerLinks peers;
    private final Events events;
    private final Audit audit;

    Forgetting(NodeCore core, PeerLinks peers, Events events, Audit audit) {
        this.core = core;
        this.peers = peers;
        this.events = events;
        this.audit = audit;
    }

    @Override
    public String forget(NodeId node, boolean onlyLook, Connection by) {
        NodeRef self = core.status().self();
        NodeRef last = lastProcess(node);
        Acquaintance known = core.acquaintance(node);
        if (node.equals(self.id()) || peers.isLinked(node)) {
            known = Acquaintance.LINKED;
        } else if (known == Acquaintance.UNKNOWN && last != null) {
            known = Acquaintance.SILENT;
        }
        if (!onlyLook && last != null && known != Acquaintance.LINKED) {
            Who who = Who.of(by.speaker(), by.address());
            audit.note(AuditKind.NODE_FORGOTTEN, who, Map.of("node", node.name()));
            events.happened(new Event.PeerForgotten(last, who.name()));
        }
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("node", self.id().name());
        answer.put("knows", known.name().toLowerCase(Locale.ROOT));
        try {
            return JSON.std.asString(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        boolean later = Long.compareUnsigned(member.incarnation(), known.incarnation()) > 0;
        return later ? member : known;
    }
}
