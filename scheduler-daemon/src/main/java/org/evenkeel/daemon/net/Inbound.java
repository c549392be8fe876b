package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A frame as it came.
 *
 * @param bytes its length
 * @param place where it lies, if its content was not copied: whoever handles it releases that
 */
record Inbound(Frame frame, int bytes, @Nullable ByteBuf place) {

    /** One that does not refer to where it lay. */
    Inbound(Frame frame, int bytes) {
        this(frame, bytes, null);
    }

    void release() {
        if (place != null) {
            place.release();
        }
    }

    /** Where it lies says nothing of what it is. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Inbound inbound
                && frame.equals(inbound.frame)
                && bytes == inbound.bytes;
    }

    @Override
    public int hashCode() {
        return Objects.hash(frame, bytes);
    }
}
