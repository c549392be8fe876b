package org.evenkeel.simulator.check;

import java.util.LinkedHashMap;
import java.util.Map;
import org.evenkeel.kernel.HeldTask;
import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.TaskId;
import org.evenkeel.model.protocol.PeerMessage.GrantedTask;

/**
 * The records of a node between two events.
 *
 * @param owned tasks it accepted
 * @param copies what is in its hands, of its own tasks and of others'
 */
record Snapshot(Map<TaskId, NodeInspection.Owned> owned, Map<GrantedTask, Copy> copies) {

    static final Snapshot EMPTY = new Snapshot(new LinkedHashMap<>(), new LinkedHashMap<>());

    /** One copy. */
    record Copy(HeldTask.State state, int hop) {

        /** Whether this copy may run, now or when a slot is free. */
        boolean isRunnable() {
            return switch (state) {
                case READY, PREFETCHED, RUNNING, PARKED, DELEGATED -> true;
                case HANDING, GONE -> false;
            };
        }
    }

    boolean isEmpty() {
        return owned.isEmpty() && copies.isEmpty();
    }

    static Snapshot of(NodeInspection books) {
        Map<TaskId, NodeInspection.Owned> owned = new LinkedHashMap<>();
        Map<GrantedTask, Copy> copies = new LinkedHashMap<>();
        books.forEachOwned(one -> owned.put(one.task(), one));
        books.forEachCopy(copy ->
                copies.put(
                        new GrantedTask(copy.id(), copy.grant()),
                        new Copy(copy.state(), copy.hop())));
        return new Snapshot(owned, copies);
    }
}
