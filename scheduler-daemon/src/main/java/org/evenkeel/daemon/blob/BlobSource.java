package org.evenkeel.daemon.blob;

import org.evenkeel.model.Digest;

/** Somebody who can be asked for pieces of blobs: the other side of a link. */
public interface BlobSource {

    /** Asks for a piece; the answer comes to {@link BlobPulls#onChunk}. */
    void request(Digest digest, long offset, int length);
}
