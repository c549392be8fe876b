package org.evenkeel.daemon.blob;

import org.evenkeel.model.Digest;

/** Somebody who can be asked for pieces of blobs: the other side of a link. */
public interface BlobSource {

    /** Asks for a piece; the answer comes to {@link BlobPulls#onChunk}. */
    void request(Digest digest, long offset, int length);

    /**
     * Has the content of the piece that is being handled stay where it lies; only while it is
     * handled. Without that it may be overwritten afterwards.
     *
     * @return to be run once, on the event loop, when it is not needed any more
     */
    default Runnable keepPiece() {
        return () -> {};
    }
}
