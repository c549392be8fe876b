package org.evenkeel.api;

/**
 * What an embedded cluster is like; immutable.
 *
 * @param nodes daemons, 1 to 64
 * @param workers worker processes of each; 0 shares the processors out
 * @param policy balancing policy, like {@code hybrid}
 * @param topology who is whose neighbour, like {@code mesh}
 * @param workerHeap a worker's -Xmx, like {@code 256m}; empty leaves it to the daemon
 */
public record EmbeddedOptions(
        int nodes, int workers, String policy, String topology, String workerHeap) {

    /** Most daemons. */
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

    /** This many daemons, the rest as usual: policy hybrid on a mesh. */
    public static EmbeddedOptions of(int nodes) {
        return new EmbeddedOptions(nodes, 0, "hybrid(relay=on)", "mesh", "");
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
