package org.evenkeel.simulator.check;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.Payload;
import org.evenkeel.model.protocol.PeerMessage;

/** A simulated cluster as a check sees it. */
public interface ClusterSight {

    int nodes();

    NodeSight node(int index);

    /** The index of a node by its name. */
    int indexOf(NodeId id);

    /** Whether both sides take the link for up, on the same session. */
    boolean isLinked(int a, int b);

    /** What one node has said to another on the session that is up and is on its way. */
    Iterable<PeerMessage> inFlight(int from, int to);

    /** How much of its work a task that resumes from this has behind it, in nanoseconds. */
    long progress(Payload payload);

    /** Whether all faults of the run are over and repaired. */
    boolean isHealed();

    /** Virtual time. */
    long nowNanos();
}
