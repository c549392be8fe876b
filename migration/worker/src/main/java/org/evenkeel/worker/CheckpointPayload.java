package org.evenkeel.worker;

import java.nio.ByteBuffer;
import org.evenkeel.client.codec.Encoded;
import org.evenkeel.continuations.envelope.Envelope;
import org.evenkeel.continuations.envelope.RefusedCheckpoint;
import org.evenkeel.continuations.graph.DamagedGraph;
import org.evenkeel.continuations.graph.Pieces;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint as the payload of the task that resumes from it.
 *
 * @param envelope the checkpoint
 * @param submitted payload of the task as it was submitted, where that is needed; not copied
 */
record CheckpointPayload(Envelope envelope, byte @Nullable [] submitted) {

    static boolean isIn(byte tag) {
        return tag == Encoded.CHECKPOINT || tag == Encoded.CHECKPOINT_OF_STATE;
    }

    /** The payload, its tag first. */
    Pieces pieces() {
        return pieces(envelope.toPieces());
    }

    /** The same for a file that has a sum of its own. */
    Pieces unsummedPieces() {
        return pieces(envelope.toUnsummedPieces());
    }

    private Pieces pieces(Pieces checkpoint) {
        byte[] task = submitted;
        if (task == null) {
            return Pieces.of(new byte[] {Encoded.CHECKPOINT}).then(checkpoint);
        }
        byte[] head =
                ByteBuffer.allocate(1 + Integer.BYTES)
                        .put(Encoded.CHECKPOINT_OF_STATE)
                        .putInt(checkpoint.size())
                        .array();
        return Pieces.of(head).then(checkpoint).then(Pieces.of(task));
    }

    /**
     * Reads a payload, which the content of the envelope stays a part of.
     *
     * @param payload its tag first
     * @param summed false for one in a file whose own sum was right
     * @throws DamagedGraph if it is none
     * @throws RefusedCheckpoint if it is of another format
     */
    static CheckpointPayload read(ByteBuffer payload, boolean summed)
            throws DamagedGraph, RefusedCheckpoint {
        ByteBuffer rest = payload.slice();
        if (rest.get() == Encoded.CHECKPOINT) {
            return new CheckpointPayload(envelope(rest, summed), null);
        }
        int length = rest.remaining() >= Integer.BYTES ? rest.getInt() : -1;
        if (length < 0 || length > rest.remaining()) {
            throw new DamagedGraph(
                    "a checkpoint of " + length + " bytes in " + payload.remaining());
        }
        byte[] task = new byte[rest.remaining() - length];
        rest.get(rest.position() + length, task);
        return new CheckpointPayload(envelope(rest.slice(rest.position(), length), summed), task);
    }

    private static Envelope envelope(ByteBuffer bytes, boolean summed)
            throws DamagedGraph, RefusedCheckpoint {
        return summed ? Envelope.read(bytes) : Envelope.readUnsummed(bytes);
    }
}
