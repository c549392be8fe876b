package org.evenkeel.daemon.net;

import java.util.EnumSet;
import java.util.Set;
import org.evenkeel.wire.proto.Frame.BodyCase;
import org.jspecify.annotations.Nullable;

/** Who speaks on a link, and what it may say there: the one table of permissions of the wire. */
public enum Role {
    /** Submits tasks and may take tasks of its own job. */
    CLIENT(
            BodyCase.OPEN_JOB,
            BodyCase.CLOSE_JOB,
            BodyCase.SUBMIT,
            BodyCase.OUTCOME_ACK,
            BodyCase.CANCEL_TASKS,
            BodyCase.SERVE,
            BodyCase.FINISHED,
            BodyCase.RECALL_ANSWER,
            BodyCase.BLOB_REQUEST,
            BodyCase.BLOB_CHUNK,
            BodyCase.QUERY,
            BodyCase.DRAIN,
            BodyCase.PING,
            BodyCase.PONG),

    /** Asks, never submits. */
    OBSERVER(BodyCase.QUERY, BodyCase.PING, BodyCase.PONG),

    /** A worker process of this daemon. */
    WORKER(
            BodyCase.FINISHED,
            BodyCase.PARKED,
            BodyCase.RESUMED,
            BodyCase.RECALL_ANSWER,
            BodyCase.SUBMIT,
            BodyCase.OUTCOME_ACK,
            BodyCase.CANCEL_TASKS,
            BodyCase.BLOB_REQUEST,
            BodyCase.BLOB_CHUNK,
            BodyCase.PING,
            BodyCase.PONG),

    /** Another daemon. */
    PEER(
            BodyCase.OFFER,
            BodyCase.OFFER_ANSWER,
            BodyCase.RESULTS,
            BodyCase.RESULT_ACKS,
            BodyCase.LOAD,
            BodyCase.HOLDING,
            BodyCase.HOLDING_ACK,
            BodyCase.LOST,
            BodyCase.CANCEL,
            BodyCase.JOB_ENDED,
            BodyCase.REQUEST,
            BodyCase.NOTHING_TO_GIVE,
            BodyCase.PROBE,
            BodyCase.PROBE_ANSWER,
            BodyCase.LEAVING,
            BodyCase.RETURNED,
            BodyCase.SESSION_MOVED,
            BodyCase.SESSION_LEFT,
            BodyCase.REPLICATE,
            BodyCase.REPLICATED,
            BodyCase.MOVED,
            BodyCase.ADOPT,
            BodyCase.ADOPTED,
            BodyCase.MEMBERS,
            BodyCase.BLOB_REQUEST,
            BodyCase.BLOB_CHUNK,
            BodyCase.QUERY,
            BodyCase.QUERY_REPLY,
            BodyCase.REFUSED,
            BodyCase.PING,
            BodyCase.PONG);

    @SuppressWarnings("ImmutableEnumChecker") // filled once
    private final Set<BodyCase> permitted;

    Role(BodyCase first, BodyCase... more) {
        permitted = EnumSet.of(first, more);
    }

    /** Whether a speaker of this role may say this after its handshake. */
    public boolean maySay(BodyCase body) {
        return permitted.contains(body);
    }

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
