package org.evenkeel.test;

import org.evenkeel.api.EmbeddedOptions;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/**
 * What an annotation asks for, checked.
 *
 * @param mode where tasks run
 * @param nodes number of daemons; in a local cluster a factor of the tasks that run at a time
 * @param workers tasks that each node runs at a time; 0 for as many as there are processors
 * @param isOrdered whether tasks run one at a time, in an order that is always the same
 */
record ClusterShape(ClusterMode mode, int nodes, int workers, boolean isOrdered) {

    /** Most tasks at a time of a local cluster, and of one daemon here. */
    private static final int MAX_WORKERS = 1_000;

    /**
     * Reads an annotation.
     *
     * @param owner name of the class or method that has it, for messages
     * @throws ExtensionConfigurationException if a value is out of range or does not fit another
     */
    static ClusterShape of(EvenkeelCluster cluster, String owner) {
        String problem = problem(cluster);
        if (!problem.isEmpty()) {
            throw new ExtensionConfigurationException(
                    "@EvenkeelCluster of " + owner + ": " + problem);
        }
        return new ClusterShape(
                cluster.mode(), cluster.nodes(), cluster.workers(), cluster.ordered());
    }

    /** What is wrong with the values; empty if they are right. */
    private static String problem(EvenkeelCluster cluster) {
        int nodes = cluster.nodes();
        int workers = cluster.workers();
        if (nodes < 1 || nodes > EmbeddedOptions.MAX_NODES) {
            return "nodes is %d; use 1 to %d".formatted(nodes, EmbeddedOptions.MAX_NODES);
        }
        if (workers < 0 || workers > MAX_WORKERS) {
            return "workers is %d; use 1 to %,d, or 0 for all processors"
                    .formatted(workers, MAX_WORKERS);
        }
        if (cluster.mode() == ClusterMode.LOCAL && nodes * workers > MAX_WORKERS) {
            return "nodes is %d and workers is %d; a local cluster runs at most %,d tasks at a time"
                    .formatted(nodes, workers, MAX_WORKERS);
        }
        if (!cluster.ordered()) {
            return "";
        }
        if (cluster.mode() != ClusterMode.LOCAL) {
            return "ordered is true and mode is %s; only a local cluster has an order"
                    .formatted(cluster.mode());
        }
        return nodes > 1 || workers > 1
                ? "ordered is true, so one task runs at a time; leave out nodes and workers"
                : "";
    }

    /** How many tasks a local cluster runs at a time; 0 for one for each processor. */
    int slots() {
        return isOrdered ? 1 : nodes * workers;
    }
}
