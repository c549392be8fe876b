package org.evenkeel.daemon.net;

import org.jspecify.annotations.Nullable;

/** Who speaks on a link; {@link Permissions} says what it may say there. */
public enum Role {
    /** Submits tasks and may take tasks of its own job. */
    CLIENT,

    /** Asks, never submits. */
    OBSERVER,

    /** A worker process of this daemon. */
    WORKER,

    /** Another daemon. */
    PEER;

    /** The role in a handshake, null when it is none. */
    static @Nullable Role of(org.evenkeel.wire.proto.Role role) {
        return switch (role) {
            case CLIENT -> CLIENT;
            case WORKER -> WORKER;
            case PEER -> PEER;
            case OBSERVER -> OBSERVER;
            case ROLE_UNKNOWN, UNRECOGNIZED -> null;
        };
    }
}
