package org.evenkeel.wire;

import com.google.protobuf.ByteString;
import org.evenkeel.model.Payload;

/** A payload small enough to travel inside a frame. */
public record InlinePayload(ByteString bytes) implements Payload {

    public static final InlinePayload EMPTY = new InlinePayload(ByteString.EMPTY);

    @Override
    public long sizeBytes() {
        return bytes.size();
    }

    /** Somebody counts the larger ones, and wants to hear when they are no longer needed. */
    @Override
    public boolean isExternal() {
        return bytes.size() >= WireLimits.WATCHED_BYTES;
    }

    @Override
    public String toString() {
        return bytes.size() + " bytes";
    }
}
