package org.evenkeel.examples.measure;

import java.util.List;

/** What a cluster is to do. */
interface MeasuredWorkload {

    /** What a worker computes to get warm: a little of everything. */
    Piece<?> sample() throws Exception;

    /** Does it once, and says whether the answer is right. */
    boolean run(ClusterMeasurement clusterMeasurement) throws Exception;

    /**
     * Has one node get to know what the sample does not show, as talking to children; nothing where
     * tasks are pieces like the sample.
     *
     * @param route to the node
     */
    default void runAt(ClusterMeasurement clusterMeasurement, List<String> route)
            throws Exception {}
}
