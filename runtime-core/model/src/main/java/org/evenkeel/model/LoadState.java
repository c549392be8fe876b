package org.evenkeel.model;

/**
 * What a node says of its load ("A universal model of distributed dynamic load balancing", section
 * 2).
 */
public enum LoadState {
    /** All workers are idle. */
    LOW,
    /** Some worker is idle, some is busy. */
    MODERATE,
    /** All workers are busy. */
    HIGH;

    /** Whether a node in this state can start another task at once. */
    public boolean hasRoom() {
        return this != HIGH;
    }
}
