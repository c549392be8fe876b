package org.evenkeel.daemon.net;

import com.google.protobuf.ByteString;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.evenkeel.wire.proto.Frame;
import org.jspecify.annotations.Nullable;

/**
 * A frame as it came.
 *
 * @param frame all of it; without its content if that is a long piece of a blob
 * @param bytes its length
 * @param piece such a piece, where it lies
 */
record Inbound(Frame frame, int bytes, @Nullable Piece piece) {

    /**
     * A long piece of a blob where it came; whoever handles the frame lets it go.
     *
     * @param place which is released for it
     */
    record Piece(ByteBuffer content, ByteBuf place) {}

    /** One that is all there. */
    Inbound(Frame frame, int bytes) {
        this(frame, bytes, null);
    }

    void release() {
        if (piece != null) {
            piece.place().release();
        }
    }

    /** All of it, copied. */
    Frame whole() {
        return piece == null
                ? frame
                : frame.toBuilder()
                        .setBlobChunk(
                                frame.getBlobChunk().toBuilder()
                                        .setContent(
                                                ByteString.copyFrom(piece.content().duplicate())))
                        .build();
    }
}
