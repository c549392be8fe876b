package org.evenkeel.kernel;

import java.util.List;
import org.evenkeel.kernel.load.LoadSample;
import org.evenkeel.kernel.policy.AvailabilityForecast;
import org.evenkeel.model.NodeId;
import org.evenkeel.model.protocol.PeerMessage;

/** What the {@link Balancer} can read and do on its node. */
interface BalancerActions {

    /** What is measured now. */
    LoadSample sample();

    /** Free slots and free window: what a neighbour may send at once, at least 0. */
    int room();

    /** Starts a task in a free slot; there is one. */
    void start(HeldTask task, String reason);

    /** Offers a task to a neighbour whose link is up; it leaves {@link WaitingTasks} first. */
    void offer(HeldTask task, NodeId to, String reason);

    /** Lets the task wait; it is already in {@link WaitingTasks}. */
    void waits(HeldTask task, String reason);

    /** Sends a load, a request or a refusal to a neighbour whose link is up. */
    void send(NodeId to, PeerMessage peerMessage);

    /**
     * Asks workers to give prefetched tasks back, so that they can be handed on; the answer comes
     * as new arrivals.
     */
    void recall(int atMost);

    /** Whether the task may start here now; not when it would not end before this node closes. */
    default boolean admits(HeldTask task) {
        return true;
    }

    /** Why it may not, human-readable. */
    default String whyNot() {
        return "";
    }

    /** For a moment nothing is to come here. */
    default void pause() {}

    /** How fast one of this node's workers is, if neighbours are to know. */
    default double speed() {
        return PeerMessage.Load.UNKNOWN_SPEED;
    }

    /** A task has come that was suspended to resume at this node. */
    default void cameToResume() {}

    /** What a policy that plans is told. */
    default AvailabilityForecast outlook(NeighbourTable table) {
        return new AvailabilityForecast(0, List.of());
    }

    /** What time it is. */
    default long nowNanos() {
        return 0;
    }

    /** Asks for {@link Balancer#onTimer} at {@code afterNanos} from now. */
    void wakeAfter(long afterNanos);
}
