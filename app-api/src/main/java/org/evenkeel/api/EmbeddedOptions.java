package org.evenkeel.api;

/**
 * Options of an embedded cluster; immutable.
 *
 * @param nodes number of daemons, 1 to 64
 * @param workers worker processes of each daemon; 0 divides the processors among the daemons
 * @param policy balancing policy, such as {@code hybrid}
 * @param topology which nodes are neighbours, such as {@code mesh}
 * @param workerHeap heap of each worker, such as {@code 256m}; empty for the daemon's default
 */
public record EmbeddedOptions(
        int nodes, int workers, String policy, String topology, String workerHeap) {

    /** Maximum number of daemons. */
    public static final int MAX_NODES = 64;

    /**
     * @throws IllegalArgumentException if a number is out of its range
     */
    public EmbeddedOptions {
        if (nodes < 1 || nodes > MAX_NODES) {
            throw new IllegalArgumentException(
                    nodes + " nodes are out of range; use 1 to " + MAX_NODES);
        }
        if (workers < 0) {
            throw new IllegalArgumentException(workers + " workers");
        }
    }

    /** Returns options for this many daemons, with policy auto on a mesh. */
    public static EmbeddedOptions of(int nodes) {
        return new EmbeddedOptions(nodes, 0, "auto", "mesh", "");
    }

    public EmbeddedOptions withWorkers(int value) {
        return new EmbeddedOptions(nodes, value, policy, topology, workerHeap);
    }

    public EmbeddedOptions withPolicy(String value) {
        return new EmbeddedOptions(nodes, workers, value, topology, workerHeap);
    }

    public EmbeddedOptions withTopology(String value) {
        return new EmbeddedOptions(nodes, workers, policy, value, workerHeap);
    }

    public EmbeddedOptions withWorkerHeap(String value) {
        return new EmbeddedOptions(nodes, workers, policy, topology, value);
    }
}
