package org.evenkeel.api;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Options of an embedded cluster; immutable.
 *
 * @param nodes number of daemons, 1 to 64
 * @param workers worker processes of each daemon; 0 divides the processors among the daemons
 * @param policy balancing policy, such as {@code hybrid}
 * @param topology which nodes are neighbours, such as {@code mesh}
 * @param workerHeap heap of each worker, such as {@code 256m}; empty for the daemon's default
 * @param directory what {@link #withDirectory} has set; null for a temporary directory
 */
public record EmbeddedOptions(
        int nodes,
        int workers,
        String policy,
        String topology,
        String workerHeap,
        @Nullable Path directory) {

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
        return new EmbeddedOptions(nodes, 0, "auto", "mesh", "", null);
    }

    public EmbeddedOptions withWorkers(int value) {
        return new EmbeddedOptions(nodes, value, policy, topology, workerHeap, directory);
    }

    public EmbeddedOptions withPolicy(String value) {
        return new EmbeddedOptions(nodes, workers, value, topology, workerHeap, directory);
    }

    public EmbeddedOptions withTopology(String value) {
        return new EmbeddedOptions(nodes, workers, policy, value, workerHeap, directory);
    }

    public EmbeddedOptions withWorkerHeap(String value) {
        return new EmbeddedOptions(nodes, workers, policy, topology, value, directory);
    }

    /**
     * Sets where the daemons keep their files; by default a temporary directory that is deleted
     * when the cluster is closed. This one remains, with the {@code daemon.log} of each node in
     * {@code clusters/embedded/nodes/NODE}. It must not exist, or be empty, and its path must be
     * short: with the names below it, a path of a socket has about 100 characters at most.
     */
    public EmbeddedOptions withDirectory(Path value) {
        return new EmbeddedOptions(nodes, workers, policy, topology, workerHeap, value);
    }
}
