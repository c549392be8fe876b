package org.evenkeel.model.protocol;

/**
 * What a build understands on a link that builds before it did not. Each side names its own in the
 * handshake; what came with a feature is said only to a side that named it.
 */
public enum Feature {
    /** A body or value that the reader does not know is refused by itself, and the link stays. */
    REFUSED_BODY,

    /**
     * A session changes its owner as a whole, an owner can ask whether that has happened, and says
     * since when it had all of a session.
     */
    WHOLE_SESSIONS,

    /** An answer may come in several parts. */
    ANSWER_PARTS,

    /** Questions and answers are typed messages instead of text and JSON. */
    TYPED_ANSWERS,

    /** A node can be paused and resumed. */
    PAUSES,

    /** A node hears when its machine's owner was active last. */
    OWNERS,

    /** An idle node calls for tasks that run at slower ones, and is answered with bids. */
    MOVES,

    /** A client is shown what its tasks print. */
    TASK_LOGS,

    /** Workers read payloads that begin with an observer's note. */
    NOTES,

    /** Workers know functions and suppliers as tasks. */
    FUNCTIONS,

    /** A job's workers have the JVM options and the environment that the job asks for. */
    WORKER_SHAPES
}
