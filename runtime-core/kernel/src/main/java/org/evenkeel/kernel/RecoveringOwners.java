package org.evenkeel.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.evenkeel.model.Task;

/**
 * Owners whose process has ended and whose disk keeps their tasks. What is held of them runs on and
 * waits for them, for {@link NodeConfig#ownerReturnNanos()}; what only their memory kept is an
 * orphan at once.
 */
final class RecoveringOwners {
    private final NodeContext context;
    private final PeerLinkTable peerLinkTable;
    private final Map<NodeId, Long> sinceNanos = new LinkedHashMap<>();

    RecoveringOwners(NodeContext context, PeerLinkTable peerLinkTable) {
        this.context = context;
        this.peerLinkTable = peerLinkTable;
    }

    /** Its process has ended. */
    void left(NodeId owner) {
        sinceNanos.putIfAbsent(owner, context.now);
    }

    /** A later process of its node is there. */
    void returned(NodeId owner) {
        sinceNanos.remove(owner);
    }

    /** Whether its process has ended, and no later one has been seen. */
    boolean isAbsent(NodeId owner) {
        return sinceNanos.containsKey(owner);
    }

    /** Whether a process has ended: it was called gone, or a later one of its node is known. */
    boolean isOver(NodeRef process) {
        return peerLinkTable.isGone(process);
    }

    /** Whether no node will ever want what is held of this owner. */
    boolean isOrphan(NodeRef owner, boolean survivesOwner) {
        if (!peerLinkTable.isGone(owner)) {
            return false;
        }
        if (!survivesOwner) {
            return true;
        }
        long since = sinceNanos.computeIfAbsent(owner.id(), id -> context.now);
        return context.now - since > context.config.ownerReturnNanos();
    }

    /** Whether the task continues without its owner, so that no lease of that owner counts. */
    boolean isPatient(Task task, NodeRef owner) {
        return task.survivesOwner() && peerLinkTable.isGone(owner);
    }
}
