package org.evenkeel.test;

import org.jspecify.annotations.Nullable;

/**
 * The cluster of a test class or of a test, which starts when a parameter first asks for it. If it
 * cannot start, that is not tried again. Thread-safe: tests that run at the same time share it.
 */
final class SharedCluster implements AutoCloseable {

    private final ClusterShape shape;
    private final String name;
    private @Nullable StartedCluster started;
    private @Nullable RuntimeException failure;

    /**
     * @param name name of its job
     */
    SharedCluster(ClusterShape shape, String name) {
        this.shape = shape;
        this.name = name;
    }

    /** The cluster, started. */
    synchronized StartedCluster start() {
        if (failure != null) {
            throw failure;
        }
        if (started == null) {
            try {
                started = StartedCluster.start(shape, name);
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }
        return started;
    }

    /** The cluster if it has started; null otherwise. */
    synchronized @Nullable StartedCluster started() {
        return started;
    }

    @Override
    public synchronized void close() {
        if (started != null) {
            started.close();
        }
    }
}
