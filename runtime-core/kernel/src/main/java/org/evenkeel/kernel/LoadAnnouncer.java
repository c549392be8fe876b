package org.evenkeel.kernel;

import org.evenkeel.kernel.policy.Decision.Announcement;
import org.evenkeel.kernel.policy.NodeView;
import org.evenkeel.kernel.policy.Policy;
import org.evenkeel.model.Distance;
import org.evenkeel.model.LoadState;
import org.evenkeel.model.protocol.PeerMessage;
import org.jspecify.annotations.Nullable;

/**
 * Tells neighbours this node's load at the end of an event, never before.
 *
 * <p>{@code announce(): d = state; every S' that believes otherwise is told LOAD(d, ++outSeq,
 * rcvd[S'])}
 */
final class LoadAnnouncer {

    /** Room told for others; what is believed of them may be old. */
    private static final int MAX_RELAYED_ROOM = 64;

    private final Policy policy;
    private final BalancerActions balancerActions;
    private final NeighbourTable table;
    private boolean frozenOut;

    LoadAnnouncer(Policy policy, BalancerActions balancerActions, NeighbourTable table) {
        this.policy = policy;
        this.balancerActions = balancerActions;
        this.table = table;
    }

    /** While true, every neighbour is told that this node is full, whatever it runs. */
    void setFrozenOut(boolean frozen) {
        if (frozenOut != frozen) {
            frozenOut = frozen;
            for (Neighbour neighbour : table.inOrder()) {
                if (neighbour.isLinked()) {
                    neighbour.oweCurrentLoad();
                }
            }
        }
    }

    void owe(Announcement announcement) {
        Neighbour neighbour = table.inOrder()[announcement.neighbour()];
        if (neighbour.isLinked()) {
            neighbour.owe(announcement.state());
        }
    }

    /** Tells every load that is owed. */
    void announcePending(NodeView view) {
        PeerMessage.@Nullable Load like = null;
        for (Neighbour neighbour : table.takeAttended()) {
            boolean heeds = neighbour.isNeighbour() && neighbour.isLinked();
            LoadState owed = heeds ? owedTo(neighbour, view.state()) : null;
            if (owed != null) {
                int distance = like == null ? distance(view) : like.distance();
                like = announce(neighbour, frozenOut ? LoadState.HIGH : owed, view, distance);
            }
            neighbour.attendedTo();
        }
    }

    private int distance(NodeView view) {
        return frozenOut ? Distance.UNKNOWN : policy.distance(view);
    }

    private static @Nullable LoadState owedTo(Neighbour neighbour, LoadState current) {
        if (current == LoadState.HIGH && neighbour.overrates() && !neighbour.isOwed()) {
            neighbour.owe(LoadState.HIGH);
        }
        return neighbour.takeOwed(current);
    }

    private PeerMessage.Load announce(Neighbour to, LoadState state, NodeView view, int distance) {
        boolean relays = policy.relays(view);
        int room = policy.sendsBatches() ? Math.max(1, roomFor(to, relays)) : 1;
        PeerMessage.Load load =
                to.nextLoad(
                        state,
                        view.sample(),
                        state.hasRoom() ? room : 0,
                        distance,
                        balancerActions.speed());
        balancerActions.send(to.id, load);
        return load;
    }

    /** Own room, and with a policy that relays that of LOW nodes behind this one. */
    private int roomFor(Neighbour reader, boolean relays) {
        int room = balancerActions.room();
        if (relays) {
            for (Neighbour other : table.inOrder()) {
                if (other != reader && other.isLinked() && other.believed() == LoadState.LOW) {
                    room += Math.max(0, Math.min(other.room(), MAX_RELAYED_ROOM - room));
                }
            }
        }
        return room;
    }
}
