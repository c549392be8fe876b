package org.evenkeel.daemon.peer;

import org.evenkeel.model.NodeId;
import org.evenkeel.model.NodeRef;

/** Hears who comes and goes; where neighbours are not fixed it says who they are. */
interface Neighbourhood {

    /** Neighbours are what the configuration says, whoever comes and goes. */
    Neighbourhood FIXED = new Neighbourhood() {};

    default void start() {}

    /** Whether neighbours change; then both of two neighbours try to connect. */
    default boolean isOpen() {
        return false;
    }

    /**
     * Whether what others say of this process does not count: it was given up here, and has yet to
     * be heard itself.
     */
    default boolean isDeafTo(NodeRef ref) {
        return false;
    }

    /** Whether a node counts as there: it is a neighbour of this node or of others. */
    default boolean includes(NodeId node) {
        return true;
    }

    /** A process is there, or another one at another address than before. */
    default void learnt(NodeRef ref) {}

    /** A process has spoken to this one itself. */
    default void contactFrom(NodeRef ref) {}

    /** The link to it is up. */
    default void linked(NodeRef ref) {}

    /** The link to it is no longer. */
    default void lost(NodeRef ref) {}

    /** It has said that it leaves. */
    default void leaves(NodeRef ref) {}

    /** An administrator says that it does not come back: nothing is kept for it. */
    default void forgotten(NodeRef ref) {}

    /** It is certainly gone. */
    default void gone(NodeRef ref) {}
}
