package org.evenkeel.kernel.keepers;

import org.evenkeel.model.NodeId;

/**
 * One process start of a daemon, without the address where it listens.
 *
 * @param incarnation of this process start; a later start of the node has a greater one, compared
 *     unsigned
 */
public record ProcessId(NodeId node, long incarnation) {

    @Override
    public String toString() {
        return node + "#" + Long.toUnsignedString(incarnation);
    }
}
