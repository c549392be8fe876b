package org.evenkeel.daemon.worker.guard;

/**
 * What a worker and its family take at one moment; counts stop soon above their limits.
 *
 * @param diskBytes files in its directory, and open ones without a name
 * @param files entries in its directory
 * @param processes processes and threads
 * @param memoryBytes resident, pages that several share counted for each
 */
record Usage(long diskBytes, int files, int processes, long memoryBytes) {}
