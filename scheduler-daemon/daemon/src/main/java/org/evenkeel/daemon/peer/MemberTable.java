package org.evenkeel.daemon.peer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.evenkeel.model.BoundedMap;
import org.evenkeel.model.Incarnations;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;
import org.jspecify.annotations.Nullable;

/** The nodes that are known of, each with its newest process; bounded. */
final class MemberTable {

    /** Nodes remembered, living and gone. */
    static final int MAX_MEMBERS = 10_000;

    private final NodeRef self;
    private final Map<NodeId, NodeRef> members = new LinkedHashMap<>();
    private final Map<NodeId, Long> gone = BoundedMap.ofNewest(MAX_MEMBERS);

    MemberTable(NodeRef self) {
        this.self = self;
        members.put(self.id(), self);
    }

    /** Learns of a process; whether it is news. */
    boolean learn(NodeRef ref) {
        if (ref.id().equals(self.id()) || isGone(ref)) {
            return false;
        }
        NodeRef known = members.get(ref.id());
        if (known != null && !ref.isLaterThan(known)) {
            return false;
        }
        if (known == null && members.size() >= MAX_MEMBERS) {
            return false;
        }
        members.put(ref.id(), ref);
        return true;
    }

    private boolean isGone(NodeRef ref) {
        return !Incarnations.isLater(ref.incarnation(), gone.getOrDefault(ref.id(), 0L));
    }

    /** This process will not come back. */
    boolean forget(NodeRef ref) {
        gone.merge(ref.id(), ref.incarnation(), Incarnations::later);
        NodeRef known = members.get(ref.id());
        if (known != null && !known.isLaterThan(ref)) {
            members.remove(ref.id());
            return true;
        }
        return false;
    }

    /** A process that was called gone is there: it may be learnt of again. */
    void isBack(NodeRef ref) {
        gone.remove(ref.id(), ref.incarnation());
    }

    /** This process counts no longer, and may again. */
    void remove(NodeRef ref) {
        members.remove(ref.id(), ref);
    }

    @Nullable NodeRef get(NodeId id) {
        return members.get(id);
    }

    int size() {
        return members.size();
    }

    List<NodeRef> all() {
        return new ArrayList<>(members.values());
    }

    /** Every node but this node. */
    List<NodeRef> others() {
        List<NodeRef> list = all();
        list.remove(self);
        return list;
    }
}
