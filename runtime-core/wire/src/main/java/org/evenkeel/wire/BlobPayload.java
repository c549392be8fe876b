package org.evenkeel.wire;

import org.evenkeel.model.Digest;
import org.evenkeel.model.Payload;

/**
 * A payload that lies in a file named by its content, or by a {@link
 * org.evenkeel.model.CheckpointName}; links pull it when they need it.
 */
public record BlobPayload(Digest digest, long sizeBytes) implements Payload {

    @Override
    public boolean isExternal() {
        return true;
    }

    @Override
    public String toString() {
        return sizeBytes + " bytes in " + digest;
    }
}
