package org.evenkeel.daemon.blob;

import org.evenkeel.daemon.net.RetainablePiece;
import org.evenkeel.model.Digest;
import org.jspecify.annotations.Nullable;

/** A node who can be asked for pieces of blobs: the other side of a link. */
public interface BlobSource {

    /** Asks for a piece; the answer comes to {@link BlobPulls#onChunk}. */
    void request(Digest digest, long offset, int length);

    /** Whether it may answer: a link that was closed never does. */
    default boolean isOpen() {
        return true;
    }

    /**
     * The content of the chunk that is being handled, where it is not in the chunk itself: a long
     * one, which was not copied.
     */
    default @Nullable RetainablePiece piece() {
        return null;
    }
}
