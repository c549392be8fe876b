package org.evenkeel.simulator.check;

import org.evenkeel.kernel.NodeInspection;
import org.evenkeel.model.NodeRef;

/** A simulated node as a check sees it. */
public interface NodeSight {

    /** 0 to nodes - 1. */
    int index();

    /** The process that runs, or ran last. */
    NodeRef ref();

    /** Whether the process runs. */
    boolean isAlive();

    /** Whether something has reached it that it has not handled yet. */
    boolean isBehind();

    /** Whether something that it is to do or to say waits for its disk. */
    boolean waitsForDisk();

    /** What the node has written down. */
    NodeInspection books();

    /** Workers that really run something now, whatever the records say. */
    int runningWorkers();
}
