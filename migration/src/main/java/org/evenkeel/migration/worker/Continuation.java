package org.evenkeel.migration.worker;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.evenkeel.codec.Encoded;
import org.evenkeel.migration.envelope.Envelope;
import org.evenkeel.migration.envelope.RefusedCheckpoint;
import org.evenkeel.migration.graph.DamagedGraph;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint as the payload of the task that goes on from it.
 *
 * @param envelope the checkpoint
 * @param submitted payload of the task as it was submitted, where that is needed; not copied
 */
record Continuation(Envelope envelope, byte @Nullable [] submitted) {

    static boolean isIn(byte tag) {
        return tag == Encoded.CHECKPOINT || tag == Encoded.CHECKPOINT_OF_STATE;
    }

    /** The payload. */
    Encoded encode() {
        byte[] checkpoint = envelope.toBytes();
        byte[] task = submitted;
        if (task == null) {
            return new Encoded(Encoded.CHECKPOINT, checkpoint, checkpoint.length);
        }
        byte[] both =
                ByteBuffer.allocate(Integer.BYTES + checkpoint.length + task.length)
                        .putInt(checkpoint.length)
                        .put(checkpoint)
                        .put(task)
                        .array();
        return new Encoded(Encoded.CHECKPOINT_OF_STATE, both, both.length);
    }

    /**
     * Reads a payload.
     *
     * @param from where its tag is
     * @param to its end
     * @throws DamagedGraph if it is none
     * @throws RefusedCheckpoint if it is of another format
     */
    static Continuation read(byte[] bytes, int from, int to)
            throws DamagedGraph, RefusedCheckpoint {
        if (bytes[from] == Encoded.CHECKPOINT) {
            return new Continuation(Envelope.read(bytes, from + 1, to), null);
        }
        int head = from + 1 + Integer.BYTES;
        int length = head <= to ? ByteBuffer.wrap(bytes).getInt(from + 1) : -1;
        if (length < 0 || length > to - head) {
            throw new DamagedGraph("a checkpoint of " + length + " bytes in " + (to - from));
        }
        int end = head + length;
        return new Continuation(
                Envelope.read(bytes, head, end), Arrays.copyOfRange(bytes, end, to));
    }
}
