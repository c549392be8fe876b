package org.evenkeel.client.graph;

/**
 * From whom each of the nodes that need a value gets it, when every node passes on each piece as it
 * comes: a chain of nodes for a value with more pieces than there are nodes, so that no node sends
 * it twice; else a binary tree, which fewer nodes are behind each other in.
 */
final class Fanout {

    /** The node that made it. */
    static final int MAKER = -1;

    /** How much a node must have before it passes it on: a piece of a blob. */
    private static final long PIECE_BYTES = 256 << 10;

    /**
     * The place of the node that the one at this place gets it from, which is before it.
     *
     * @param place from 0
     * @param nodes how many need it
     */
    static int source(int place, int nodes, long bytes) {
        boolean chain = bytes / PIECE_BYTES > nodes;
        if (chain) {
            return place - 1;
        }
        return place < 2 ? MAKER : (place - 2) / 2;
    }
}
