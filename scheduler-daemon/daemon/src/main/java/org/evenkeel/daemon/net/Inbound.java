package org.evenkeel.daemon.net;

import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A frame as it came.
 *
 * @param frame all of it; without its content if that is a long piece of a blob
 * @param bytes its length
 * @param piece such a piece, where it lies; whoever handles the frame lets it go
 */
record Inbound(Frame frame, int bytes, @Nullable RetainablePiece piece) {

    /** One that is all there. */
    Inbound(Frame frame, int bytes) {
        this(frame, bytes, null);
    }

    void release() {
        if (piece != null) {
            piece.release();
        }
    }
}
