package org.evenkeel.model;

/**
 * User bytes that travel beside the core, by reference; the core never looks inside.
 *
 * <p>Implementations are immutable.
 */
public interface Payload {

    /** No bytes: stands where those of a task that has ended were. */
    Payload NONE = () -> 0;

    /** Length in bytes. */
    long sizeBytes();

    /**
     * Whether the bytes lie outside the heap, so that somebody must be told when they are no longer
     * needed.
     */
    default boolean isExternal() {
        return false;
    }
}
