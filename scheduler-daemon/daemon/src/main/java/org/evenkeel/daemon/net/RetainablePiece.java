package org.evenkeel.daemon.net;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * A long piece of a blob where it came: it may be overwritten when its frame was handled, unless it
 * is kept. Belongs to the event loop, but for its bytes.
 *
 * @param content its bytes, to be read by one thread at a time while it is here
 */
public record RetainablePiece(ByteBuffer content, ByteBuf place) {
    /** Keeps it until it is released; to be called while its frame is handled. */
    public void keep() {
        place.retain();
    }

    /**
     * It is not needed any more; once for each time it was kept, and when its frame was handled.
     */
    public void release() {
        place.release();
    }
}
