package org.evenkeel.model;

/** Hops from a node to the nearest one with room, as nodes tell each other. */
public final class Distance {

    /** The node itself has room. */
    public static final int HERE = 0;

    /** No node with room is known; also the greatest value that can be told. */
    public static final int UNKNOWN = 65_535;

    /** What is known where only the node's own state counts. */
    public static int of(LoadState state) {
        return state.hasRoom() ? HERE : UNKNOWN;
    }
}
