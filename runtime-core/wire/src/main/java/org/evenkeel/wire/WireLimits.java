package org.evenkeel.wire;

/** Every bound of the wire in one place. */
public final class WireLimits {

    /** The version this software speaks. */
    public static final int VERSION = 1;

    /** The oldest version it still understands. */
    public static final int MIN_VERSION = 1;

    /** Bytes of the length in front of every frame. */
    public static final int LENGTH_BYTES = 4;

    /** Largest frame, bytes, its length excluded. */
    public static final int MAX_FRAME_BYTES = 1 << 20;

    /** Largest frame that holds neither payloads nor a list, bytes. */
    public static final int MAX_CONTROL_FRAME_BYTES = 64 << 10;

    /** Most messages, texts and byte strings inside one frame, at any depth. */
    public static final int MAX_FRAME_PARTS = 100_000;

    /** Longest answer of one node to a question, bytes. */
    public static final int MAX_ANSWER_BYTES = 4 << 20;

    /** Longest answers of all nodes to one question, together, bytes. */
    public static final int MAX_CLUSTER_ANSWER_BYTES = 20 << 20;

    /**
     * Bytes of the answers of all nodes for each of their parts, beyond {@link #MAX_FRAME_PARTS}:
     * the answer of each node has been counted before they are put together.
     */
    public static final int BYTES_PER_PART = 4;

    /** Largest frame before the handshake is complete, bytes. */
    public static final int MAX_HANDSHAKE_FRAME_BYTES = 16 << 10;

    /** Longest answer of a worker that says what its threads do or did, bytes. */
    public static final int MAX_WORKER_ANSWER_BYTES = 512 << 10;

    /** Most bytes a listener takes before the handshake is complete, those of TLS included. */
    public static final int MAX_HANDSHAKE_BYTES = 24 << 10;

    /** The handshake must be complete after this time. */
    public static final long HANDSHAKE_TIMEOUT_MILLIS = 5_000;

    /** The same on one machine: a worker has only what others leave of the processors. */
    public static final long LOCAL_HANDSHAKE_TIMEOUT_MILLIS = 60_000;

    /** Larger payloads travel as blobs, bytes. */
    public static final int MAX_INLINE_BYTES = 256 << 10;

    /** A writer starts a new frame when the one in hand has this many payload bytes. */
    public static final int BATCH_BYTES = 256 << 10;

    /** Most tasks a writer puts into one frame. */
    public static final int BATCH_TASKS = 1024;

    /** Most tasks that a daemon names in an answer. */
    public static final int MAX_TASKS_NAMED = 1_001;

    /** Largest piece of a blob in one frame, bytes. */
    public static final int BLOB_CHUNK_BYTES = 256 << 10;

    /**
     * Largest piece of a blob that a daemon gives; of checkpoints, which are few, it asks for it.
     */
    public static final int LARGE_CHUNK_BYTES = 960 << 10;

    /** Most arrays inside a checkpoint that are told of before it is there. */
    public static final int MAX_NUMBERS = 16;

    /** Pieces of one blob asked for ahead. */
    public static final int BLOB_CHUNKS_AHEAD = 4;

    /** Largest blob, bytes: 64 GiB. */
    public static final long MAX_BLOB_BYTES = 64L << 30;

    /** Most tasks a reader accepts in one frame. */
    public static final int MAX_FRAME_TASKS = 16_384;

    /** Most tasks of one offer, which may come in several frames. */
    public static final int MAX_OFFER_TASKS = 65_536;

    /** Most payload bytes of one offer, which may come in several frames. */
    public static final long MAX_OFFER_BYTES = 64L << 20;

    /** Most nodes in one frame. */
    public static final int MAX_FRAME_MEMBERS = 2_000;

    /**
     * Most nodes told in a handshake; the rest follows in frames of their own. More than a node has
     * neighbours, so that one that comes to a large cluster sees that it is one.
     */
    public static final int MAX_HANDSHAKE_MEMBERS = 128;

    /** Longest human-readable text, in characters; longer ones are cut by the writer. */
    public static final int MAX_TEXT_LENGTH = 1_000;

    /** Longest line of a task's log, characters; a longer one comes in parts. */
    public static final int MAX_LOG_LINE = 8 << 10;

    /** Longest host name, in characters. */
    public static final int MAX_HOST_LENGTH = 255;

    /** Payloads of at least this many bytes count against a daemon's memory. */
    public static final int WATCHED_BYTES = 1_024;

    /** Task kinds a link remembers, so that one object serves many tasks. */
    public static final int KINDS_PER_LINK = 256;

    /** Length of handshake nonces, bytes. */
    public static final int NONCE_BYTES = 16;
}
