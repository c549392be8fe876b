package org.evenkeel.kernel.load;

/**
 * What is measured on a node, before anything is concluded from it.
 *
 * @param workers workers alive (K)
 * @param busy workers that run a task; a worker whose task waits for children counts as idle
 * @param waiting tasks waiting here, prefetched ones included
 * @param waitingWeight their weight (Y of the queue-stack load), running tasks excluded
 * @param totalWeight all work of the jobs waiting here (m), 0 when unknown
 * @param nodes nodes of the cluster (n), at least 1
 */
public record LoadSample(
        int workers, int busy, int waiting, long waitingWeight, long totalWeight, int nodes) {}
